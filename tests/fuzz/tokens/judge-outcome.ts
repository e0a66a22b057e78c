import { tokenReportSchema, type TokenReport } from "../../../lib/tokens/inspect-token.ts";
import type { TokenVerdict } from "../../../lib/tokens/classify-token.ts";
import type { LibraryAnswer } from "../../../lib/runs/token-check/check-with-library.ts";

/** The content of the Tokens tab for one input. */
export interface Outcome {
  readonly report: TokenReport | undefined;
  readonly verdict: TokenVerdict | undefined;
  readonly answer: LibraryAnswer | undefined;
}

/** A sentence ends with a full stop, perhaps within quotes; a placeholder is a failed text. */
function isSentence(text: string): boolean {
  return /[.?!][”")]?$/.test(text) && !/\bundefined\b|\[object /.test(text);
}

/** Lists the problems of an outcome: an unknown shape, or a text that is no sentence. */
export function judgeOutcome(text: string, { report, verdict, answer }: Outcome): string[] {
  const problems: string[] = [];
  if (report === undefined) return text.trim() === "" ? [] : ["has no report"];
  const parsed = tokenReportSchema.safeParse(report);
  if (!parsed.success) problems.push(`has a report of unknown shape: ${parsed.error.message}`);
  if (report.kind === "unreadable" && !isSentence(report.failure.message)) {
    problems.push("says no sentence about the failure");
  }
  if (report.kind === "read") {
    if (verdict === undefined || !isSentence(verdict.message)) problems.push("has no verdict");
    for (const { id, title, why, remedy } of report.findings) {
      if (title === "" || !isSentence(why) || !isSentence(remedy)) {
        problems.push(`has a finding without sentences: ${id}`);
      }
    }
  }
  if (answer?.kind === "rejected" && !isSentence(answer.errorDescription)) {
    problems.push("has an error of the library without a sentence");
  }
  return problems;
}
