import type { Pace } from "../core/attempts.ts";
import type { TenantRequest } from "../http/tenant-app.ts";
import { ErrorPage } from "../pages/error-page.ts";
import type { AuthenticationContext } from "./authentication-context.ts";

/** Counts a request and sets its rate limit headers; false if the limit is exceeded. */
export function countRequest(
  c: TenantRequest,
  { logins }: Pick<AuthenticationContext, "logins">,
  key: string,
  pace: Pace,
): boolean {
  const isAllowed = logins.attempts.count(key, pace);
  const { remaining, readyAt } = logins.attempts.describe(key, pace);
  setLimitHeaders(c, { limit: pace.burst, remaining, readyAt });
  return isAllowed;
}

/**
 * Sets the headers of a rate limit; `readyAt`, in milliseconds, is the time of the next free
 * request.
 */
export function setLimitHeaders(
  c: TenantRequest,
  { limit, remaining, readyAt }: { limit: number; remaining: number; readyAt: number },
): void {
  c.header("x-ratelimit-limit", String(limit));
  c.header("x-ratelimit-remaining", String(remaining));
  c.header("x-ratelimit-reset", String(Math.ceil(readyAt / 1000)));
}

/** Creates the refusal for the routes that a browser navigates to. */
export function createTooManyRequests(): ErrorPage {
  return new ErrorPage(429, {
    title: "Too many requests",
    text: "The request limit is reached. Wait a moment, then try again.",
  });
}

/** Returns the refusal for `/userinfo`, the JWKS and `/co/verify`. */
export function respondWithPlainLimit(c: TenantRequest): Response {
  return c.text("Rate limit exceed", 429);
}
