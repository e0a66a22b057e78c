import type { RateLimit } from "../../core/attempts.ts";
import {
  findLinkedAccount,
  findUserByLogin,
  leakedPassword,
  type User,
} from "../../directory/users.ts";
import type { AuthenticationContext } from "../authentication-context.ts";

type LoginContext = Pick<AuthenticationContext, "logins" | "limits" | "users">;

/** The reason to refuse a login. */
export type LoginFailure =
  | "wrong-password"
  | "denied"
  | "blocked"
  | "leaked"
  | "account-locked"
  | "suspicious";

/** A result, not an exception: each caller has its own status and error for a failure. */
export type LoginResult = { ok: true; user: User } | { ok: false; failure: LoginFailure };

const hour = 60 * 60_000;

/** The address of every caller: the tenant listens only on loopback. */
export const requesterAddress = "127.0.0.1";

/**
 * Checks a username or email address and its password at a database connection; counts failures.
 */
export function checkPassword(
  context: LoginContext,
  given: { username: string; password: string; connection: string },
): LoginResult {
  return checkLogin(context, given, (user) => user?.password === given.password);
}

/** Checks a code that was sent to an email address or phone number; a correct code works once. */
export function checkOneTimeCode(
  context: LoginContext,
  given: { username: string; code: string; connection: string },
  findUser: () => User,
): LoginResult {
  const recipient = nameRecipient(given.connection, given.username);
  const isProven = (): boolean => context.logins.codes.redeem(recipient, given.code);
  return checkLogin(context, given, isProven, findUser);
}

/** Returns the key under which the code for a recipient is stored. */
export function nameRecipient(connection: string, username: string): string {
  return `${connection}:${username.trim().toLowerCase()}`;
}

function checkLogin(
  context: LoginContext,
  { username, connection }: { username: string; connection: string },
  isProven: (user: User | undefined) => boolean,
  findUser?: () => User,
): LoginResult {
  const { limits } = context;
  const { attempts, rules } = context.logins;
  const perAccount: RateLimit = { burst: limits.failedLoginsPerAccount, interval: 720 * hour };
  const perAddress: RateLimit = { burst: limits.failedLoginsPerAddress, interval: hour / 4 };
  const account = `login:${nameRecipient(connection, username)}`;
  const address = `logins:${requesterAddress}`;
  if (attempts.isExhausted(address, perAddress)) return { ok: false, failure: "suspicious" };
  if (attempts.isExhausted(account, perAccount)) return { ok: false, failure: "account-locked" };
  const known =
    findUser === undefined ? findUserByLogin(context.users, username, connection) : undefined;
  const linked =
    known === undefined && findUser === undefined
      ? findLinkedAccount(context.users, username, connection)
      : undefined;
  if (!isProven(known ?? linked?.account)) {
    attempts.count(account, perAccount);
    attempts.count(address, perAddress);
    return { ok: false, failure: "wrong-password" };
  }
  attempts.forget(account);
  const user = known ?? linked?.owner ?? findUser?.();
  if (user === undefined) return { ok: false, failure: "wrong-password" };
  if (user.blocked === true) return { ok: false, failure: "blocked" };
  if (user.password === leakedPassword) return { ok: false, failure: "leaked" };
  if (rules.findDenial(user) !== undefined) return { ok: false, failure: "denied" };
  return { ok: true, user };
}

/** The text for the page or the caller; the same for an unknown user and a wrong password. */
export const failureTexts: Record<LoginFailure, string> = {
  "wrong-password": "Wrong email or password.",
  denied: "Authentication error",
  blocked: "user is blocked",
  leaked:
    "This login attempt has been blocked because the password you're using was previously disclosed through a data breach (not in this application).",
  "account-locked": "Your account has been blocked after multiple consecutive login attempts.",
  suspicious:
    "We have detected suspicious login behavior and further attempts will be blocked. Please contact the administrator.",
};
