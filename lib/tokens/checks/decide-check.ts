import type { Finding } from "../finding.ts";
import { checkOfFinding, type FindingId } from "../finding-table.ts";
import { checkFacts, type Check } from "./check.ts";
import type { CheckDraft } from "./token-facts.ts";

/** Decides the outcome: the worst finding of the check counts, then the reason of an omission. */
export function decideCheck(draft: CheckDraft, findings: readonly Finding[]): Check {
  const { id, compared, source, remark = "" } = draft;
  const { message, ...decided } = decideOutcome(draft, findings);
  return {
    id,
    ...checkFacts[id],
    ...(source === undefined ? {} : { source }),
    compared,
    ...decided,
    message: `${message}${remark}`,
  };
}

function decideOutcome(
  { id, passed, failed, unchecked, notApplicable }: CheckDraft,
  findings: readonly Finding[],
): Pick<Check, "outcome" | "message" | "remedy"> {
  const own = findings.filter((finding) => checkOfFinding(finding.id) === id);
  const error = own.find(({ severity }) => severity === "error");
  if (error !== undefined) {
    return { outcome: "failed", message: `${error.title}.`, remedy: error.remedy };
  }
  if (failed !== undefined) return { outcome: "failed", message: failed };
  if (notApplicable !== undefined) return { outcome: "not-applicable", message: notApplicable };
  const warnings = own.filter(({ severity }) => severity === "warning");
  if (unchecked !== undefined) {
    return {
      outcome: "not-checked",
      message: [unchecked, ...warnings.map(describeWarning)].join(" "),
    };
  }
  const [first, ...further] = warnings;
  if (first === undefined) return { outcome: "passed", message: passed };
  return {
    outcome: "warning",
    message: warnings.map(describeWarning).join(" "),
    // One remedy for several problems would seem to fix them all.
    ...(further.length === 0 ? { remedy: first.remedy } : {}),
  };
}

/** The findings that are warnings only within the leeway. */
const tolerable: readonly FindingId[] = ["expired", "not-yet-valid", "issued-in-the-future"];

function describeWarning({ id, title }: Finding): string {
  return tolerable.includes(id) ? `${title}, but within the leeway.` : `${title}.`;
}
