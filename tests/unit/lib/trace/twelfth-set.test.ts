import { join } from "node:path";
import { expect, test } from "vitest";
import { acceptedRules } from "../../../trace-corpus/twelfth/accepted-rules.ts";
import { expectedLogins } from "../../../trace-corpus/twelfth/expected.ts";
import { describeBlindSet } from "./describe-blind-set.ts";
import { describeFigures, judgeBlindSet } from "./judge-blind-set.ts";

const folder = join(import.meta.dirname, "../../../trace-corpus/twelfth");
describeBlindSet({
  name: "twelfth",
  folder,
  logins: expectedLogins,
  clean: 15,
  faulty: 15,
  atOther: 10,
});

test("each cause but four of the twelfth set is on top, since rules were mended for three", async () => {
  const figures = await judgeBlindSet(folder, expectedLogins, acceptedRules);
  process.stdout.write(`${describeFigures("twelfth set", figures)}\n`);
  expect(figures.missed.map((line) => line.split(":")[0])).toEqual([
    "reports-on-new-cluster",
    "orders-say-no-rights",
    "login-by-mail-at-bare-address",
    "cloud-shows-sign-in-form-again",
  ]);
  expect(figures).toMatchObject({ right: 11, faulty: 15, clean: 15, quiet: 15 });
});
