import { join } from "node:path";
import { expect, test } from "vitest";
import { acceptedRules } from "../../../trace-corpus/fourth/accepted-rules.ts";
import { expectedLogins } from "../../../trace-corpus/fourth/expected.ts";
import { describeBlindSet } from "./describe-blind-set.ts";
import { describeFigures, judgeBlindSet } from "./judge-blind-set.ts";

const folder = join(import.meta.dirname, "../../../trace-corpus/fourth");
describeBlindSet({
  name: "fourth",
  folder,
  logins: expectedLogins,
  clean: 15,
  faulty: 8,
  atOther: 16,
});

test("each cause of the fourth set is on top, since rules were mended for two", async () => {
  const figures = await judgeBlindSet(folder, expectedLogins, acceptedRules);
  process.stdout.write(`${describeFigures("fourth set", figures)}\n`);
  expect(figures.missed).toEqual([]);
  expect(figures).toMatchObject({ right: 8, faulty: 8, clean: 15, quiet: 15 });
});
