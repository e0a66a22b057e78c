import { join } from "node:path";
import { expect, test } from "vitest";
import { acceptedRules } from "../../../trace-corpus/ninth/accepted-rules.ts";
import { expectedLogins } from "../../../trace-corpus/ninth/expected.ts";
import { describeBlindSet } from "./describe-blind-set.ts";
import { describeFigures, judgeBlindSet } from "./judge-blind-set.ts";

const folder = join(import.meta.dirname, "../../../trace-corpus/ninth");
describeBlindSet({
  name: "ninth",
  folder,
  logins: expectedLogins,
  clean: 15,
  faulty: 15,
  atOther: 10,
});

test("each cause but one of the ninth set is on top, since rules were mended for seven", async () => {
  const figures = await judgeBlindSet(folder, expectedLogins, acceptedRules);
  process.stdout.write(`${describeFigures("ninth set", figures)}\n`);
  expect(figures.missed).toEqual(["editor-refuses-every-login: top undefined, wrong errors: "]);
  expect(figures).toMatchObject({ right: 14, faulty: 15, clean: 15, quiet: 15 });
});
