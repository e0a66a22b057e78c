import { join } from "node:path";
import { expect, test } from "vitest";
import { acceptedRules } from "../../../trace-corpus/sixth/accepted-rules.ts";
import { expectedLogins } from "../../../trace-corpus/sixth/expected.ts";
import { describeBlindSet } from "./describe-blind-set.ts";
import { describeFigures, judgeBlindSet } from "./judge-blind-set.ts";

const folder = join(import.meta.dirname, "../../../trace-corpus/sixth");
describeBlindSet({
  name: "sixth",
  folder,
  logins: expectedLogins,
  clean: 15,
  faulty: 12,
  atOther: 10,
});

test("each cause of the sixth set is on top, since three rules were mended or added", async () => {
  const figures = await judgeBlindSet(folder, expectedLogins, acceptedRules);
  process.stdout.write(`${describeFigures("sixth set", figures)}\n`);
  expect(figures.missed).toEqual([]);
  expect(figures).toMatchObject({ right: 12, faulty: 12, clean: 15, quiet: 15 });
});
