import { join } from "node:path";
import { expect, test } from "vitest";
import { acceptedRules } from "../../../trace-corpus/fifth/accepted-rules.ts";
import { expectedLogins } from "../../../trace-corpus/fifth/expected.ts";
import { describeBlindSet } from "./describe-blind-set.ts";
import { describeFigures, judgeBlindSet } from "./judge-blind-set.ts";

const folder = join(import.meta.dirname, "../../../trace-corpus/fifth");
describeBlindSet({
  name: "fifth",
  folder,
  logins: expectedLogins,
  clean: 0,
  faulty: 16,
  atOther: 10,
});

test("each cause but one of the fifth set is on top, since rules were added for three", async () => {
  const figures = await judgeBlindSet(folder, expectedLogins, acceptedRules);
  process.stdout.write(`${describeFigures("fifth set", figures)}\n`);
  // The scope email may be the cause that a server refuses a user: a warning says so.
  expect(figures.missed).toEqual(["account-without-email: top undefined, wrong errors: "]);
  expect(figures).toMatchObject({ right: 15, faulty: 16 });
});
