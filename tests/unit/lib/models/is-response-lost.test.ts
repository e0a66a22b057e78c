import { expect, test } from "vitest";

import { isResponseLost } from "../../../../lib/models/is-response-lost.ts";

const message = "It failed.";

test.each(["worker-unreachable", "unreadable-answer"])("returns true after %s", (code) => {
  expect(isResponseLost({ code, message })).toBe(true);
});

test("returns true for a request that the management client marks as in doubt", () => {
  const management = { code: "answer-lost", message, isInDoubt: true } as const;
  expect(isResponseLost({ code: "answer-lost", message, management })).toBe(true);
});

test("returns false for a rejection", () => {
  const management = { code: "conflict", message, status: 409 } as const;
  expect(isResponseLost({ code: "conflict", message, management })).toBe(false);
  expect(isResponseLost({ code: "locked", message })).toBe(false);
});
