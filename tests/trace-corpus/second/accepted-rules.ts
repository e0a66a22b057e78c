/**
 * The rules whose finding names the cause of each faulty login of the second set. They were chosen
 * from the sentences of expected.ts, before any rule was tried on these logins.
 */
export const acceptedRules: Readonly<Record<string, readonly string[]>> = {
  "redirect-encoded-twice": ["authz-redirect-mismatch"],
  "start-and-return-on-different-hosts": ["authz-redirect-origin"],
  "cookie-of-other-tab": ["authz-double"],
  "fragment-for-server": ["resp-mode-mismatch"],
  "challenge-in-hex": ["authz-pkce-shape", "token-verifier-mismatch"],
  "token-as-json": ["token-content-type"],
  // If it lists the policy of the page among its causes.
  "policy-blocks-token": ["resp-not-redeemed", "net-blocked"],
  "issuer-of-inner-host": ["idt-iss", "resp-iss-different"],
  "clock-of-computer-ahead": ["idt-time"],
  "id-token-at-api": ["at-wrong-audience"],
  "session-cookie-refused": ["cookie-attributes"],
  "api-redirects-fetch": ["authz-fetch"],
  "renewal-frame-without-session": ["renew-3pc"],
  "refresh-token-undefined": ["token-refresh-expected"],
  "logout-return-not-registered": ["logout-return"],
};
