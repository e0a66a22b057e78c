import { readConnectionName, findUserByEmail, type User } from "../../directory/users.ts";
import type { AuthenticationContext } from "../authentication-context.ts";
import { requesterAddress } from "../login/check-password.ts";
import { OAuthError } from "../oauth-error.ts";
import type { TokenClient, GrantHandler, TokenParameters } from "./token-request.ts";
import { grantToUser, readRequestedAccess } from "./token-user-grant.ts";

/** The decision of a custom token exchange action. */
type ExchangeOutcome =
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

const accessTokenType = "urn:ietf:params:oauth:token-type:access_token";

/** Time until one more failure is allowed, in milliseconds. */
const failureInterval = 10 * 60_000;

/**
 * Exchanges a subject token (RFC 8693, section 2.1). The profile with this `subject_token_type`
 * names the action that validates it. Too many invalid tokens block the caller's address.
 */
export const exchangeSubjectToken: GrantHandler = async (c, context, tokenClient, parameters) => {
  const { token, actionId } = readSubjectToken(context, tokenClient, parameters);
  const access = readRequestedAccess(context, parameters);
  const { attempts } = context.logins;
  const pace = { burst: context.limits.failedExchanges, interval: failureInterval };
  const key = `exchange:${requesterAddress}`;
  if (attempts.isExhausted(key, pace)) {
    throw new OAuthError(429, "too_many_attempts", "Too many failed exchanges. Try again later.");
  }
  const outcome = runExchangeAction(actionId, token, context.users);
  const details = { action_id: actionId, outcome: outcome?.kind ?? "no code" };
  context.log.addFact("action ran", details);
  switch (outcome?.kind) {
    case undefined:
      throw new OAuthError(400, "server_error", "The action did not set a user.");
    case "invalid-subject-token":
      attempts.count(key, pace);
      throw new OAuthError(400, "invalid_request", outcome.reason);
    case "denied":
      throw new OAuthError(400, outcome.code, outcome.reason);
    case "user":
  }
  const { user } = outcome;
  if (user.blocked === true) throw new OAuthError(403, "access_denied", "user is blocked");
  const { client } = tokenClient;
  const connection = readConnectionName(user);
  const extra = { issued_token_type: accessTokenType };
  return await grantToUser(c, context, { client, user, connection, access }, { extra });
};

function readSubjectToken(
  context: Pick<AuthenticationContext, "tokenExchangeProfiles">,
  { client }: TokenClient,
  parameters: TokenParameters,
): { token: string; actionId: string } {
  const { subject_token: token, subject_token_type: type } = parameters;
  if (token === undefined || type === undefined) {
    const description = "Missing required parameter: subject_token or subject_token_type";
    throw new OAuthError(400, "invalid_request", description);
  }
  const profile = [...context.tokenExchangeProfiles.values()].find(
    (each) => each.subject_token_type === type,
  );
  const requestedType = parameters.requested_token_type ?? accessTokenType;
  if (profile === undefined || requestedType !== accessTokenType) {
    const description = "Invalid subject_token_type and requested_token_type combination.";
    throw new OAuthError(400, "invalid_request", description);
  }
  if (client.allows_token_exchange !== true || client.is_third_party === true) {
    const description = "Custom token exchange is not allowed for the client.";
    throw new OAuthError(403, "unauthorized_client", description);
  }
  return { token, actionId: profile.action_id };
}

/** Runs the code of an action; undefined if the action has none. */
function runExchangeAction(
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
