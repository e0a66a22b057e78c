/**
 * The rules whose finding names the cause of each faulty login of the seventh set. They were chosen
 * from the sentences of its lists, before any rule was tried on these logins; resp-no-session was
 * written afterwards.
 */
export const acceptedRules: Readonly<Record<string, readonly string[]>> = {
  "proxy-hides-public-host": ["authz-redirect-mismatch", "authz-redirect-origin"],
  "form-post-without-login-cookies": ["resp-formpost-cookie", "resp-login-cookie"],
  "scope-refused-then-sign-in-page": ["authz-scope-invalid"],
  "page-forwards-code-without-issuer": ["resp-callback-failed"],
  "instances-without-common-sessions": ["resp-callback-failed"],
  "callback-not-in-list": ["authz-redirect-mismatch"],
  "reload-loses-login": ["renew-3pc"],
  "api-not-registered": ["authz-audience-unknown"],
  "reload-at-callback": ["resp-no-transaction"],
  "page-registered-as-server": ["token-client-type", "token-secret-wrong"],
  "sign-in-before-response-is-read": ["resp-not-redeemed", "loop-login"],
  "web-origins-empty": ["net-cors", "token-cors"],
  "session-cookies-of-one-name": ["resp-login-cookie"],
  "login-sets-no-cookie": ["resp-login-cookie", "resp-no-session"],
  "effect-sends-code-twice": ["token-code-reused"],
};
