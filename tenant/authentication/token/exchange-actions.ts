import { findUserByEmail, type User } from "../../directory/users.ts";

/** What the code of a custom token exchange action decided. */
export type ExchangeOutcome =
  | { kind: "user"; user: User }
  /** The subject token is not what it should be: counts against the caller. */
  | { kind: "invalid-subject-token"; reason: string }
  /** The action refuses with a code of its own. */
  | { kind: "denied"; code: string; reason: string };

type ActionCode = (subjectToken: string, users: ReadonlyMap<string, User>) => ExchangeOutcome;

/**
 * Code of the seeded actions, by id. `act_demo_legacy` takes subject tokens of the form
 * `legacy:<email address>` of a user of the database connection, as a stand-in for a signed token;
 * `legacy:<email address>:closed` is an account that it refuses with the code `account_closed`.
 */
const actionCodes: ReadonlyMap<string, ActionCode> = new Map([["act_demo_legacy", runLegacy]]);

/** Runs an action's code; undefined when the action has none. */
export function runExchangeAction(
  actionId: string,
  subjectToken: string,
  users: ReadonlyMap<string, User>,
): ExchangeOutcome | undefined {
  return actionCodes.get(actionId)?.(subjectToken, users);
}

function runLegacy(subjectToken: string, users: ReadonlyMap<string, User>): ExchangeOutcome {
  const match = /^legacy:([^\s:]+)(:closed)?$/.exec(subjectToken);
  if (match === null) return refuse("The subject token is no legacy token.");
  if (match[2] !== undefined) {
    return { kind: "denied", code: "account_closed", reason: "The legacy account was closed." };
  }
  const user = findUserByEmail(users, match[1] ?? "");
  return user === undefined
    ? refuse("The legacy token names nobody of this tenant.")
    : { kind: "user", user };
}

function refuse(reason: string): ExchangeOutcome {
  return { kind: "invalid-subject-token", reason };
}
