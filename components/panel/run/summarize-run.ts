import type { RunDescription } from "../../../lib/models/runs/describe-run.ts";
import type { Check } from "../../../lib/tokens/checks/check.ts";

export function listFailed(checks: readonly Check[]): readonly Check[] {
  return checks.filter(({ outcome }) => outcome === "failed");
}

const others = [
  ["warning", "with a warning"],
  ["not-checked", "not checked"],
  ["not-applicable", "not applicable"],
] as const;

/** Names the failed checks, or counts the checks by their outcome. */
export function summarizeChecks(checks: readonly Check[]): string {
  const failed = listFailed(checks);
  if (failed.length > 0) {
    const names = failed.map(({ title }) => title).join(", ");
    const applied = checks.filter(({ outcome }) => outcome !== "not-applicable");
    return `${failed.length} of ${applied.length} checks failed: ${names}.`;
  }
  const count = (wanted: Check["outcome"]) =>
    checks.filter(({ outcome }) => outcome === wanted).length;
  const rest = others.flatMap(([outcome, words]) =>
    count(outcome) === 0 ? [] : [`, ${count(outcome)} ${words}`],
  );
  return rest.length === 0
    ? `All ${checks.length} checks passed.`
    : `${count("passed")} checks passed${rest.join("")}.`;
}

/** Returns the method that ended the run, without its object: `userInfo`. */
export function nameMethod({ method }: RunDescription): string {
  return method?.split(".").at(-1) ?? "The request";
}
