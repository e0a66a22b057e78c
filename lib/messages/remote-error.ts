import * as z from "zod/mini";

/**
 * A failure, as contexts send it to each other. `message` is for the user and contains no secret.
 * `facts` has the details for a view: a field, a time, the message of the service.
 */
export const errorReportSchema = z.object({
  code: z.string(),
  message: z.string(),
  facts: z.record(z.string(), z.unknown()),
});
export type ErrorReport = z.infer<typeof errorReportSchema>;

/** A failure in another context, thrown again in the context of the caller. */
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

/** An error class of this extension, with the details that other contexts receive. */
export interface ReportableError extends Error {
  readonly code: string;
  toFacts?(): Record<string, unknown>;
}

function isReportable(error: unknown): error is ReportableError {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}

/**
 * Converts a thrown value to a report. The message of an error without a code can contain anything,
 * even a secret, so a general sentence replaces the message.
 */
export function reportError(error: unknown): ErrorReport {
  if (isReportable(error)) {
    return { code: error.code, message: error.message, facts: error.toFacts?.() ?? {} };
  }
  return {
    code: "unexpected",
    message:
      "An internal error occurred in the background. Try again. If this continues, reload the extension.",
    facts: { name: error instanceof Error ? error.name : typeof error },
  };
}
