import { databaseConnection } from "./users.ts";

/** A source of users. */
export interface Connection {
  id: string;
  name: string;
  /** `auth0` is a database, `email` and `sms` are passwordless, the rest are identity providers. */
  strategy: "auth0" | "email" | "sms" | "google-oauth2";
  /** The name on login pages. */
  displayName: string;
  /** Users have a username in addition to the email address. */
  requiresUsername?: boolean;
  /** A signup with the email address of an existing user gets an error with this reason. */
  reportsExistingUsers?: boolean;
  /** Refuses passwords that are common, contain user data, or were used before. */
  hasStrictPasswords?: boolean;
  /** Uses the service's development keys at the provider: no single sign-on, no silent renewal. */
  usesDevelopmentKeys?: boolean;
}

/** The connections of every tenant; they are constant. */
export const connections: readonly Connection[] = [
  { ...databaseConnection, strategy: "auth0", displayName: "Email and password" },
  {
    id: "con_usernames0000000",
    name: "Demo-Usernames",
    strategy: "auth0",
    displayName: "Username and password",
    requiresUsername: true,
    reportsExistingUsers: true,
    hasStrictPasswords: true,
  },
  { id: "con_email00000000000", name: "email", strategy: "email", displayName: "Code by email" },
  { id: "con_sms0000000000000", name: "sms", strategy: "sms", displayName: "Code by text message" },
  {
    id: "con_social0000000000",
    name: "google-oauth2",
    strategy: "google-oauth2",
    displayName: "Demo social account",
    usesDevelopmentKeys: true,
  },
];

/** Finds a connection by name. */
export function findConnection(name: string): Connection | undefined {
  return connections.find((each) => each.name === name);
}
