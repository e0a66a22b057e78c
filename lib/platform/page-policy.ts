import type { PolicyViolation } from "../runs/policy-block.ts";

/** A longer URI is cut: the rest is not compared. */
const maxText = 65_536;

/**
 * Watches what this page's Content-Security-Policy blocks. Violations of a policy that only reports
 * are ignored, and so are events that a script of the page created.
 *
 * @returns a function that stops watching
 */
export function watchPolicy(onViolation: (violation: PolicyViolation) => void): () => void {
  const listener = (event: SecurityPolicyViolationEvent) => {
    const { isTrusted, disposition, effectiveDirective, blockedURI } = event;
    if (!isTrusted || disposition !== "enforce") return;
    onViolation({ effectiveDirective, blockedURI: blockedURI.slice(0, maxText) });
  };
  // The event has the document as its target. A capturing listener precedes those of the page.
  window.addEventListener("securitypolicyviolation", listener, true);
  return () => window.removeEventListener("securitypolicyviolation", listener, true);
}
