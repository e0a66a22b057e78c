import { findConnection } from "../../directory/connections.ts";
import {
  checkOneTimeCode,
  checkPassword,
  failureTexts,
  type LoginFailure,
} from "../login/check-password.ts";
import { OAuthError } from "../oauth-error.ts";
import { findOrCreatePasswordlessUser } from "../passwordless/passwordless-user.ts";
import type { GrantHandler } from "./token-request.ts";
import { grantToUser, readRequestedAccess } from "./token-user-grant.ts";

const errors: Record<LoginFailure, { status: 401 | 403 | 429; error: string }> = {
  "wrong-password": { status: 403, error: "invalid_grant" },
  denied: { status: 403, error: "access_denied" },
  blocked: { status: 401, error: "unauthorized" },
  leaked: { status: 401, error: "password_leaked" },
  "account-locked": { status: 429, error: "too_many_attempts" },
  suspicious: { status: 429, error: "too_many_attempts" },
};

/** Exchanges a user's password at a named database connection (grant `password-realm`). */
export const exchangePassword: GrantHandler = async (c, context, { client }, parameters) => {
  const { username, password, realm } = parameters;
  if (username === undefined || password === undefined || realm === undefined) {
    const description = "Missing required parameter: username, password or realm";
    throw new OAuthError(400, "invalid_request", description);
  }
  if (findConnection(realm)?.strategy !== "auth0") {
    throw new OAuthError(400, "invalid_request", "Unknown realm.");
  }
  const access = readRequestedAccess(context, parameters);
  const result = checkPassword(context, { username, password, connection: realm });
  if (!result.ok) throw createLoginError(result.failure, failureTexts[result.failure]);
  return await grantToUser(c, context, { client, user: result.user, connection: realm, access });
};

/** Exchanges a one-time code from an email or text message (grant `passwordless/otp`). */
export const exchangeOneTimeCode: GrantHandler = async (c, context, { client }, parameters) => {
  const { username, otp, realm } = parameters;
  if (username === undefined || otp === undefined || realm === undefined) {
    const description = "Missing required parameter: username, otp or realm";
    throw new OAuthError(400, "invalid_request", description);
  }
  if (realm !== "email" && realm !== "sms") {
    throw new OAuthError(400, "invalid_request", "Unknown realm.");
  }
  const access = readRequestedAccess(context, parameters);
  const result = checkOneTimeCode(context, { username, code: otp, connection: realm }, () =>
    findOrCreatePasswordlessUser(context, realm, username),
  );
  if (!result.ok) {
    const isWrong = result.failure === "wrong-password";
    const text = isWrong ? "Wrong email or verification code." : failureTexts[result.failure];
    throw createLoginError(result.failure, text);
  }
  return await grantToUser(c, context, { client, user: result.user, connection: realm, access });
};

function createLoginError(failure: LoginFailure, description: string): OAuthError {
  const { status, error } = errors[failure];
  return new OAuthError(status, error, description);
}
