// Usage: node tests/bench/fuzz.ts [seconds] [seed]
// Tries every route of the local tenant with requests made from its schemas, good ones and spoilt
// ones, for 60 seconds unless told otherwise; prints a histogram. Exit 1 when an answer is wrong, a
// documented status never came, or too few requests reached a route with a valid token.
import { fuzzTenant } from "../fuzz/fuzz-tenant.ts";

const seconds = Number(process.argv[2] ?? 60);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
console.log(`seed ${seed}, ${seconds} s`);
const end = performance.now() + seconds * 1000;
const report = await fuzzTenant(seed, () => performance.now() >= end);

const names = Object.keys(report.histogram).toSorted();
for (const name of names) console.log(`${String(report.histogram[name]).padStart(8)}  ${name}`);
const share = report.reached / report.requests;
console.log(
  `${report.requests} requests, ${(share * 100).toFixed(1)} % with a valid token reached a route`,
);
for (const problem of report.problems.slice(0, 20)) console.log(`wrong: ${problem}`);
for (const name of report.missing) console.log(`never given: ${name}`);
const isGood = report.problems.length === 0 && report.missing.length === 0 && share >= 0.3;
process.exitCode = isGood ? 0 : 1;
