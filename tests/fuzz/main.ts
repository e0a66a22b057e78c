// Usage: node tests/fuzz/main.ts [--seconds N] [--seed N]
// Tries every route of the local tenant with requests made for it, good ones and spoilt ones, for 60
// seconds unless told otherwise, and prints a histogram. Exit 1 when an answer is wrong, a route has no
// entry, a documented status never came, or too few requests reached a handler with a valid token.
import { parseArgs } from "node:util";
import { fuzzTenant } from "./fuzz-tenant.ts";

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "60" }, seed: { type: "string" } },
});
const seconds = Number(values.seconds);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (!(seconds > 0) || !Number.isSafeInteger(seed)) {
  console.error("--seconds takes a number above 0 and --seed a whole number.");
  process.exit(2);
}
console.log(`--seed ${seed}, ${seconds} s`);
const end = performance.now() + seconds * 1000;
const report = await fuzzTenant({ seed, isOver: () => performance.now() >= end });

for (const name of Object.keys(report.histogram).toSorted()) {
  console.log(`${String(report.histogram[name]).padStart(8)}  ${name}`);
}
const wrong = [...report.gaps, ...report.problems];
for (const problem of wrong.slice(0, 20)) console.log(`wrong: ${problem}`);
for (const name of report.missing) console.log(`never given: ${name}`);
const share = report.reached / report.requests;
console.log(
  `${report.requests} requests, ${(share * 100).toFixed(1)} % with a valid token reached a handler; ` +
    `${Object.keys(report.histogram).length} pairs of route and status; ` +
    `${wrong.length} wrong, ${report.missing.length} never given (--seed ${seed})`,
);
const isGood = wrong.length === 0 && report.missing.length === 0 && share >= 0.3;
process.exitCode = isGood ? 0 : 1;
