import type { RandomSource } from "../core/random.ts";

/** A password that leaked from another service; a user with this password cannot log in. */
export const leakedPassword = "leaked-password-3";

/** The default connection: users belong to it unless they name another. */
export const databaseConnection = {
  id: "con_LocalDatabase001",
  name: "Username-Password-Authentication",
  strategy: "auth0",
};

/**
 * A user of one connection. The password is stored in plain text: nothing real is protected here.
 */
export interface User {
  user_id: string;
  /** Name of the connection; the database connection unless given. */
  connection?: string;
  /** Empty for a user with only a phone number. */
  email: string;
  /** Empty for a user of a connection without passwords. */
  password: string;
  username?: string;
  phone_number?: string;
  phone_verified?: boolean;
  /** Second factors; the tenant sends a code by email. */
  multifactor?: string[];
  name: string;
  nickname: string;
  given_name?: string;
  family_name?: string;
  picture: string;
  email_verified: boolean;
  created_at: string;
  updated_at: string;
  /** Prevents logins while true. */
  blocked?: boolean;
  user_metadata?: Readonly<Record<string, unknown>>;
  app_metadata?: Readonly<Record<string, unknown>>;
  /** The accounts that were linked to this one. Linked accounts are stored only here. */
  linkedAccounts?: User[];
}

/** The email addresses that the routes accept: text, an at sign, and a name with a dot. */
export const emailPattern = /^[^\s@]+@[^\s@.]+\.[^\s@]+$/;

/** The data of a new user. */
export interface NewUser {
  email: string;
  password: string;
  name?: string | undefined;
  username?: string | undefined;
  /** Name of the connection; the database connection unless given. */
  connection?: string | undefined;
  /** First part of the user's ID; `auth0` unless given. */
  provider?: string | undefined;
}

/** Creates a user; `time` is ISO 8601. */
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

/** Returns the default profile of a user: name, nickname and picture. */
export function describeDefaults(user: {
  email: string;
  username?: string | undefined;
}): Pick<User, "name" | "nickname" | "picture"> {
  const nickname = user.username ?? user.email.split("@")[0] ?? user.email;
  const picture = `https://pictures.tenant.example/${encodeURIComponent(nickname)}.png`;
  return { name: user.email, nickname, picture };
}

/** Finds a user of a connection by email address, without regard to case. */
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

/** Finds a database user by the username or email address that was entered at a login. */
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

/** Finds a linked account and its owner. A login with the account logs in the owner. */
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

/** Returns the name of the connection that a user belongs to. */
export function readConnectionName(user: User): string {
  return user.connection ?? databaseConnection.name;
}
