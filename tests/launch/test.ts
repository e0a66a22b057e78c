import { spawn } from "node:child_process";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join, sep } from "node:path";
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

/** One run of an npm script with its arguments. */
interface Run {
  script: string;
  args: readonly string[];
}

/** The folders of end-to-end tests. */
async function listEndToEndFolders(): Promise<string[]> {
  const folder = join(root, "tests", "e2e");
  const tests = await readdir(folder, { recursive: true });
  const names = tests.filter((path) => path.endsWith(".test.ts")).map((path) => path.split(sep)[0]);
  return [...new Set(names)].filter((name) => name !== undefined);
}

/**
 * The steps of `npm test`. A step runs even if an earlier step failed. The runs of one step are
 * parallel, because end-to-end tests mostly wait for a browser, an alarm or a timeout. The
 * launcher's tests rebuild the extension that other tests have open, so they are a step of their
 * own.
 */
async function planSteps(): Promise<{ what: string; runs: Run[] }[]> {
  const others = (await listEndToEndFolders()).filter(
    (name) => name !== "chromium" && name !== "launch",
  );
  const endToEnd = (names: readonly string[]): Run => ({
    script: "test:e2e",
    args: names.map((name) => `tests/e2e/${name}/`),
  });
  return [
    {
      what: "format, lint, types, unused code, unit tests, build, tests of the repository",
      runs: [{ script: "check", args: [] }],
    },
    {
      what: "the built extension in real browsers",
      runs: [endToEnd(["chromium"]), endToEnd(others)],
    },
    { what: "npm start and its tour", runs: [endToEnd(["launch"])] },
  ];
}

function run({ script, args }: Run, env: NodeJS.ProcessEnv): Promise<number> {
  const isWindows = process.platform === "win32";
  return new Promise((resolve, reject) => {
    const child = spawn("npm", ["run", "--silent", script, "--", ...args], {
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

function describeRun({ script, args }: Run): string {
  return args.length === 0 ? script : `${script} -- ${args.join(" ")}`;
}

async function main(): Promise<number> {
  await rm(resultsFolder, { recursive: true, force: true });
  await mkdir(resultsFolder, { recursive: true });
  const isCi = process.env["CI"] === "true";
  const missing = listMissingParts(process.platform, process.env);
  const env = { ...process.env, TEST_RESULTS: resultsFolder };

  const failedRuns: string[] = [];
  for (const { what, runs } of await planSteps()) {
    for (const one of runs) console.log(`\n== npm run ${describeRun(one)}`);
    console.log(`   ${what}`);
    const codes = await Promise.all(runs.map((one) => run(one, env)));
    failedRuns.push(...runs.filter((_run, place) => codes[place] !== 0).map(describeRun));
  }

  const { passed, failed, skipped, passedTags } = await countTests();
  const unproven = findUnprovenRows(specGroups, passedTags);
  console.log("");
  for (const failed of failedRuns) console.log(`Failed: npm run ${failed}`);
  for (const row of unproven) console.log(row);
  if (missing.length > 0) {
    console.log("Not run on this system:");
    for (const { tests, reason } of missing) console.log(`  ${tests}: ${reason}`);
    if (isCi) console.log("With CI=true, every part must run.");
  }
  // A part can fail without a failed test, such as format or types. Count it, or the last line
  // would be wrong.
  const extra = failed === 0 ? failedRuns.length : 0;
  const isIncomplete = isCi && (missing.length > 0 || skipped > 0);
  console.log(`${passed} passed, ${failed + extra} failed`);
  // Rows that only an omitted part proves are named above, and do not fail the run.
  const isUnproven = unproven.length > 0 && missing.length === 0;
  return failedRuns.length > 0 || isIncomplete || isUnproven || passed === 0 ? 1 : 0;
}

process.exitCode = await main();
