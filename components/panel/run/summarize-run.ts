import type { RunDescription } from "../../../lib/models/runs/describe-run.ts";
import type { Check } from "../../../lib/tokens/checks/check.ts";

export function listFailed(checks: readonly Check[]): readonly Check[] {
  return checks.filter(({ outcome }) => outcome === "failed");
}

/** Names the failed checks, or counts the checks that passed and that did not apply. */
export function summarizeChecks(checks: readonly Check[]): string {
  const failed = listFailed(checks);
  if (failed.length > 0) {
    const names = failed.map(({ title }) => title).join(", ");
    const applied = checks.filter(({ outcome }) => outcome !== "not-applicable");
    return `${failed.length} of ${applied.length} checks failed: ${names}.`;
  }
  const passed = checks.filter(({ outcome }) => outcome === "passed").length;
  const rest = checks.length - passed;
  return rest === 0
    ? `All ${passed} checks passed.`
    : `${passed} checks passed, ${rest} not applicable.`;
}

/** Returns the method that ended the run, without its object: `userInfo`. */
export function nameMethod({ method }: RunDescription): string {
  return method?.split(".").at(-1) ?? "The request";
}
