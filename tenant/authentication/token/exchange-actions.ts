import { findUserByEmail, type User } from "../../directory/users.ts";

/** The decision of a custom token exchange action. */
export type ExchangeOutcome =
  | { kind: "user"; user: User }
  /** The subject token is invalid; this counts as a failed exchange of the caller. */
  | { kind: "invalid-subject-token"; reason: string }
  /** The action refuses the exchange with its own error code. */
  | { kind: "denied"; code: string; reason: string };

type ActionCode = (subjectToken: string, users: ReadonlyMap<string, User>) => ExchangeOutcome;

/**
 * Code of the seeded actions, by id. `act_demo_legacy` accepts `legacy:<email address>` of a user
 * of the database connection, in place of a signed token. The action refuses `legacy:<email
 * address>:closed` with the error code `account_closed`.
 */
const actionCodes: ReadonlyMap<string, ActionCode> = new Map([["act_demo_legacy", runLegacy]]);

/** Runs the code of an action; undefined if the action has none. */
export function runExchangeAction(
  actionId: string,
  subjectToken: string,
  users: ReadonlyMap<string, User>,
): ExchangeOutcome | undefined {
  return actionCodes.get(actionId)?.(subjectToken, users);
}

function runLegacy(subjectToken: string, users: ReadonlyMap<string, User>): ExchangeOutcome {
  const match = /^legacy:([^\s:]+)(:closed)?$/.exec(subjectToken);
  if (match === null) return refuse("The subject token is not a legacy token.");
  if (match[2] !== undefined) {
    return { kind: "denied", code: "account_closed", reason: "The legacy account was closed." };
  }
  const user = findUserByEmail(users, match[1] ?? "");
  return user === undefined
    ? refuse("The legacy token names a user that does not exist at this tenant.")
    : { kind: "user", user };
}

function refuse(reason: string): ExchangeOutcome {
  return { kind: "invalid-subject-token", reason };
}
