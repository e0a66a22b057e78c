import { join } from "node:path";
import { expect, test } from "vitest";
import { expectedLogins } from "../../../trace-corpus/fourteenth/expected.ts";
import { describeBlindSet } from "./describe-blind-set.ts";
import { describeFigures, judgeBlindSet } from "./judge-blind-set.ts";

const folder = join(import.meta.dirname, "../../../trace-corpus/fourteenth");
describeBlindSet({
  name: "fourteenth",
  folder,
  logins: expectedLogins,
  clean: 20,
  faulty: 0,
  atOther: 9,
});

test("no login of the fourteenth set has an error, since rules were mended", async () => {
  const figures = await judgeBlindSet(folder, expectedLogins, {});
  process.stdout.write(`${describeFigures("fourteenth set", figures)}\n`);
  expect(figures.missed).toEqual([]);
  expect(figures).toMatchObject({ errors: 0, clean: 20, quiet: 20 });
});
