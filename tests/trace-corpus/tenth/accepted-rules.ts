/**
 * The rules whose finding names the cause of each faulty login of the tenth set. They were chosen
 * from the sentences of its list, before any rule was tried on these logins.
 */
export const acceptedRules: Readonly<Record<string, readonly string[]>> = {
  "second-page-asks-to-log-in": ["renew-3pc", "cookie-attributes"],
  "chat-login-fails-at-callback": ["idt-hs256", "idt-alg"],
  "login-of-imported-users": ["authz-access-denied"],
  "dev-server-on-next-port": ["authz-redirect-mismatch"],
  "profile-page-in-development": ["token-code-reused"],
  "playlists-do-not-load": ["net-cors", "net-preflight"],
  "account-settings-not-shown": ["at-wrong-audience", "at-refused"],
  "verified-user-turned-away": ["at-forbidden"],
  "catalogue-refused-before-login": ["authz-redirect-mismatch"],
  "static-site-signs-in-from-bucket": ["token-cors", "net-cors"],
  "invoices-behind-gateway": ["net-preflight"],
  "pool-answers-with-error": ["token-redirect-differs"],
  "connection-breaks-off-later": ["token-refresh-expected"],
  "signed-out-but-not-back": ["logout-unnamed"],
  "portal-sends-back-to-login": ["cookie-attributes", "resp-session-lost"],
};
