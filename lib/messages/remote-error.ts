import * as z from "zod/mini";

/**
 * The shape in which a failure crosses between contexts. `message` is a sentence for people and holds
 * no secret; `facts` holds what a view needs to place it (a field, a time, the service's words).
 */
export const errorReportSchema = z.object({
  code: z.string(),
  message: z.string(),
  facts: z.record(z.string(), z.unknown()),
});
export type ErrorReport = z.infer<typeof errorReportSchema>;

/** A failure that happened in another context, raised again at the caller. */
export class RemoteError extends Error {
  override readonly name = "RemoteError";
  readonly code: string;
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(report: ErrorReport) {
    super(report.message);
    this.code = report.code;
    this.facts = report.facts;
  }
}

/** An error of our own that knows what may be said of it elsewhere. */
export interface ReportableError extends Error {
  readonly code: string;
  toFacts?(): Record<string, unknown>;
}

function isReportable(error: unknown): error is ReportableError {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}

/**
 * Turns whatever was thrown into a report. An error that carries no code of ours came from a place we did not
 * foresee: its text may hold anything, so it stays behind and a general sentence crosses.
 */
export function reportError(error: unknown): ErrorReport {
  if (isReportable(error)) {
    return { code: error.code, message: error.message, facts: error.toFacts?.() ?? {} };
  }
  return {
    code: "unexpected",
    message:
      "Something unforeseen went wrong in the background. Try again; if it stays, reload the extension.",
    facts: { name: error instanceof Error ? error.name : typeof error },
  };
}
