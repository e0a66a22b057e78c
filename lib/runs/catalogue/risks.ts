import type { Risk } from "../operation.ts";

export const callbackMismatch: Risk = {
  error: "Callback URL mismatch",
  cause: "The callback URL is not one of the application's allowed callback URLs.",
  remedy: "Add the URL to the application's allowed callback URLs.",
};

export const unknownClient: Risk = {
  error: "Unknown client",
  cause: "The tenant has no application with this client ID.",
  remedy: "Copy the client ID from the application's settings, and check the tenant.",
};

export const loginRequired: Risk = {
  error: "login_required",
  cause: "With prompt=none, the user has no session at the tenant, or its cookies are blocked.",
  remedy: "Log in without prompt=none.",
};

export const developmentKeys: Risk = {
  error: "login_required",
  cause:
    "The user logged in with a social connection that uses the service's development keys. Such a login cannot be renewed.",
  remedy: "Give the connection its own keys at the identity provider.",
};

export const consentRequired: Risk = {
  error: "consent_required",
  cause:
    "With prompt=none, the user has not consented to the scopes. At a local address, consent is never skipped.",
  remedy: "Log in without prompt=none and accept the scopes.",
};

export const accessDenied: Risk = {
  error: "access_denied",
  cause: "The user, a rule or an action refused the login.",
  remedy: "Read the error description, and the tenant's log.",
};

export const unknownAudience: Risk = {
  error: "access_denied",
  cause: "The tenant has no API with this audience.",
  remedy: "Copy the audience from the identifier of the API.",
};

export const invalidRequest: Risk = {
  error: "invalid_request",
  cause: "The tenant does not accept a parameter, for example an unknown connection.",
  remedy: "Read the error description, and correct the parameter.",
};

export const hs256: Risk = {
  error: "invalid_token",
  cause: "The ID token is signed with HS256. Version 10 refuses it.",
  remedy: "Set the application's signature algorithm to RS256.",
};

export const issuedInTheFuture: Risk = {
  error: "invalid_token",
  cause: "The token was issued in the future: the clocks of the tenant and this device differ.",
  remedy: "Correct the clock of this device, or tolerate the difference with the leeway.",
};

export const wrongState: Risk = {
  error: "invalid_token",
  cause: "The response belongs to another login: its state is missing, unknown, expired or used.",
  remedy: "Log in again. Read each response once.",
};

export const missingToken: Risk = {
  error: "invalid_hash",
  cause: "The response lacks a token of the response type.",
  remedy: "Check the response type.",
};

/** The tenant does not answer a frame that it refuses. */
export const noResponse: Risk = {
  error: "timeout",
  cause:
    "The origin is not an allowed web origin, the callback URL is not allowed, the session reached its limit of renewals, or the network failed. The tenant's error page in the frame sends no response.",
  remedy: "Check the allowed web origins and callback URLs. Wait 15 minutes between renewals.",
};

export const originMismatch: Risk = {
  error: "origin_mismatch",
  cause: "The callback URL has another origin than the page.",
  remedy: "Use a callback URL of the page's origin.",
};

export const requestFailed: Risk = {
  error: "request_error",
  cause: "The tenant did not respond, or the page may not read the response.",
  remedy: "Check the network and the domain. In a page, check the allowed web origins too.",
};

/** The refusals of a token request for a user. */
export const invalidGrant: Risk = {
  error: "invalid_grant",
  cause:
    "The code or the token is invalid, expired or already used, or belongs to another application.",
  remedy: "Get a new one with Login with redirect, and use it once.",
};

export const grantNotAllowed: Risk = {
  error: "unauthorized_client",
  cause: "The application may not use this grant type.",
  remedy: "Allow the grant in the application's advanced settings.",
};

export const tooManyRequests: Risk = {
  error: "too_many_requests",
  cause: "Too many requests reached the tenant in a short time.",
  remedy: "Wait until the limit is reset, then try again.",
};

/** The failures of each authorization request that leaves the page. */
export const loginRisks: readonly Risk[] = [
  callbackMismatch,
  unknownClient,
  loginRequired,
  consentRequired,
  accessDenied,
  unknownAudience,
  invalidRequest,
  hs256,
  issuedInTheFuture,
];
