import { databaseConnection } from "./users.ts";

/** Where users of a tenant come from. */
export interface Connection {
  id: string;
  name: string;
  /** `auth0` is a database, `email` and `sms` are passwordless, the rest are identity providers. */
  strategy: "auth0" | "email" | "sms" | "google-oauth2";
  /** What a login page calls it. */
  displayName: string;
  /** Users have a name of their own beside the e-mail address. */
  requiresUsername?: boolean;
  /** Signing up an address that exists says so, instead of an answer that gives nothing away. */
  reportsExistingUsers?: boolean;
  /** Passwords that everybody uses, that name their user, or that were used before are refused. */
  hasStrictPasswords?: boolean;
  /** The service's own keys at the provider: no single sign-on, hence no silent renewal. */
  usesDevelopmentKeys?: boolean;
}

/** Connections of every tenant; nothing changes them. */
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

/** The connection of this name, if there is one. */
export function findConnection(name: string): Connection | undefined {
  return connections.find((each) => each.name === name);
}
