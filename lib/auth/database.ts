import type { Context } from "./context.ts";
import { request, readRecord } from "./http.ts";
import { copyOptions, readJson, readOption, readText, requireText } from "./options.ts";
import { isRecord, omitFalsy, renameMembers, toCamelCase, toSnakeCase } from "./records.ts";

/** Options of `signup`. */
export interface SignupOptions {
  /** The email address of the new user. */
  readonly email: string;
  /** A password that complies with the connection's password policy. */
  readonly password: string;
  /** The user name, where the connection requires one. */
  readonly username?: string | undefined;
  /** The name of the database connection. */
  readonly connection: string;
  /** Stored unchanged with the user: at most 10 members, texts of at most 500 characters. */
  readonly user_metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Sent unchanged, with names in snake_case: `givenName`, `nickname`, `picture`. */
  readonly [member: string]: unknown;
}

/** Options of `changePassword`. */
export interface ChangePasswordOptions {
  /** The name of the database connection. */
  readonly connection: string;
  /** The email address of the user. The tenant sends the link if the user exists. */
  readonly email: string;
  /** The response to the tenant's captcha, where the tenant requires one. */
  readonly captcha?: string | undefined;
}

/** A new user as the service returns it, with names in camelCase (`Id`, `emailVerified`). */
export type SignedUpUser = Readonly<Record<string, unknown>>;

/** Creates a user of a database connection. */
export function signUp(context: Context, options: unknown): Promise<SignedUpUser> {
  const { scope: _, ...given } = copyOptions(options);
  for (const name of ["email", "password", "connection"]) requireText(given, name);
  readText(given, "username");
  for (const name of Object.keys(given)) readJson(given, name);
  for (const name of ["user_metadata", "userMetadata"]) {
    readOption(given, name, "an object", isRecord, {});
  }
  return request(context, "/dbconnections/signup", readRecord, {
    json: renameMembers(toSnakeCase, { clientID: context.clientID, ...given }),
  }).then((user) => renameMembers(toCamelCase, user));
}

/** Sends a link to reset a password, and returns the service's text. */
export function changePassword(context: Context, options: unknown): Promise<string> {
  const given = copyOptions(options);
  return request(
    context,
    "/dbconnections/change_password",
    (answer) => (typeof answer === "string" ? answer : JSON.stringify(answer)),
    {
      json: omitFalsy({
        client_id: context.clientID,
        connection: requireText(given, "connection"),
        email: requireText(given, "email"),
        captcha: readText(given, "captcha"),
      }),
    },
  );
}
