import {
  explainRetry,
  writeDuration,
  type RetryAdvice,
} from "../management/refusals/explain-retry.ts";
import type { Failure } from "./failure.ts";

/** When a refused request may be tried again, in words that are true at `now` (Unix time in ms). */
export function adviseRetry({ management }: Failure, now: number): RetryAdvice | undefined {
  return management === undefined ? undefined : explainRetry(management, now);
}

/** How long it is to wait until a moment, in words that are true at `now`; both Unix time in ms. */
export function describeWait(until: number, now: number): string {
  return until <= now ? "Try again now." : `Try again in ${writeDuration(until - now)}.`;
}
