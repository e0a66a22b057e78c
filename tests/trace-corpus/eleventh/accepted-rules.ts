/**
 * The rules whose finding names the cause of each faulty login of the eleventh set. They were chosen
 * from the sentences of its list, before any rule was tried on these logins. The causes that two
 * rules name since then are marked.
 */
export const acceptedRules: Readonly<Record<string, readonly string[]>> = {
  "timesheet-stays-empty": ["at-misplaced"],
  "first-login-of-new-application": ["authz-redirect-mismatch"],
  "store-moves-under-path": ["authz-redirect-mismatch"],
  "ledger-page-after-login": ["renew-consent"],
  "forum-login-box": [
    "embedded-unauthorized_client",
    "embedded-refused",
    /* since then */ "embedded-hosted",
  ],
  "back-to-login-after-logout": ["authz-form-refused", "authz-transaction-lost"],
  "bank-account-not-linked": ["token-code-reused"],
  "library-behind-nas-login": ["token-cors"],
  "diagram-tool-login-comes-back": ["authz-state-missing", "authz-request-invalid"],
  "club-page-stays-white": ["net-failed", "disc-failed"],
  "stream-overlay-does-not-connect": [/* since then */ "token-not-code"],
  "booking-page-not-connected": ["token-redirect-differs"],
  "convention-page-stays-blank": ["resp-session-unsent"],
  "reading-room-sign-in-fails": ["token-cors"],
  "signed-out-and-in-again": ["logout-local"],
};
