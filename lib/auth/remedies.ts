// The service's own descriptions rarely contain a remedy.
const remedies = new Map([
  // The service refuses an unknown origin with this status and without a code.
  ["403", "Check the allowed web origins."],
  ["consent_required", "Log in with authorize: the user must consent."],
  ["insufficient_scope", "Log in with the scope and the audience of this call."],
  ["interaction_required", "Log in with authorize: the tenant must show a page."],
  ["invalid_password", "Choose a password that complies with the policy."],
  ["login_required", "Log in with authorize, or allow the tenant's cookies."],
  [
    "requires_verification",
    "Show the tenant's captcha and send its answer as captcha, or log in with authorize.",
  ],
  ["unauthorized_client", "Check the grants of the application."],
]);

/** Returns the remedy for a code of the service, or for a status without a code. */
export function findRemedy(code: string): string | undefined {
  return remedies.get(code);
}
