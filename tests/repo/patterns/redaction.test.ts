import { expect, test } from "vitest";
import { findOwnPatterns, findSlow } from "./find-slow-patterns.ts";

test("regular expressions of lib/redaction take time proportional to the text's length", async () => {
  const own = findOwnPatterns().literals.filter(({ path }) => path.startsWith("lib/redaction/"));
  expect(own.length).toBeGreaterThan(50);
  expect(await findSlow(own)).toEqual([]);
});
