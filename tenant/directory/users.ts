import type { RandomSource } from "../core/random.ts";

/** Name of the database connection that every user of this tenant belongs to. */
export const databaseConnection = {
  id: "con_LocalDatabase001",
  name: "Username-Password-Authentication",
  strategy: "auth0",
};

/** A user of one connection. The password is kept as it is: nothing real is protected here. */
export interface User {
  user_id: string;
  /** Name of the connection; the database connection unless given. */
  connection?: string;
  /** Empty for a user who is known by a phone number alone. */
  email: string;
  /** Empty for a user of a connection without passwords. */
  password: string;
  username?: string;
  phone_number?: string;
  phone_verified?: boolean;
  /** A code by e-mail is asked for after the password. */
  multifactor?: string[];
  name: string;
  nickname: string;
  given_name?: string;
  family_name?: string;
  picture: string;
  email_verified: boolean;
  created_at: string;
  updated_at: string;
  /** May not log in while true. */
  blocked?: boolean;
  user_metadata?: Readonly<Record<string, unknown>>;
  app_metadata?: Readonly<Record<string, unknown>>;
  /** Accounts that were linked to this one, as they were before; they exist nowhere else. */
  linkedAccounts?: User[];
}

/** What every route takes for an e-mail address: something, an at sign, and a name with a dot. */
export const emailPattern = /^[^\s@]+@[^\s@.]+\.[^\s@]+$/;

/** What is needed to make a user. */
export interface NewUser {
  email: string;
  password: string;
  name?: string | undefined;
  username?: string | undefined;
  /** Name of the connection, and the start of the user's id; a database unless given. */
  connection?: string | undefined;
  provider?: string | undefined;
}

/** Builds a user as the database connection would; `time` is ISO 8601. */
export function createUser(given: NewUser, random: RandomSource, time: string): User {
  return {
    user_id: `${given.provider ?? "auth0"}|${random.text(24).toLowerCase()}`,
    ...(given.connection !== undefined && { connection: given.connection }),
    ...(given.username !== undefined && { username: given.username }),
    email: given.email,
    password: given.password,
    ...describeDefaults(given),
    ...(given.name !== undefined && { name: given.name }),
    email_verified: false,
    created_at: time,
    updated_at: time,
  };
}

/** What a connection says of a user who says nothing more: a name, a nickname and a picture. */
export function describeDefaults(user: {
  email: string;
  username?: string | undefined;
}): Pick<User, "name" | "nickname" | "picture"> {
  const nickname = user.username ?? user.email.split("@")[0] ?? user.email;
  const picture = `https://pictures.tenant.example/${encodeURIComponent(nickname)}.png`;
  return { name: user.email, nickname, picture };
}

/** Finds a connection's user by e-mail address; letter case does not matter. */
export function findUserByEmail(
  users: ReadonlyMap<string, User>,
  email: string,
  connection = databaseConnection.name,
): User | undefined {
  const wanted = email.trim().toLowerCase();
  return [...users.values()].find(
    (user) => user.email.toLowerCase() === wanted && readConnectionName(user) === connection,
  );
}

/** Finds a database user by what was typed at a login: the e-mail address, or the user name. */
export function findUserByLogin(
  users: ReadonlyMap<string, User>,
  login: string,
  connection: string,
): User | undefined {
  const wanted = login.trim().toLowerCase();
  const byName = [...users.values()].find(
    (user) => user.username?.toLowerCase() === wanted && readConnectionName(user) === connection,
  );
  return byName ?? findUserByEmail(users, login, connection);
}

/** Finds an account that was linked to another, which is who logs in with it. */
export function findLinkedAccount(
  users: ReadonlyMap<string, User>,
  login: string,
  connection: string,
): { account: User; owner: User } | undefined {
  for (const owner of users.values()) {
    const accounts = new Map(owner.linkedAccounts?.map((each) => [each.user_id, each]));
    const account = findUserByLogin(accounts, login, connection);
    if (account !== undefined) return { account, owner };
  }
  return undefined;
}

/** Name of the connection that a user belongs to. */
export function readConnectionName(user: User): string {
  return user.connection ?? databaseConnection.name;
}
