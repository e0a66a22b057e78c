import type { Operation } from "../operation.ts";
import type { Pairs } from "../parameter-lines.ts";
import type { CapturedRequest } from "./captured-request.ts";

/** The operation that makes a captured request, and the parameters to fill its form with. */
export interface RequestPlan {
  operation: Operation;
  /** The path of the library's own request. */
  path: string;
  /** The parameters of the request. */
  sent: Pairs;
  /** The parameters of fields whose names differ from their parameters. */
  wireNames?: Readonly<Record<string, string>>;
  /** The names of parameters that the library sends by itself. */
  implied?: readonly string[];
  /** Parameters of the request that the operation cannot send. */
  leftOut?: readonly string[];
  /** True to send the parameters in the order of the request. */
  keepsOrder?: boolean;
  notes?: readonly string[];
}

/** Plans the run of a captured request; returns the reason if no operation makes the request. */
export type PlanRequest = (
  request: CapturedRequest,
  /** The messages of the same login, in order of time. */
  flow: readonly CapturedRequest[],
) => RequestPlan | string;

/** Returns the first value of a parameter. */
export function readFirst(pairs: Pairs, name: string): string | undefined {
  return pairs.find(([key]) => key === name)?.[1];
}

/** Returns the pairs without those of some names. */
export function omitNames(pairs: Pairs, names: readonly string[]): Pairs {
  return pairs.filter(([name]) => !names.includes(name));
}
