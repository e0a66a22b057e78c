/**
 * The rules whose finding names the cause of each faulty login of the fifth set. They were chosen
 * from the sentences of its lists, before any rule was tried on these logins; token-query,
 * logout-unnamed and logout-fetch were written afterwards.
 */
export const acceptedRules: Readonly<Record<string, readonly string[]>> = {
  "device-flow-not-enabled": ["device-refused"],
  "client-secret-expired": ["resp-callback-failed", "token-secret-wrong"],
  "resource-with-slash": ["authz-target-invalid"],
  "refresh-after-logout": ["token-refresh-refused"],
  "logout-without-hint": ["logout-return", "logout-unnamed"],
  "loopback-on-other-port": ["authz-redirect-mismatch"],
  "user-outside-organization": ["authz-access-denied"],
  "token-parameters-in-query": ["token-body-format", "token-query"],
  "login-cookie-strict": ["resp-login-cookie"],
  "guard-at-callback": ["loop-login", "resp-not-redeemed"],
  "silent-page-forbids-frames": ["renew-callback-framed"],
  // A warning names it, as one that is possible.
  "account-without-email": [],
  "preflight-without-authorization": ["net-preflight"],
  "logout-by-fetch": ["logout-fetch"],
  "api-scope-not-requested": ["at-forbidden", "at-insufficient-scope"],
  "api-expects-other-issuer": ["at-refused"],
};
