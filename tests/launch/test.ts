import { spawn } from "node:child_process";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { root } from "./build-extension.ts";
import { listMissingParts } from "./missing-parts.ts";

const resultsFolder = join(root, ".output", "test-results");

const resultsSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
});

/** What `npm test` runs, in this order; all of it runs, also after a failure. */
const parts = [
  {
    script: "check",
    what: "format, lint, types, unused code, unit tests, build, promises of the repository",
  },
  { script: "test:e2e", what: "the built extension in real browsers" },
] as const;

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

/** Adds up what each vitest run left behind. */
async function countTests(): Promise<{ passed: number; failed: number; skipped: number }> {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const name of await readdir(resultsFolder)) {
    const text = await readFile(join(resultsFolder, name), "utf8");
    const found = resultsSchema.parse(JSON.parse(text));
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

  const failedParts: string[] = [];
  for (const { script, what } of parts) {
    console.log(`\n== npm run ${script}: ${what}`);
    if ((await run(script, env)) !== 0) failedParts.push(script);
  }

  const { passed, failed, skipped } = await countTests();
  console.log("");
  for (const script of failedParts) console.log(`Failed: npm run ${script}`);
  if (missing.length > 0) {
    console.log("Not run on this system:");
    for (const { tests, reason } of missing) console.log(`  ${tests}: ${reason}`);
    if (isCi) console.log("With CI=true nothing may be missing.");
  }
  // A part may fail without a failed test: the format, the types. It counts, or the last line would lie.
  const extra = failed === 0 ? failedParts.length : 0;
  const isIncomplete = isCi && (missing.length > 0 || skipped > 0);
  console.log(`${passed} passed, ${failed + extra} failed`);
  return failedParts.length > 0 || isIncomplete || passed === 0 ? 1 : 0;
}

process.exitCode = await main();
