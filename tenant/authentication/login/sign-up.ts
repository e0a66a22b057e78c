import * as z from "zod/mini";
import { addUser } from "../../directory/add-user.ts";
import { findConnection } from "../../directory/connections.ts";
import {
  createUser,
  emailPattern,
  findUserByEmail,
  findUserByLogin,
  type User,
} from "../../directory/users.ts";
import { describeRequestContext } from "../../events/request-context.ts";
import type { TenantRequest } from "../../http/tenant-app.ts";
import type { AuthenticationContext } from "../authentication-context.ts";
import { findPasswordProblem, type PasswordProblem } from "./password-policy.ts";

const emailSchema = z.string().check(z.maxLength(320), z.regex(emailPattern));

const metadataSchema = z.record(z.string().check(z.maxLength(100)), z.unknown()).check(
  z.refine((value) => Object.keys(value).length <= 10),
  z.refine((value) =>
    Object.values(value).every((each) => typeof each !== "string" || each.length <= 500),
  ),
);

const name = z.string().check(z.minLength(1), z.maxLength(150));

/** The data of a new user of a database connection. */
export const newAccountSchema = z.object({
  email: emailSchema,
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
  connection: name,
  username: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_.+-]{1,15}$/))),
  user_metadata: z.optional(metadataSchema),
  name: z.optional(name),
  nickname: z.optional(name),
  given_name: z.optional(name),
  family_name: z.optional(name),
  picture: z.optional(z.url().check(z.maxLength(2000))),
});

export type NewAccount = z.infer<typeof newAccountSchema>;

/** The reason to refuse a signup, with the keys that `/dbconnections/signup` has. */
export type SignUpProblem =
  | PasswordProblem
  | { name: "BadRequestError"; code: string; description: string };

/**
 * A result, not an exception: the signup page and `/dbconnections/signup` have different texts for
 * a refusal.
 */
export type SignUpResult = { ok: true; user: User } | { ok: false; problem: SignUpProblem };

/** Creates a user of a database connection, emits the event and sends the verification email. */
export function signUp(
  c: TenantRequest,
  context: AuthenticationContext,
  given: NewAccount,
): SignUpResult {
  const connection = findConnection(given.connection);
  if (connection?.strategy !== "auth0") {
    return refuse("invalid_connection", "The connection is not a database connection");
  }
  if (connection.requiresUsername === true && given.username === undefined) {
    return refuse("invalid_signup", "Missing required parameter: username");
  }
  const password = findPasswordProblem(given.password, connection, given);
  if (password !== undefined) return { ok: false, problem: password };
  const taken = findTaken(context, given);
  if (taken !== undefined) {
    return connection.reportsExistingUsers === true
      ? refuse(`${taken}_exists`, `The ${taken === "user" ? "user" : "username"} already exists.`)
      : refuse("invalid_signup", "Invalid sign up");
  }
  const time = new Date(context.now()).toISOString();
  const username = connection.requiresUsername === true ? given.username : undefined;
  const made = createUser({ ...given, username }, context.random, time);
  const user: User = {
    ...made,
    ...(given.nickname !== undefined && { nickname: given.nickname }),
    ...(given.given_name !== undefined && { given_name: given.given_name }),
    ...(given.family_name !== undefined && { family_name: given.family_name }),
    ...(given.picture !== undefined && { picture: given.picture }),
    ...(given.user_metadata !== undefined && { user_metadata: given.user_metadata }),
  };
  addUser(context, user, describeRequestContext(c, context));
  sendVerification(context, user);
  return { ok: true, user };
}

function findTaken(
  { users }: Pick<AuthenticationContext, "users">,
  given: NewAccount,
): "user" | "username" | undefined {
  const { connection, email, username } = given;
  if (findUserByEmail(users, email, connection) !== undefined) return "user";
  const isTaken =
    username !== undefined && findUserByLogin(users, username, connection) !== undefined;
  return isTaken ? "username" : undefined;
}

function sendVerification(context: AuthenticationContext, user: User): void {
  const ticket = context.random.text(32);
  context.logins.mailTickets.put(ticket, { purpose: "verify_email", userId: user.user_id });
  const link = `${context.issuer}u/email-verification?ticket=${ticket}`;
  context.mailbox.send({ kind: "email_verification", channel: "email", to: user.email, link });
}

function refuse(code: string, description: string): SignUpResult {
  return { ok: false, problem: { name: "BadRequestError", code, description } };
}
