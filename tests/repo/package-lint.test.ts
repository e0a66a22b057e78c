import { appendFileSync, cpSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { makeTemporaryFolder } from "../launch/temporary-folder.ts";
import { root, runTool } from "./overlay.ts";

const messageSchema = z.object({ code: z.string(), file: z.optional(z.string()) });
const reportSchema = z.object({
  errors: z.array(messageSchema),
  warnings: z.array(messageSchema),
  notices: z.array(messageSchema),
});
type Report = z.infer<typeof reportSchema>;

const built = join(root, ".output/fresh/firefox-mv3");
const clean: Report = { errors: [], warnings: [], notices: [] };

/** Runs addons-linter, the linter of `web-ext lint` and of addons.mozilla.org. */
function lintPackage(folder: string): Report {
  const { output } = runTool(root, "addons-linter", ["--output", "json", "--boring", folder]);
  const json = output.split("\n").find((line) => line.startsWith("{"));
  return reportSchema.parse(JSON.parse(json ?? "null"));
}

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
