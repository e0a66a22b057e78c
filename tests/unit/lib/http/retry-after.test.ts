import { expect, test } from "vitest";
import { readRateLimitReset, readRetryAfter } from "../../../../lib/http/retry-after.ts";

const now = Date.parse("2026-11-21T08:00:00Z");
const date = "Sat, 21 Nov 2026 08:00:00 GMT";

test.each([
  ["seconds", "30", 30_000],
  ["zero seconds", "0", 0],
  ["seconds among spaces", " 30 ", 30_000],
  ["a date", "Sat, 21 Nov 2026 08:00:30 GMT", 30_000],
  ["a date that has passed", "Sat, 21 Nov 2026 07:59:59 GMT", -1_000],
  ["a word", "soon", undefined],
  ["a negative number", "-30", undefined],
  ["a number that is not a whole number of seconds", "1e400", undefined],
])("reads Retry-After with %s", (_name, value, wanted) => {
  expect(readRetryAfter(new Headers({ "retry-after": value }), now)).toBe(wanted);
});

test("returns no wait without a header", () => {
  expect(readRetryAfter(new Headers(), now)).toBeUndefined();
  expect(readRateLimitReset(new Headers(), now)).toBeUndefined();
});

test("reads the reset of a rate limit as Unix seconds", () => {
  const reset = String(now / 1_000 + 45);
  expect(readRateLimitReset(new Headers({ "x-ratelimit-reset": reset }), now)).toBe(45_000);
});

test.each([300_000, -300_000])(
  "compares times with the service's clock if this device's is %d ms off",
  (offset) => {
    const retryAfter = "Sat, 21 Nov 2026 08:00:30 GMT";
    const reset = String(now / 1_000 + 45);
    const headers = new Headers({ date, "retry-after": retryAfter, "x-ratelimit-reset": reset });
    expect(readRetryAfter(headers, now + offset)).toBe(30_000);
    expect(readRateLimitReset(headers, now + offset)).toBe(45_000);
  },
);
