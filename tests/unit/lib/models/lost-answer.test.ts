import { expect, test } from "vitest";

import { isAnswerLost } from "../../../../lib/models/lost-answer.ts";

const message = "It failed.";

test.each(["worker-unreachable", "unreadable-answer"])("returns true after %s", (code) => {
  expect(isAnswerLost({ code, message })).toBe(true);
});

test("returns true for a request that the management client marks as in doubt", () => {
  const management = { code: "answer-lost", message, isInDoubt: true } as const;
  expect(isAnswerLost({ code: "answer-lost", message, management })).toBe(true);
});

test("returns false for a rejection", () => {
  const management = { code: "conflict", message, status: 409 } as const;
  expect(isAnswerLost({ code: "conflict", message, management })).toBe(false);
  expect(isAnswerLost({ code: "locked", message })).toBe(false);
});
