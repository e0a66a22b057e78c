import { spawn } from "node:child_process";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { findPassedTags, findUnprovenRows } from "../repo/spec-rows/proven-rows.ts";
import { specGroups } from "../repo/spec-rows/rows.ts";
import { root } from "./build-extension.ts";
import { listMissingParts } from "./missing-parts.ts";

const resultsFolder = join(root, ".output", "test-results");

const resultsSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
});

/**
 * The npm scripts of `npm test`, in this order. A script runs even if an earlier one failed. The
 * launcher's tests build the extension while other tests have it open: an unchanged build touches
 * no file.
 */
const steps = [
  {
    script: "check",
    what: "format, lint, types, unused code, unit tests, build, tests of the repository",
  },
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

/** The totals of all vitest runs, and the tags of the tests that passed: ids of rows. */
interface TestTotal {
  passed: number;
  failed: number;
  skipped: number;
  passedTags: Set<string>;
}

/** Adds up the results of each vitest run. */
async function countTests(): Promise<TestTotal> {
  const total: TestTotal = { passed: 0, failed: 0, skipped: 0, passedTags: new Set() };
  for (const name of await readdir(resultsFolder)) {
    const text = await readFile(join(resultsFolder, name), "utf8");
    const report: unknown = JSON.parse(text);
    const found = resultsSchema.parse(report);
    for (const tag of findPassedTags(report)) total.passedTags.add(tag);
    total.passed += found.numPassedTests;
    total.failed += found.numFailedTests;
    total.skipped += found.numPendingTests;
  }
  return total;
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

  const { passed, failed, skipped, passedTags } = await countTests();
  const unproven = findUnprovenRows(specGroups, passedTags);
  console.log("");
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
