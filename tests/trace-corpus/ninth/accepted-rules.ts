/**
 * The rules whose finding names the cause of each faulty login of the ninth set. They were chosen
 * from the sentences of its list, before any rule was tried on these logins. The causes that two
 * rules name since then are marked.
 */
export const acceptedRules: Readonly<Record<string, readonly string[]>> = {
  "chat-works-only-in-development": ["authz-redirect-origin", "net-failed"],
  "paste-site-session-not-started": ["authz-redirect-origin", "resp-login-cookie"],
  "arcade-set-up-on-own-host": ["authz-redirect-mismatch"],
  "trails-page-logs-out-at-reload": ["renew-3pc", "cookie-attributes"],
  "claims-desk-renewal-hangs": ["renew-timeout", "authz-in-frame", /* since then */ "net-blocked"],
  "files-page-gets-no-token": ["renew-3pc"],
  "survey-page-cannot-redeem": ["token-cors", "net-preflight"],
  "workbench-form-says-check-connection": ["token-cors", "net-preflight"],
  "console-forgets-user-at-reload": ["at-missing"],
  "back-at-logout-after-login": [/* since then */ "resp-back-at-login"],
  "editor-refuses-every-login": ["authz-form-refused", "resp-no-session"],
  "portal-entered-twice": ["resp-no-transaction", "authz-state-reused"],
  "campus-login-returns-json": ["token-secret-wrong", "resp-callback-failed"],
  "login-page-comes-back": ["resp-back-at-login"],
  "warehouse-keeps-reloading": ["resp-no-transaction", "authz-redirect-response"],
};
