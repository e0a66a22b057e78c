import type { TenantContext, TenantRequest } from "../../context.ts";
import { readConnectionName } from "../../directory/users.ts";
import { requesterAddress } from "../login/check-password.ts";
import { runExchangeAction } from "./exchange-actions.ts";
import { respondWithOAuthError } from "../oauth-error.ts";
import { grantToUser, readWish } from "./token-user-grant.ts";
import type { TokenClient, TokenParameters } from "./token.ts";

const accessTokenType = "urn:ietf:params:oauth:token-type:access_token";

/** Failures refill at six in an hour. */
const refill = 10 * 60_000;

/**
 * Exchanges a subject token (RFC 8693, section 2.1): the profile with this `subject_token_type` names the
 * action that judges it. Too many tokens that an action refuses close the door to the caller's address.
 */
export async function exchangeSubjectToken(
  c: TenantRequest,
  context: TenantContext,
  { client }: TokenClient,
  parameters: TokenParameters,
): Promise<Response> {
  const { subject_token: token, subject_token_type: type } = parameters;
  if (token === undefined || type === undefined) {
    const description = "Missing required parameter: subject_token or subject_token_type";
    return respondWithOAuthError(c, 400, "invalid_request", description);
  }
  const wanted = parameters.requested_token_type ?? accessTokenType;
  const profile = [...context.tokenExchangeProfiles.values()].find(
    (each) => each.subject_token_type === type,
  );
  if (profile === undefined || wanted !== accessTokenType) {
    const description = "Invalid subject_token_type and requested_token_type combination.";
    return respondWithOAuthError(c, 400, "invalid_request", description);
  }
  if (client.allows_token_exchange !== true || client.is_third_party === true) {
    const description = "Custom token exchange is not allowed for the client.";
    return respondWithOAuthError(c, 403, "unauthorized_client", description);
  }
  const wish = readWish(c, context, parameters);
  if (wish instanceof Response) return wish;
  const { attempts } = context.logins;
  const pace = { burst: context.limits.failedExchanges, interval: refill };
  const key = `exchange:${requesterAddress}`;
  if (attempts.isExhausted(key, pace)) {
    const description = "Too many failed exchanges. Try again later.";
    return respondWithOAuthError(c, 429, "too_many_attempts", description);
  }
  const outcome = runExchangeAction(profile.action_id, token, context.users);
  const details = { action_id: profile.action_id, outcome: outcome?.kind ?? "no code" };
  context.log.addFact("action ran", details);
  switch (outcome?.kind) {
    case undefined:
      return respondWithOAuthError(c, 400, "server_error", "The action chose no user.");
    case "invalid-subject-token":
      attempts.count(key, pace);
      return respondWithOAuthError(c, 400, "invalid_request", outcome.reason);
    case "denied":
      return respondWithOAuthError(c, 400, outcome.code, outcome.reason);
    case "user":
  }
  const { user } = outcome;
  if (user.blocked === true) {
    return respondWithOAuthError(c, 403, "access_denied", "user is blocked");
  }
  const connection = readConnectionName(user);
  const extra = { issued_token_type: accessTokenType };
  return await grantToUser(c, context, { client, user, connection, wish }, { extra });
}
