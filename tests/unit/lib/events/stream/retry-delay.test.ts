import { expect, test } from "vitest";

import {
  computeRetryDelay,
  readRequestedDelay,
} from "../../../../../lib/events/stream/retry-delay.ts";

const now = Date.parse("2026-11-21T08:00:00Z");
const seconds = (time: string) => String(Date.parse(time) / 1_000);

test.each([
  ["seconds", { "retry-after": "30" }, 30_000],
  ["a date", { "retry-after": "Sat, 21 Nov 2026 08:00:30 GMT" }, 30_000],
  ["the reset of its limit", { "x-ratelimit-reset": seconds("2026-11-21T08:00:30Z") }, 30_000],
  [
    "both, of which Retry-After is for this request",
    { "retry-after": "5", "x-ratelimit-reset": seconds("2026-11-21T08:00:30Z") },
    5_000,
  ],
  [
    "a word and a reset",
    { "retry-after": "soon", "x-ratelimit-reset": seconds("2026-11-21T08:00:30Z") },
    30_000,
  ],
  ["days", { "retry-after": "864000" }, 3_600_000],
  ["nothing", {}, undefined],
])("reads the requested wait of a response with %s", (_, headers, wanted) => {
  expect(readRequestedDelay(new Headers(headers), now, true)).toBe(wanted);
});

test.each([
  ["a date", { "retry-after": "Sat, 21 Nov 2026 08:00:30 GMT" }],
  ["the reset of its limit", { "x-ratelimit-reset": seconds("2026-11-21T08:00:30Z") }],
])("measures %s by the service's clock, for any error of the device's clock", (_, headers) => {
  const answer = new Headers({ ...headers, date: "Sat, 21 Nov 2026 08:00:00 GMT" });
  expect(readRequestedDelay(answer, now + 300_000, true)).toBe(30_000);
  expect(readRequestedDelay(answer, now - 300_000, true)).toBe(30_000);
});

test.each([
  ["a wait of zero", { "retry-after": "0" }],
  ["a date in the past", { "retry-after": "Sat, 21 Nov 2026 07:59:59 GMT" }],
  ["a reset in the past", { "x-ratelimit-reset": seconds("2026-11-21T07:59:59Z") }],
])("leaves the wait to the back-off for %s", (_, headers) => {
  expect(readRequestedDelay(new Headers(headers), now, true)).toBeUndefined();
});

test("reads the reset of a limit only from a rate limit response", () => {
  const headers = new Headers({ "x-ratelimit-reset": seconds("2026-11-21T08:00:30Z") });
  expect(readRequestedDelay(headers, now, false)).toBeUndefined();
  expect(readRequestedDelay(new Headers({ "retry-after": "30s" }), now, true)).toBeUndefined();
});

test.each([
  { failures: 0, retryMs: undefined, random: 0.9, wanted: 1_000 },
  { failures: 0, retryMs: 5_000, random: 0.9, wanted: 5_000 },
  { failures: 0, retryMs: 10, random: 0.9, wanted: 1_000 },
  { failures: 0, retryMs: 900_000, random: 0.9, wanted: 300_000 },
  { failures: 3, retryMs: undefined, random: 0.5, wanted: 2_000 },
  { failures: 3, retryMs: undefined, random: 0.1, wanted: 1_000 },
  { failures: 3, retryMs: 3_000, random: 0.5, wanted: 3_000 },
  { failures: 20, retryMs: undefined, random: 0.5, wanted: 15_000 },
])(
  "waits $wanted ms after $failures failures, with retry $retryMs and random $random",
  ({ failures, retryMs, random, wanted }) => {
    expect(computeRetryDelay(failures, retryMs, random)).toBe(wanted);
  },
);
