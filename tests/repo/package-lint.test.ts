import { appendFileSync, cpSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lintPackage, type LintReport } from "../release/lint-package.ts";
import { makeTemporaryFolder } from "../launch/temporary-folder.ts";
import { root } from "./overlay.ts";

const built = join(root, ".output/fresh/firefox-mv3");
const clean: LintReport = { errors: [], warnings: [], notices: [] };

test("the Firefox package has no lint errors, warnings or notices", () => {
  expect(lintPackage(built)).toEqual(clean);
});

test("the check reports markup that a script sets", async () => {
  const folder = await makeTemporaryFolder("package-lint");
  onTestFinished(() => folder.remove());
  cpSync(built, folder.path, { recursive: true });
  appendFileSync(join(folder.path, "background.js"), "document.body.innerHTML=location.hash;");
  expect(lintPackage(folder.path)).toEqual({
    ...clean,
    warnings: [{ code: "UNSAFE_VAR_ASSIGNMENT", file: "background.js" }],
  });
});
