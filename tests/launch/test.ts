import { spawn } from "node:child_process";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { findUnprovenInPanel } from "../repo/spec-rows/panel-rows.ts";
import { findUnprovenRows } from "../repo/spec-rows/proven-rows.ts";
import { specGroups } from "../repo/spec-rows/rows.ts";
import { root } from "./build-extension.ts";
import { listMissingParts } from "./missing-parts.ts";
import { addUpTests } from "./test-results.ts";

const resultsFolder = join(root, ".output", "test-results");

/**
 * The npm scripts of `npm test`, in this order. A script runs even if an earlier one failed: a
 * failed unit test must not leave the browser tests without a build. The launcher's tests build the
 * extension while other tests have it open: an unchanged build touches no file.
 */
const steps = [
  { script: "check:source", what: "format, lint, types, unused code" },
  { script: "test:unit", what: "each function, model and view, and the tenant" },
  { script: "build", what: "the extension for Chromium and for Firefox" },
  { script: "test:repo", what: "the rules of the repository, and the contents of the build" },
  { script: "test:e2e", what: "the built extension in real browsers, npm start and its tour" },
];

function run(script: string, env: NodeJS.ProcessEnv): Promise<number> {
  const isWindows = process.platform === "win32";
  return new Promise((resolve, reject) => {
    const child = spawn("npm", ["run", "--silent", script], {
      cwd: root,
      env,
      stdio: "inherit",
      shell: isWindows,
    });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

/** Reads the results of each vitest run. */
async function readReports(): Promise<unknown[]> {
  const names = await readdir(resultsFolder);
  const texts = await Promise.all(names.map((name) => readFile(join(resultsFolder, name), "utf8")));
  return texts.map((text): unknown => JSON.parse(text));
}

async function main(): Promise<number> {
  await rm(resultsFolder, { recursive: true, force: true });
  await mkdir(resultsFolder, { recursive: true });
  const isCi = process.env["CI"] === "true";
  const missing = listMissingParts(process.platform, process.env);
  const env = { ...process.env, TEST_RESULTS: resultsFolder };

  const failedScripts: string[] = [];
  for (const { script, what } of steps) {
    console.log(`\n== npm run ${script}\n   ${what}`);
    if ((await run(script, env)) !== 0) failedScripts.push(script);
  }

  const total = addUpTests(await readReports(), root);
  const { passed, failed, skipped, failures } = total;
  const unproven = [
    ...findUnprovenRows(specGroups, total.passedTags),
    ...findUnprovenInPanel(specGroups, total.panelTags),
  ];
  console.log("");
  // The reasons are far above: name each failure once more where the reader looks first.
  for (const failure of failures) console.log(`Failed: ${failure}`);
  for (const script of failedScripts) console.log(`Failed: npm run ${script}`);
  for (const row of unproven) console.log(row);
  if (missing.length > 0) {
    console.log("Not run on this system:");
    for (const { tests, reason } of missing) console.log(`  ${tests}: ${reason}`);
    if (isCi) console.log("With CI=true, every part must run.");
  }
  // A part can fail without a failed test, such as format or types. Count it, or the last line
  // would be wrong.
  const extra = failed === 0 ? failedScripts.length : 0;
  const isIncomplete = isCi && (missing.length > 0 || skipped > 0);
  console.log(`${passed} passed, ${failed + extra} failed`);
  // Rows that only an omitted part proves are named above, and do not fail the run.
  const isUnproven = unproven.length > 0 && missing.length === 0;
  return failedScripts.length > 0 || isIncomplete || isUnproven || passed === 0 ? 1 : 0;
}

process.exitCode = await main();
