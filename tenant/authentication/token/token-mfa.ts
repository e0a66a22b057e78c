import type { TenantContext, TenantRequest } from "../../context.ts";
import { nameMfaRecipient } from "../login/mfa-code.ts";
import { respondWithOAuthError } from "../oauth-error.ts";
import { grantToUser } from "./token-user-grant.ts";
import type { TokenClient, TokenParameters } from "./token.ts";

/** Goes on with a token request that was answered `mfa_required`, given the code that was sent. */
export async function exchangeSecondFactor(
  c: TenantRequest,
  context: TenantContext,
  { client }: TokenClient,
  parameters: TokenParameters,
): Promise<Response> {
  const { mfa_token: token, otp } = parameters;
  if (token === undefined || otp === undefined) {
    const description = "Missing required parameter: mfa_token or otp";
    return respondWithOAuthError(c, 400, "invalid_request", description);
  }
  const request = context.logins.mfaRequests.get(token);
  const user = context.users.get(request?.userId ?? "");
  if (request === undefined || user === undefined || request.clientId !== client.client_id) {
    return respondWithOAuthError(c, 401, "expired_token", "mfa_token is expired or unknown");
  }
  if (!context.logins.codes.redeem(nameMfaRecipient(user), otp)) {
    return respondWithOAuthError(c, 403, "invalid_grant", "Invalid otp_code.");
  }
  context.logins.mfaRequests.remove(token);
  const { wish, connection, extra } = request;
  const options = { hasSecondFactor: true, ...(extra !== undefined && { extra }) };
  return await grantToUser(c, context, { client, user, connection, wish }, options);
}
