import { expect, test } from "vitest";

import { isAnswerLost } from "../../../../lib/models/lost-answer.ts";

const message = "It failed.";

test.each(["worker-unreachable", "unreadable-answer"])("after %s nobody knows", (code) => {
  expect(isAnswerLost({ code, message })).toBe(true);
});

test("what the management client calls in doubt is lost", () => {
  const management = { code: "answer-lost", message, isInDoubt: true } as const;
  expect(isAnswerLost({ code: "answer-lost", message, management })).toBe(true);
});

test("a refusal is an answer", () => {
  const management = { code: "conflict", message, status: 409 } as const;
  expect(isAnswerLost({ code: "conflict", message, management })).toBe(false);
  expect(isAnswerLost({ code: "locked", message })).toBe(false);
});
