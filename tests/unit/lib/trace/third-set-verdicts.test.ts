import { join } from "node:path";
import { expect, test } from "vitest";
import { acceptedRules } from "../../../trace-corpus/third/accepted-rules.ts";
import { expectedLogins } from "../../../trace-corpus/third/expected.ts";
import { describeFigures, judgeBlindSet } from "./judge-blind-set.ts";

const folder = join(import.meta.dirname, "../../../trace-corpus/third");

test("the third set", async () => {
  const figures = await judgeBlindSet(folder, expectedLogins, acceptedRules);
  process.stdout.write(`${describeFigures("third set", figures)}\n`);
  expect(figures.missed).toEqual([]);
});
