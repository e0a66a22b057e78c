/**
 * The rules whose finding names the cause of each faulty login of the twelfth set. They were chosen
 * from the sentences of its list, before any rule was tried on these logins.
 */
export const acceptedRules: Readonly<Record<string, readonly string[]>> = {
  "invoices-after-reload": ["at-missing"],
  "leaving-the-gallery": ["logout-return"],
  "dashboard-button-does-nothing": ["authz-fetch"],
  "survey-sign-in-has-network-error": ["authz-fetch"],
  "first-sign-in-to-intranet": ["authz-redirect-mismatch"],
  // No rule looks for it.
  "reports-on-new-cluster": [],
  "planner-in-another-browser": ["resp-session-unsent"],
  "console-still-shows-sso-login": ["token-code-reused"],
  "recipes-ask-for-login-in-the-afternoon": ["token-refresh-reused", "token-refresh-raced"],
  "profile-of-shop-does-not-load": ["net-cors", "net-preflight"],
  "agents-lose-connection": ["token-refresh-refused"],
  "orders-say-no-rights": ["idt-hash"],
  "login-by-mail-at-bare-address": ["token-redirect-differs"],
  "tracker-login-cancelled-first": ["authz-state-reused", "resp-no-transaction"],
  "cloud-shows-sign-in-form-again": ["resp-not-redeemed"],
};
