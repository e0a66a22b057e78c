import { join } from "node:path";
import { expect, test } from "vitest";
import { acceptedRules } from "../../../trace-corpus/thirteenth/accepted-rules.ts";
import { expectedLogins } from "../../../trace-corpus/thirteenth/expected.ts";
import { describeBlindSet } from "./describe-blind-set.ts";
import { describeFigures, judgeBlindSet } from "./judge-blind-set.ts";

const folder = join(import.meta.dirname, "../../../trace-corpus/thirteenth");
describeBlindSet({
  name: "thirteenth",
  folder,
  logins: expectedLogins,
  clean: 15,
  faulty: 15,
  atOther: 10,
});

test("each cause but two of the thirteenth set is on top, and no clean login has an error, since rules were mended", async () => {
  const figures = await judgeBlindSet(folder, expectedLogins, acceptedRules);
  process.stdout.write(`${describeFigures("thirteenth set", figures)}\n`);
  expect(figures.missed.map((line) => line.split(":")[0])).toEqual([
    "potluck-does-not-know-guest",
    "table-booking-on-page-of-hotel",
  ]);
  expect(figures).toMatchObject({ right: 13, faulty: 15, clean: 15, quiet: 15 });
});
