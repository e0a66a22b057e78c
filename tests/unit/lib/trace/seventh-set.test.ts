import { join } from "node:path";
import { expect, test } from "vitest";
import { acceptedRules } from "../../../trace-corpus/seventh/accepted-rules.ts";
import { expectedLogins } from "../../../trace-corpus/seventh/expected.ts";
import { describeBlindSet } from "./describe-blind-set.ts";
import { describeFigures, judgeBlindSet } from "./judge-blind-set.ts";

const folder = join(import.meta.dirname, "../../../trace-corpus/seventh");
describeBlindSet({
  name: "seventh",
  folder,
  logins: expectedLogins,
  clean: 1,
  faulty: 15,
  atOther: 10,
});

test("each cause of the seventh set is on top, since five rules were mended or added", async () => {
  const figures = await judgeBlindSet(folder, expectedLogins, acceptedRules);
  process.stdout.write(`${describeFigures("seventh set", figures)}\n`);
  expect(figures.missed).toEqual([]);
  expect(figures).toMatchObject({ right: 15, faulty: 15, clean: 1, quiet: 1 });
});
