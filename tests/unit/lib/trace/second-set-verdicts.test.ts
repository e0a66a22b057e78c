import { join } from "node:path";
import { expect, test } from "vitest";
import { acceptedRules } from "../../../trace-corpus/second/accepted-rules.ts";
import { expectedLogins } from "../../../trace-corpus/second/expected.ts";
import { describeFigures, judgeBlindSet } from "./judge-blind-set.ts";

const folder = join(import.meta.dirname, "../../../trace-corpus/second");

test("each top finding and error of the second set is right, since rules were added for six", async () => {
  const figures = await judgeBlindSet(folder, expectedLogins, acceptedRules);
  process.stdout.write(`${describeFigures("second set", figures)}\n`);
  expect(figures.missed).toEqual([]);
  expect(figures).toMatchObject({ right: 15, faulty: 15, clean: 15, quiet: 15 });
  expect(figures.errorsRight).toBe(figures.errors);
});
