import { nameMfaRecipient } from "../login/mfa-code.ts";
import { OAuthError } from "../oauth-error.ts";
import type { GrantHandler } from "./token-request.ts";
import { grantToUser } from "./token-user-grant.ts";

/**
 * Continues a token request that got the response `mfa_required`, with the code from the message.
 */
export const exchangeSecondFactor: GrantHandler = async (c, context, { client }, parameters) => {
  const { mfa_token: token, otp } = parameters;
  if (token === undefined || otp === undefined) {
    const description = "Missing required parameter: mfa_token or otp";
    throw new OAuthError(400, "invalid_request", description);
  }
  const request = context.logins.mfaRequests.get(token);
  const user = context.users.get(request?.userId ?? "");
  if (request === undefined || user === undefined || request.clientId !== client.client_id) {
    throw new OAuthError(401, "expired_token", "mfa_token is expired or unknown");
  }
  if (!context.logins.codes.redeem(nameMfaRecipient(user), otp)) {
    throw new OAuthError(403, "invalid_grant", "Invalid otp_code.");
  }
  context.logins.mfaRequests.remove(token);
  const { access, connection, extra } = request;
  const options = { hasSecondFactor: true, ...(extra !== undefined && { extra }) };
  return await grantToUser(c, context, { client, user, connection, access }, options);
};
