import type { RateLimit } from "../core/attempts.ts";
import type { TenantRequest } from "../http/tenant-app.ts";
import { ErrorPage } from "../pages/error-page.ts";
import type { AuthenticationContext } from "./authentication-context.ts";

/** Counts a request and sets its rate limit headers; false if the limit is exceeded. */
export function countRequest(
  c: TenantRequest,
  { logins }: Pick<AuthenticationContext, "logins">,
  key: string,
  pace: RateLimit,
): boolean {
  const isAllowed = logins.attempts.count(key, pace);
  const { remaining, readyAt } = logins.attempts.describe(key, pace);
  setLimitHeaders(c, { limit: pace.burst, remaining, readyAt });
  return isAllowed;
}

/**
 * Sets the headers of a rate limit. `readyAt` is the Unix time in ms at which the next request is
 * allowed.
 */
export function setLimitHeaders(
  c: TenantRequest,
  { limit, remaining, readyAt }: { limit: number; remaining: number; readyAt: number },
): void {
  c.header("x-ratelimit-limit", String(limit));
  c.header("x-ratelimit-remaining", String(remaining));
  c.header("x-ratelimit-reset", String(Math.ceil(readyAt / 1000)));
}

/** Creates the error page for the routes that a browser navigates to. */
export function createTooManyRequestsPage(): ErrorPage {
  return new ErrorPage(429, {
    title: "Too many requests",
    text: "The rate limit is exceeded. Wait a moment, then try again.",
  });
}

/** Returns the 429 response of `/userinfo`, the JWKS and `/co/verify`, in the service's words. */
export function respondWithPlainText429(c: TenantRequest): Response {
  return c.text("Rate limit exceed", 429);
}
