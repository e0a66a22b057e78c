import { plural } from "../../encoding/plural.ts";
import type { ManagementErrorFacts } from "./management-error.ts";

/** Advice on retrying a refused request. */
export interface RetryAdvice {
  /** Epoch milliseconds; absent if waiting does not help, or if the time is unknown. */
  at?: number;
  /** True if the user may retry now. */
  isNow: boolean;
  message: string;
}

/** Returns advice for a rate limit, a 503 or an entity limit; undefined for other refusals. */
export function explainRetry(facts: ManagementErrorFacts, now: number): RetryAdvice | undefined {
  if (facts.code === "entity-limit") {
    return {
      isNow: false,
      message:
        "The tenant has reached its limit, so waiting does not help. Delete a profile that is no longer used, then try again.",
    };
  }
  if (facts.code !== "rate-limited" && facts.status !== 503) return undefined;
  if (facts.retryAt === undefined) {
    return {
      isNow: true,
      message: "The tenant gave no reset time. Try again in a minute.",
    };
  }
  if (facts.retryAt <= now) return { at: facts.retryAt, isNow: true, message: "Try again now." };
  return {
    at: facts.retryAt,
    isNow: false,
    message: `Try again in ${formatDuration(facts.retryAt - now)}.`,
  };
}

/** Formats milliseconds, rounded up: a retry after the shown time is not too early. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  if (seconds < 100) return plural(seconds, "second");
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 100) return plural(minutes, "minute");
  return plural(Math.ceil(minutes / 60), "hour");
}
