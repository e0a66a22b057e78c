import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  exchangeAttemptsSchema,
  forecastExchanges,
  noExchangeAttempts,
  recordFailedExchange,
  recordThrottledExchange,
  type ExchangeAttempts,
} from "../../../../../lib/management/exchange/exchange-attempts.ts";

const start = Date.UTC(2026, 10, 21, 12);
const minute = 60_000;

function fail(count: number, from = noExchangeAttempts, at = start): ExchangeAttempts {
  let attempts = from;
  for (let index = 0; index < count; index += 1) attempts = recordFailedExchange(attempts, at);
  return attempts;
}

describe("the forecast of the throttle", () => {
  test.each([
    [0, "calm", 10],
    [6, "calm", 4],
    [7, "warning", 3],
    [9, "warning", 1],
    [10, "exhausted", 0],
    [40, "exhausted", 0],
  ])("after %d failures at once is %s, with %d remaining", (count, level, remaining) => {
    const forecast = forecastExchanges(fail(count), start);
    expect(forecast).toMatchObject({ level, remaining });
    expect(forecast.message).toMatch(/^[A-Z0-9].*\.$/u);
  });

  test("contains the time of the next attempt, and adds six attempts an hour", () => {
    const spent = fail(10);
    expect(forecastExchanges(spent, start).nextAt).toBe(start + 10 * minute);
    expect(forecastExchanges(spent, start + 4 * minute).nextAt).toBe(start + 10 * minute);
    expect(forecastExchanges(spent, start + 4 * minute).message).toContain("Wait 6 minutes.");
    expect(forecastExchanges(spent, start + 10 * minute)).toMatchObject({ remaining: 1 });
    expect(forecastExchanges(spent, start + 60 * minute)).toMatchObject({ remaining: 6 });
    expect(forecastExchanges(spent, start + 100 * minute)).toMatchObject({ remaining: 10 });
    expect(forecastExchanges(spent, start + 1000 * minute)).toMatchObject({ remaining: 10 });
  });

  test("is corrected when the service itself reports the throttle", () => {
    const attempts = recordThrottledExchange(fail(2), start + minute);
    expect(forecastExchanges(attempts, start + minute)).toMatchObject({
      level: "exhausted",
      nextAt: start + 11 * minute,
    });
    const later = fail(1, attempts, start + 21 * minute);
    expect(forecastExchanges(later, start + 21 * minute)).toMatchObject({ remaining: 1 });
  });

  test("survives a clock that was set back", () => {
    const attempts = fail(10, noExchangeAttempts, start + 1000 * minute);
    expect(forecastExchanges(attempts, start)).toMatchObject({ level: "exhausted", remaining: 0 });
  });
});

describe("the stored attempts", () => {
  test("fit the store in any number, and expire after a day", () => {
    const many = fail(500);
    expect(many.failedAt).toHaveLength(200);
    expect(exchangeAttemptsSchema.parse(JSON.parse(JSON.stringify(many)))).toEqual(many);
    const throttled = recordThrottledExchange(many, start + minute);
    const dayLater = start + 25 * 60 * minute;
    expect(fail(1, throttled, dayLater)).toEqual({ failedAt: [dayLater] });
  });

  test("contain only timestamps", () => {
    expect(Object.keys(recordThrottledExchange(fail(1), start))).toEqual([
      "failedAt",
      "throttledAt",
    ]);
  });
});

test("never gain attempts by a failure, and never lose any by waiting", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(30 * minute), { maxLength: 60 }),
      fc.nat(200 * minute),
      (gaps, wait) => {
        let now = start;
        let attempts = noExchangeAttempts;
        for (const gap of gaps) {
          now += gap;
          const before = forecastExchanges(attempts, now).remaining;
          attempts = recordFailedExchange(attempts, now);
          const after = forecastExchanges(attempts, now).remaining;
          expect(after).toBe(Math.max(0, before - 1));
        }
        const { remaining, nextAt = now } = forecastExchanges(attempts, now);
        expect(forecastExchanges(attempts, now + wait).remaining).toBeGreaterThanOrEqual(remaining);
        expect(forecastExchanges(attempts, nextAt).remaining).toBeGreaterThanOrEqual(1);
      },
    ),
  );
});
