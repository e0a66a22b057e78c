// Advice for codes that the service documents, since its own texts rarely say what to do.
const remedies = new Map([
  // A refusal without a code: so the service answers an origin that it does not know.
  ["403", "Check the allowed web origins."],
  ["consent_required", "Log in with authorize: the user has to agree."],
  ["insufficient_scope", "Log in with the scope and the audience of this call."],
  ["interaction_required", "Log in with authorize: the tenant has to show a page."],
  ["invalid_password", "Choose a password that keeps to the policy."],
  ["login_required", "Log in with authorize, or allow the tenant's cookies."],
  ["unauthorized_client", "Check the grants of the application."],
]);

/** Finds what to do about a failure, by the service's code for it. */
export function findRemedy(code: string): string | undefined {
  return remedies.get(code);
}
