/**
 * The rules whose finding names the cause of each faulty login of the eighth set. They were chosen
 * from the sentences of its list, before any rule was tried on these logins.
 */
export const acceptedRules: Readonly<Record<string, readonly string[]>> = {
  "sample-stuck-at-callback": ["idt-hs256", "idt-alg"],
  "email-not-verified": ["authz-access-denied"],
  "wrong-password-without-message": ["embedded-access_denied"],
  "session-cookie-none-without-secure": ["cookie-attributes"],
  "response-on-other-origin": ["authz-redirect-origin"],
  "silent-check-left-its-error": ["authz-redirect-response"],
  "preview-uses-local-address": ["authz-redirect-origin", "resp-login-cookie"],
  "login-begun-again-in-session": ["authz-double"],
  "server-rejects-certificate": ["resp-callback-failed"],
  "credentials-of-server-refused": ["resp-callback-failed", "token-secret-wrong"],
  "correlation-cookie-rejected": ["cookie-attributes", "resp-login-cookie"],
  "framework-session-cookie-replaced": ["resp-login-cookie"],
  "exchange-as-json": ["token-body-format"],
  "packaged-page-not-in-list": ["authz-redirect-mismatch"],
  "api-called-with-old-token": ["at-expired"],
};
