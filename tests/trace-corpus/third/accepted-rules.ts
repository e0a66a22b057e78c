/**
 * The rules whose finding names the cause of each faulty login of the third set. They were chosen
 * from the sentences of faulty.ts, before any rule was tried on these logins.
 */
export const acceptedRules: Readonly<Record<string, readonly string[]>> = {
  "redirect-with-trailing-slash": ["authz-redirect-mismatch"],
  "code-redeemed-twice": ["token-code-reused"],
  "page-without-client-secret": ["token-client-type"],
  "token-origin-not-allowed": ["token-cors", "net-cors"],
  "discovery-under-old-prefix": ["disc-failed"],
  "login-without-pkce": ["authz-pkce-missing"],
  "scope-not-assigned": ["authz-scope-invalid"],
  "user-info-without-openid": ["authz-openid-missing", "at-insufficient-scope"],
  "token-with-other-redirect": ["token-redirect-differs"],
  "refresh-token-used-twice": ["token-refresh-reused"],
  "posted-without-login-cookie": ["resp-formpost-cookie", "resp-login-cookie"],
  "token-without-audience": ["at-wrong-audience"],
  "preflight-needs-token": ["net-preflight"],
  "login-page-in-frame": ["authz-in-frame"],
  "callback-not-found": ["resp-callback-failed"],
};
