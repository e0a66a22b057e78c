import { describe, expect, test } from "vitest";
import { measureRateLimit } from "../../../../../lib/management/calls/measure-rate-limit.ts";
import { readRateLimit } from "../../../../../lib/management/calls/rate-limit.ts";

const now = Date.UTC(2026, 10, 21, 12);

function measure(limit: string, remaining: string, resetIn?: number) {
  const headers = new Headers({ "x-ratelimit-limit": limit, "x-ratelimit-remaining": remaining });
  if (resetIn !== undefined) headers.set("x-ratelimit-reset", String(now / 1000 + resetIn));
  return measureRateLimit(readRateLimit(headers, { now: () => now }) ?? {}, now);
}

describe("the rate limit meter", () => {
  test.each([
    ["100", "100", "free", 0],
    ["100", "21", "free", 0.79],
    ["100", "20", "low", 0.8],
    ["10", "1", "low", 0.9],
    ["10", "0", "empty", 1],
    ["10", "12", "free", 0],
  ])("for a limit of %s with %s remaining is %s", (limit, remaining, level, used) => {
    const meter = measure(limit, remaining, 30);
    expect(meter).toMatchObject({ level, limit: Number(limit), resetsAt: now + 30_000 });
    expect(meter?.used).toBeCloseTo(used);
    expect(meter?.message).toMatch(/full reset in 30 seconds\.$/u);
  });

  test("is full again after the reset", () => {
    expect(measure("10", "0", 0)).toEqual({
      level: "free",
      limit: 10,
      remaining: 10,
      used: 0,
      message: "10 of 10 requests left.",
    });
  });

  test("works without a reset time", () => {
    expect(measure("10", "0")).toEqual({
      level: "empty",
      limit: 10,
      remaining: 0,
      used: 1,
      message: "Rate limit reached.",
    });
  });

  test.each([{}, { limit: 10 }, { remaining: 3 }, { limit: 0, remaining: 0 }])(
    "is undefined if the headers are incomplete: %j",
    (rateLimit) => {
      expect(measureRateLimit(rateLimit, now)).toBeUndefined();
    },
  );
});
