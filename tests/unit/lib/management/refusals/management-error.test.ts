import { expect, test } from "vitest";
import {
  ManagementError,
  managementErrorFactsSchema,
} from "../../../../../lib/management/refusals/management-error.ts";

const facts = {
  code: "rate-limited" as const,
  message: "Too many requests. Wait.",
  status: 429,
  causes: [{ what: "a", check: "b", field: "name" }],
  retryAt: 5,
  rateLimit: { limit: 2, remaining: 0 },
};

test("an error keeps its facts when they are cloned to another context", () => {
  const crossed = managementErrorFactsSchema.parse(
    JSON.parse(JSON.stringify(new ManagementError(facts).toFacts())),
  );
  const error = new ManagementError(crossed);
  expect(crossed).toEqual(facts);
  expect(error).toMatchObject({ ...facts, name: "ManagementError" });
  expect(error).toBeInstanceOf(Error);
});

test("a change of the returned facts does not change the error", () => {
  const error = new ManagementError(facts);
  error.toFacts().causes?.pop();
  expect(error.causes).toHaveLength(1);
});
