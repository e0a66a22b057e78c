import type { Pace } from "../../core/attempts.ts";
import type { TenantContext } from "../../context.ts";
import { findLinkedAccount, findUserByLogin, type User } from "../../directory/users.ts";

/** Why nobody is logged in. */
export type LoginFailure =
  | "wrong-password"
  | "denied"
  | "blocked"
  | "leaked"
  | "account-locked"
  | "suspicious";

export type LoginResult = { ok: true; user: User } | { ok: false; failure: LoginFailure };

/** A password that is known from a breach elsewhere: whoever has it as their own may not log in with it. */
export const leakedPassword = "leaked-password-3";

const hour = 60 * 60_000;

/** Everybody on loopback comes from one address. */
export const requesterAddress = "127.0.0.1";

/** Checks user name or e-mail address and password of a database connection, and counts failures. */
export function checkPassword(
  context: TenantContext,
  given: { username: string; password: string; connection: string },
): LoginResult {
  return judgeLogin(context, given, (user) => user?.password === given.password);
}

/** Checks a code that was sent to an e-mail address or phone number; a right one is used up. */
export function checkOneTimeCode(
  context: TenantContext,
  given: { username: string; code: string; connection: string },
  findUser: () => User,
): LoginResult {
  const recipient = nameRecipient(given.connection, given.username);
  const isProven = (): boolean => context.logins.codes.redeem(recipient, given.code);
  return judgeLogin(context, given, isProven, findUser);
}

/** How codes know who they were sent to. */
export function nameRecipient(connection: string, username: string): string {
  return `${connection}:${username.trim().toLowerCase()}`;
}

function judgeLogin(
  context: TenantContext,
  { username, connection }: { username: string; connection: string },
  isProven: (user: User | undefined) => boolean,
  findUser?: () => User,
): LoginResult {
  const { limits } = context;
  const { attempts, rules } = context.logins;
  const perAccount: Pace = { burst: limits.failedLoginsPerAccount, interval: 720 * hour };
  const perAddress: Pace = { burst: limits.failedLoginsPerAddress, interval: hour / 4 };
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

/** A sentence for the page or the caller; the same for an unknown user and a wrong password. */
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
