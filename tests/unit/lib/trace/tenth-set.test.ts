import { join } from "node:path";
import { expect, test } from "vitest";
import { acceptedRules } from "../../../trace-corpus/tenth/accepted-rules.ts";
import { expectedLogins } from "../../../trace-corpus/tenth/expected.ts";
import { describeBlindSet } from "./describe-blind-set.ts";
import { describeFigures, judgeBlindSet } from "./judge-blind-set.ts";

const folder = join(import.meta.dirname, "../../../trace-corpus/tenth");
describeBlindSet({
  name: "tenth",
  folder,
  logins: expectedLogins,
  clean: 15,
  faulty: 15,
  atOther: 10,
});

test("each cause of the tenth set is on top, and no clean login has an error, since rules were mended", async () => {
  const figures = await judgeBlindSet(folder, expectedLogins, acceptedRules);
  process.stdout.write(`${describeFigures("tenth set", figures)}\n`);
  expect(figures.missed).toEqual([]);
  expect(figures).toMatchObject({ right: 15, faulty: 15, clean: 15, quiet: 15 });
});
