import {
  explainRetry,
  formatDuration,
  type RetryAdvice,
} from "../management/refusals/explain-retry.ts";
import type { Failure } from "./failure.ts";

/** Returns the time to retry a refused request as text, at `now` (Unix time in ms). */
export function adviseRetry({ management }: Failure, now: number): RetryAdvice | undefined {
  return management === undefined ? undefined : explainRetry(management, now);
}

/** Returns the time left until a retry as text. Both parameters are Unix times in ms. */
export function describeWait(until: number, now: number): string {
  return until <= now ? "Try again now." : `Try again in ${formatDuration(until - now)}.`;
}
