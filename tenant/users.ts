import type { RandomSource } from "./random.ts";

/** Name of the database connection that every user of this tenant belongs to. */
export const databaseConnection = {
  id: "con_localdatabase00",
  name: "Username-Password-Authentication",
  strategy: "auth0",
};

/** A user of the database connection. The password is kept as it is: nothing real is protected here. */
export interface User {
  user_id: string;
  email: string;
  password: string;
  name: string;
  nickname: string;
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

/** What is needed to make a user. */
export interface NewUser {
  email: string;
  password: string;
  name?: string | undefined;
}

/** Builds a user as the database connection would; `time` is ISO 8601. */
export function createUser(given: NewUser, random: RandomSource, time: string): User {
  const nickname = given.email.split("@")[0] ?? given.email;
  return {
    user_id: `auth0|${random.text(24).toLowerCase()}`,
    email: given.email,
    password: given.password,
    name: given.name ?? given.email,
    nickname,
    picture: `https://pictures.tenant.example/${encodeURIComponent(nickname)}.png`,
    email_verified: false,
    created_at: time,
    updated_at: time,
  };
}

/** Finds a user by e-mail address; letter case does not matter. */
export function findUserByEmail(users: ReadonlyMap<string, User>, email: string): User | undefined {
  const wanted = email.trim().toLowerCase();
  return [...users.values()].find((user) => user.email.toLowerCase() === wanted);
}
