// Usage: npm run fuzz -- [--inputs N] [--seed N]
// Sends generated requests, valid and invalid, to every route of the local tenant and prints a
// histogram; then passes the hostile inputs of tests/unit/lib/auth to the library, and generated
// texts to the Tokens tab and generated files to the Trace tab. 100,000 of each by default. Exit code 1 if a response is wrong, a route
// has no entry, a documented status never occurred, too few requests reached a handler with a valid
// token, the library fails, or the tab fails, makes a request, or exceeds its bounds.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fuzzTenant } from "./fuzz-tenant.ts";
import { fuzzTokens } from "./tokens/fuzz-tokens.ts";
import { listFailures } from "./tokens/list-failures.ts";
import { fuzzTrace, listTraceFailures } from "./trace/fuzz-trace.ts";

const { values } = parseArgs({
  options: { inputs: { type: "string", default: "100000" }, seed: { type: "string" } },
});
const inputs = Number(values.inputs);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (!(inputs > 0) || !Number.isSafeInteger(inputs) || !Number.isSafeInteger(seed)) {
  console.error("--inputs must be a whole number above 0, and --seed a whole number.");
  process.exit(2);
}
console.log(`--seed ${seed}, ${inputs} inputs`);
const isTenantGood = await runTenant();
const isTabGood = await runTokens();
const isTraceGood = await runTrace();
process.exitCode = isTenantGood && isTabGood && isTraceGood && runLibrary() ? 0 : 1;

async function runTenant(): Promise<boolean> {
  const report = await fuzzTenant({ seed, isOver: (requests) => requests >= inputs });
  for (const name of Object.keys(report.histogram).toSorted()) {
    console.log(`${String(report.histogram[name]).padStart(8)}  ${name}`);
  }
  const wrong = [...report.gaps, ...report.problems];
  for (const problem of wrong.slice(0, 20)) console.log(`wrong: ${problem}`);
  for (const name of report.missing) console.log(`never returned: ${name}`);
  const share = report.reached / report.requests;
  console.log(
    `${report.requests} requests, ${(share * 100).toFixed(1)} % with a valid token reached a handler; ` +
      `${Object.keys(report.histogram).length} pairs of route and status; ` +
      `${wrong.length} wrong, ${report.missing.length} never returned (--seed ${seed})`,
  );
  return wrong.length === 0 && report.missing.length === 0 && share >= 0.3;
}

async function runTokens(): Promise<boolean> {
  const report = await fuzzTokens({ seed, inputs });
  for (const [kind, count] of Object.entries({ ...report.kinds, ...report.answers })) {
    console.log(`${String(count).padStart(8)}  ${kind}`);
  }
  const failures = listFailures(report);
  for (const failure of failures.slice(0, 20)) console.log(`wrong: ${failure}`);
  console.log(
    `${report.inputs} texts in the Tokens tab, ${report.read} of them a JWS; ${report.requests} requests; ` +
      `at most ${report.worstPace.toFixed(1)} times the time of a token of that length; ` +
      `at most ${report.worstSize.toFixed(1)} characters of report for each of the text; ` +
      `${report.heapGrowth.toFixed(2)} times the heap of the start; ${failures.length} wrong`,
  );
  return failures.length === 0;
}

async function runTrace(): Promise<boolean> {
  const report = await fuzzTrace({ seed, inputs });
  for (const [kind, count] of Object.entries(report.kinds)) {
    console.log(`${String(count).padStart(8)}  ${kind}`);
  }
  const failures = listTraceFailures(report);
  for (const failure of failures.slice(0, 20)) console.log(`wrong: ${failure}`);
  console.log(
    `${report.inputs} files in the Trace tab, ${report.read} of them a HAR; ${report.requests} requests; ` +
      `at most ${report.worstPace.toFixed(1)} times the time of logins of that length; ` +
      `${report.heapGrowth.toFixed(2)} times the heap of the start; ${failures.length} wrong`,
  );
  return failures.length === 0;
}

function runLibrary(): boolean {
  const root = join(import.meta.dirname, "../..");
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const args = [
    "run",
    "--project=unit",
    "--project=components",
    "--testTimeout=600000",
    "tests/unit/lib/auth/hostile",
    "tests/unit/components/panel/tokens/hostile",
  ];
  const env = { ...process.env, HOSTILE_INPUTS: String(inputs) };
  return (
    spawnSync(process.execPath, [vitest, ...args], { cwd: root, env, stdio: "inherit" }).status ===
    0
  );
}
