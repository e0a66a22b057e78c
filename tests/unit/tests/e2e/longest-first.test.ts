import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { longestFiles } from "../../../e2e/longest-first.ts";
import { root } from "../../../launch/build-extension.ts";

test.each(longestFiles)("the tests that start first exist: %s", (path) => {
  expect(existsSync(join(root, path))).toBe(true);
});
