import type { ManagementErrorFacts } from "./management-error.ts";

/** Whether trying again is worth it, and when. */
export interface RetryAdvice {
  /** Epoch milliseconds; absent when time alone changes nothing, or when nobody can say. */
  at?: number;
  /** True as soon as it may be tried again by a press of a button. */
  isNow: boolean;
  message: string;
}

/** Says when a refused request may be tried again; undefined for a refusal that is none of time or room. */
export function explainRetry(facts: ManagementErrorFacts, now: number): RetryAdvice | undefined {
  if (facts.code === "entity-limit") {
    return {
      isNow: false,
      message:
        "Waiting does not help: the tenant has as many as it may have. Delete one that is no longer used, then try again at once.",
    };
  }
  if (facts.code !== "rate-limited" && facts.status !== 503) return undefined;
  if (facts.retryAt === undefined) {
    return {
      isNow: true,
      message: "The tenant does not say when it takes requests again. Try again in a minute.",
    };
  }
  if (facts.retryAt <= now) return { at: facts.retryAt, isNow: true, message: "Try again now." };
  return {
    at: facts.retryAt,
    isNow: false,
    message: `Try again in ${formatDuration(facts.retryAt - now)}.`,
  };
}

/** A length of time in message, rounded up, so that what is promised has come by then. Milliseconds. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  if (seconds < 100) return count(seconds, "second");
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 100) return count(minutes, "minute");
  return count(Math.ceil(minutes / 60), "hour");
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}
