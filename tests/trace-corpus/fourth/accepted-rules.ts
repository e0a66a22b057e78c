/**
 * The rules whose finding names the cause of each faulty login of the fourth set. They were chosen
 * from the sentences of its lists, before any rule was tried on these logins;
 * authz-implicit-refused was written afterwards.
 */
export const acceptedRules: Readonly<Record<string, readonly string[]>> = {
  "client-of-other-environment": ["authz-client-unknown"],
  "implicit-flow-not-allowed": [
    "authz-client-refused",
    "authz-implicit-refused",
    "authz-response-type",
  ],
  "token-without-verifier": ["token-verifier-missing"],
  "bearer-undefined": ["at-missing"],
  "silent-login-needs-consent": ["renew-consent"],
  "discovery-names-inner-issuer": ["disc-issuer", "idt-inner-issuer"],
  "user-not-assigned": ["authz-access-denied"],
  "id-token-without-nonce": ["authz-nonce-missing"],
};
