import { describe, expect, test } from "vitest";
import {
  explainRetry,
  formatDuration,
} from "../../../../../lib/management/refusals/explain-retry.ts";
import { createManagementClient } from "../../../../../lib/management/client.ts";
import { catchManagementError, createClock, createNetwork, refuse } from "../fakes.ts";

const clock = createClock();
const now = clock.now();

async function adviseAfter(answer: Response) {
  const client = createManagementClient({
    baseUrl: "https://tenant.example/api/v2",
    accessToken: () => Promise.resolve("token"),
    clock,
    fetch: createNetwork(answer).fetch,
    random: () => 0.5,
  });
  const error = await catchManagementError(client.listConnectionProfiles());
  return explainRetry(error.toFacts(), now);
}

describe("the retry advice", () => {
  test("contains the time after a rate limit", { tags: ["management.create.429"] }, async () => {
    const headers = { "x-ratelimit-reset": String(now / 1000 + 42) };
    expect(await adviseAfter(refuse(429, {}, headers))).toEqual({
      at: now + 42_000,
      isNow: false,
      message: "Try again in 42 seconds.",
    });
  });

  test("is to retry now if the time has passed or is unknown", async () => {
    const facts = { code: "rate-limited", message: "Too many.", retryAt: now } as const;
    expect(explainRetry(facts, now)).toMatchObject({ isNow: true, message: "Try again now." });
    const silent = await adviseAfter(refuse(429));
    expect(silent).toMatchObject({ isNow: true });
    expect(silent).not.toHaveProperty("at");
  });

  test("contains the time after a 503 with a Retry-After", async () => {
    const answer = new Response("", { status: 503, headers: { "retry-after": "7200" } });
    expect(await adviseAfter(answer)).toMatchObject({ message: "Try again in 2 hours." });
  });

  test(
    "excludes a retry at a reached limit until a profile is deleted",
    { tags: ["management.create.403.limit-reached"] },
    async () => {
      const advice = await adviseAfter(refuse(403, { errorCode: "too_many_entities" }));
      expect(advice?.isNow).toBe(false);
      expect(advice).not.toHaveProperty("at");
      expect(advice?.message).toContain("Delete a profile");
    },
  );

  test.each([
    refuse(400),
    refuse(401),
    refuse(403),
    refuse(409),
    new Response("", { status: 500 }),
  ])("is undefined for other rejections (%#)", async (answer) => {
    expect(await adviseAfter(answer)).toBeUndefined();
  });
});

test.each([
  [0, "1 second"],
  [1, "1 second"],
  [1001, "2 seconds"],
  [99_000, "99 seconds"],
  [100_000, "2 minutes"],
  [3_600_000, "60 minutes"],
  [7_200_001, "3 hours"],
])("formats %d milliseconds as %s, rounded up", (milliseconds, words) => {
  expect(formatDuration(milliseconds)).toBe(words);
});
