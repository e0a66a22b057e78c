import { findConnection } from "../../directory/connections.ts";
import type { TenantContext, TenantRequest } from "../../context.ts";
import {
  checkOneTimeCode,
  checkPassword,
  failureTexts,
  type LoginFailure,
} from "../login/check-password.ts";
import { respondWithOAuthError } from "../oauth-error.ts";
import { findOrCreatePasswordlessUser } from "../passwordless/passwordless-user.ts";
import { grantToUser, readWish } from "./token-user-grant.ts";
import type { TokenClient, TokenParameters } from "./token.ts";

const errors: Record<LoginFailure, { status: 401 | 403 | 429; error: string }> = {
  "wrong-password": { status: 403, error: "invalid_grant" },
  denied: { status: 403, error: "access_denied" },
  blocked: { status: 401, error: "unauthorized" },
  leaked: { status: 401, error: "password_leaked" },
  "account-locked": { status: 429, error: "too_many_attempts" },
  suspicious: { status: 429, error: "too_many_attempts" },
};

/** Exchanges a user's password at a named database connection (grant `password-realm`). */
export async function exchangePassword(
  c: TenantRequest,
  context: TenantContext,
  { client }: TokenClient,
  parameters: TokenParameters,
): Promise<Response> {
  const { username, password, realm } = parameters;
  if (username === undefined || password === undefined || realm === undefined) {
    const description = "Missing required parameter: username, password or realm";
    return respondWithOAuthError(c, 400, "invalid_request", description);
  }
  if (findConnection(realm)?.strategy !== "auth0") {
    return respondWithOAuthError(c, 400, "invalid_request", "Unknown realm.");
  }
  const wish = readWish(c, context, parameters);
  if (wish instanceof Response) return wish;
  const result = checkPassword(context, { username, password, connection: realm });
  if (!result.ok) return refuse(c, result.failure, failureTexts[result.failure]);
  return await grantToUser(c, context, { client, user: result.user, connection: realm, wish });
}

/** Exchanges a one-time code that went to an e-mail address or phone number (grant `passwordless/otp`). */
export async function exchangeOneTimeCode(
  c: TenantRequest,
  context: TenantContext,
  { client }: TokenClient,
  parameters: TokenParameters,
): Promise<Response> {
  const { username, otp, realm } = parameters;
  if (username === undefined || otp === undefined || realm === undefined) {
    const description = "Missing required parameter: username, otp or realm";
    return respondWithOAuthError(c, 400, "invalid_request", description);
  }
  if (realm !== "email" && realm !== "sms") {
    return respondWithOAuthError(c, 400, "invalid_request", "Unknown realm.");
  }
  const wish = readWish(c, context, parameters);
  if (wish instanceof Response) return wish;
  const result = checkOneTimeCode(context, { username, code: otp, connection: realm }, () =>
    findOrCreatePasswordlessUser(context, realm, username),
  );
  if (!result.ok) {
    const isWrong = result.failure === "wrong-password";
    const text = isWrong ? "Wrong email or verification code." : failureTexts[result.failure];
    return refuse(c, result.failure, text);
  }
  return await grantToUser(c, context, { client, user: result.user, connection: realm, wish });
}

function refuse(c: TenantRequest, failure: LoginFailure, description: string): Response {
  const { status, error } = errors[failure];
  return respondWithOAuthError(c, status, error, description);
}
