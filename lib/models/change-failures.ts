import type { ManagementErrorFacts } from "../management/refusals/management-error.ts";
import { RemoteError, type ErrorReport } from "../messages/remote-error.ts";
import { toFailure, type Failure } from "./failure.ts";

/** A change without an outcome: its response was lost, or the tenant or the worker refused it. */
export type FailedChange =
  | { kind: "unknown"; failure: Failure }
  | { kind: "refused"; failure: Failure };

/** Returns the failure of a change whose response was lost on the way to the worker. */
export function describeLost(facts: ManagementErrorFacts): FailedChange {
  const { code, message } = facts;
  return { kind: "unknown", failure: { code, message, management: facts } };
}

/** Returns the failure of a refused change from the error that the worker recorded. */
export function describeRefused(error: ErrorReport): FailedChange {
  return { kind: "refused", failure: toFailure(new RemoteError(error)) };
}
