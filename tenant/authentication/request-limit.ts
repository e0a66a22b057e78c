import type { Pace } from "../core/attempts.ts";
import type { TenantContext, TenantRequest } from "../context.ts";
import { renderErrorPage } from "../pages/error-page.ts";

/** Counts a request of some kind and tells in its answer how much is left; false when it is one too many. */
export function countRequest(
  c: TenantRequest,
  context: TenantContext,
  key: string,
  pace: Pace,
): boolean {
  const { attempts } = context.logins;
  const isAllowed = attempts.count(key, pace);
  const { remaining, readyAt } = attempts.describe(key, pace);
  describeLimit(c, { limit: pace.burst, remaining, readyAt });
  return isAllowed;
}

/** The headers that go with every limit; `readyAt` is when one more request has room, in milliseconds. */
export function describeLimit(
  c: TenantRequest,
  { limit, remaining, readyAt }: { limit: number; remaining: number; readyAt: number },
): void {
  c.header("x-ratelimit-limit", String(limit));
  c.header("x-ratelimit-remaining", String(remaining));
  c.header("x-ratelimit-reset", String(Math.ceil(readyAt / 1000)));
}

/** How routes that a browser goes to word a limit. */
export function renderTooManyRequests(c: TenantRequest): Response | Promise<Response> {
  return renderErrorPage(c, 429, {
    title: "Too many requests",
    text: "The tenant has answered as many requests as it may for now. Try again in a moment.",
    facts: {},
  });
}

/** How `/userinfo`, the key set and `/co/verify` word a limit. */
export function answerRateLimitPlainly(c: TenantRequest): Response {
  return c.text("Rate limit exceed", 429);
}
