import { join } from "node:path";
import { expect, test } from "vitest";
import { acceptedRules } from "../../../trace-corpus/eighth/accepted-rules.ts";
import { expectedLogins } from "../../../trace-corpus/eighth/expected.ts";
import { describeBlindSet } from "./describe-blind-set.ts";
import { describeFigures, judgeBlindSet } from "./judge-blind-set.ts";

const folder = join(import.meta.dirname, "../../../trace-corpus/eighth");
describeBlindSet({
  name: "eighth",
  folder,
  logins: expectedLogins,
  clean: 15,
  faulty: 15,
  atOther: 10,
});

test("each cause of the eighth set is on top, since six rules were mended", async () => {
  const figures = await judgeBlindSet(folder, expectedLogins, acceptedRules);
  process.stdout.write(`${describeFigures("eighth set", figures)}\n`);
  expect(figures.missed).toEqual([]);
  expect(figures).toMatchObject({ right: 15, faulty: 15, clean: 15, quiet: 15 });
});
