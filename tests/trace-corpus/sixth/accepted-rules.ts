/**
 * The rules whose finding names the cause of each faulty login of the sixth set. They were chosen
 * from the sentences of its lists, before any rule was tried on these logins;
 * authz-implicit-refused and authz-redirect-response were written afterwards.
 */
export const acceptedRules: Readonly<Record<string, readonly string[]>> = {
  "client-id-not-registered": ["authz-client-unknown", "authz-client-refused"],
  "page-client-needs-secret": ["token-client-type", "token-secret-wrong"],
  "user-is-blocked": ["authz-access-denied", "authz-refused"],
  "implicit-flow-not-allowed": ["authz-implicit-refused", "authz-response-type"],
  "password-forgotten": ["authz-access-denied", "authz-error-other"],
  "earlier-error-in-redirect-uri": ["authz-redirect-dynamic", "authz-redirect-response"],
  "renewal-after-provider-logout": ["renew-no-session", "renew-login-required"],
  "callback-from-bookmark": ["authz-transaction-lost", "resp-no-transaction"],
  "cancelled-without-failure-page": ["authz-access-denied"],
  "consent-declined-and-server-error": ["authz-access-denied", "resp-callback-failed"],
  "server-sends-wrong-secret": ["resp-callback-failed", "token-secret-wrong"],
  "earlier-login-page-used-after-login": ["resp-login-cookie", "authz-double"],
};
