import { join } from "node:path";
import { expect, test } from "vitest";
import { acceptedRules } from "../../../trace-corpus/third/accepted-rules.ts";
import { faultyLogins } from "../../../trace-corpus/third/faulty.ts";
import { describeBlindSet } from "./describe-blind-set.ts";
import { describeFigures, judgeBlindSet } from "./judge-blind-set.ts";

const folder = join(import.meta.dirname, "../../../trace-corpus/third");
describeBlindSet({
  name: "third",
  folder,
  logins: faultyLogins,
  clean: 0,
  faulty: 15,
  atOther: 10,
});

test("each top finding and error of the third set is right, since rules were mended for three", async () => {
  const figures = await judgeBlindSet(folder, faultyLogins, acceptedRules);
  process.stdout.write(`${describeFigures("third set", figures)}\n`);
  expect(figures.missed).toEqual([]);
  expect(figures).toMatchObject({ right: 15, faulty: 15 });
  expect(figures.errorsRight).toBe(figures.errors);
});
