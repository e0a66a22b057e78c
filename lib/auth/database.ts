import type { Context } from "./context.ts";
import { request, takeRecord } from "./http.ts";
import { readText, refuse, requireText, takeOptions } from "./options.ts";
import {
  isNone,
  isRecord,
  keepFilled,
  renameMembers,
  toOptionName,
  toWireName,
} from "./records.ts";

/** Options of `signup`. */
export interface SignupOptions {
  /** The e-mail address of the new user. */
  readonly email: string;
  /** Must keep to the connection's password policy. */
  readonly password: string;
  /** Needed where the connection requires user names. */
  readonly username?: string | undefined;
  /** The name of the database connection. */
  readonly connection: string;
  /** Stored with the user as it is: at most 10 members, texts of at most 500 characters. */
  readonly user_metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Sent as they are, their names in snake_case: `givenName`, `nickname`, `picture`. */
  readonly [member: string]: unknown;
}

/** Options of `changePassword`. */
export interface ChangePasswordOptions {
  /** The name of the database connection. */
  readonly connection: string;
  /** Where the link goes, when there is such a user. */
  readonly email: string;
  /** The answer to the tenant's captcha, where it asks for one. */
  readonly captcha?: string | undefined;
}

/** What the service says of a new user; names in camelCase (`Id`, `emailVerified`), metadata as it is. */
export type SignedUpUser = Readonly<Record<string, unknown>>;

/** Creates a user of a database connection. */
export function signUp(context: Context, options: unknown): Promise<SignedUpUser> {
  const { scope: _, ...given } = takeOptions(options);
  for (const name of ["email", "password", "connection"]) requireText(given, name);
  readText(given, "username");
  for (const name of ["user_metadata", "userMetadata"]) {
    if (!isNone(given[name]) && !isRecord(given[name])) refuse(name, "an object");
  }
  return request(context, "/dbconnections/signup", takeRecord, {
    json: renameMembers(toWireName, { clientID: context.clientID, ...given }),
  }).then((user) => renameMembers(toOptionName, user));
}

/** Has a link to reset the password mailed, and answers with what the service says, a text. */
export function changePassword(context: Context, options: unknown): Promise<string> {
  const given = takeOptions(options);
  return request(
    context,
    "/dbconnections/change_password",
    (answer) => (typeof answer === "string" ? answer : JSON.stringify(answer)),
    {
      json: keepFilled({
        client_id: context.clientID,
        connection: requireText(given, "connection"),
        email: requireText(given, "email"),
        captcha: readText(given, "captcha"),
      }),
    },
  );
}
