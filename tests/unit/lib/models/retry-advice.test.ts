import { expect, test } from "vitest";

import { adviseRetry, describeWait } from "../../../../lib/models/retry-advice.ts";

const now = Date.UTC(2026, 10, 21, 9, 0, 0);

test("counts a rate limit down to the time that the tenant named", () => {
  const failure = {
    code: "rate-limited",
    message: "Too many requests.",
    management: { code: "rate-limited", message: "Too many requests.", retryAt: now + 12_000 },
  } as const;
  expect(adviseRetry(failure, now)?.message).toBe("Try again in 12 seconds.");
  expect(adviseRetry(failure, now + 11_500)?.message).toBe("Try again in 1 second.");
  expect(adviseRetry(failure, now + 12_000)?.message).toBe("Try again now.");
});

test("returns no advice for a failure of another kind", () => {
  expect(adviseRetry({ code: "worker-unreachable", message: "Gone." }, now)).toBeUndefined();
});

test("rounds a wait up to whole units, and ends it", () => {
  expect(describeWait(now + 600_000, now)).toBe("Try again in 10 minutes.");
  expect(describeWait(now, now)).toBe("Try again now.");
});
