import type { ManagementErrorFacts } from "../management/refusals/management-error.ts";
import { RemoteError, type ErrorReport } from "../messages/remote-error.ts";
import { toFailure, type Failure } from "./failure.ts";
import { isResponseLost } from "./is-response-lost.ts";

/** A change without an outcome: its response was lost, or the tenant or the worker refused it. */
export type FailedChange =
  | { kind: "unknown"; failure: Failure }
  | { kind: "refused"; failure: Failure };

/** A change without an outcome, as the worker reports it. */
type ReportedFailure =
  | { kind: "unknown"; failure: ManagementErrorFacts }
  | { kind: "refused"; error: ErrorReport };

/** The outcome of a change as a page shows it. */
export type ChangeResult<Outcome extends { kind: string }> =
  | Exclude<Outcome, { kind: "unknown" | "refused" }>
  | FailedChange;

/** Returns the failure of a change that the worker reports without an outcome. */
export function describeFailed(reported: ReportedFailure): FailedChange {
  if (reported.kind === "refused")
    return { kind: "refused", failure: toFailure(new RemoteError(reported.error)) };
  const { code, message } = reported.failure;
  return { kind: "unknown", failure: { code, message, management: reported.failure } };
}

/**
 * Returns the outcome of a change from the command that sends or checks it.
 *
 * @param isRefused tells if a failed command means that the change was not made; otherwise it may
 *   have been made
 */
export function readOutcome<Outcome>(
  asking: Promise<Outcome>,
  isRefused: (failure: Failure) => boolean,
): Promise<Outcome | FailedChange> {
  return asking.catch((error: unknown) => {
    const failure = toFailure(error);
    return { kind: isRefused(failure) ? "refused" : "unknown", failure };
  });
}

/** Tells if a sent change was not made: the tenant or the worker refused it. */
export const isRefusedSend = (failure: Failure): boolean => !isResponseLost(failure);
