// Usage: npm run planted-faults [part of a heading, rule or file name]
// Plants each fault in a temporary copy of the tree and expects its tests to fail there.
import { spawn } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { checkFault, summarize } from "./planted-fault.ts";
import type { PlantedFault, TestOutcome, Verdict } from "./planted-fault.ts";
import { rowFaults } from "./row-faults.ts";
import { securityFaults } from "./security-faults.ts";

const root = resolve(import.meta.dirname, "../../..");
const omitted = new Set(["node_modules", ".git", ".output", ".wxt", ".cache"]);
const copyCount = 2;

function makeCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), "planted-faults-"));
  for (const name of readdirSync(root)) {
    if (!omitted.has(name)) cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "dir");
  return folder;
}

/** Runs these test files in this copy; rejects if none exists. */
function runTests(
  folder: string,
  tests: readonly string[],
  isBaseline = false,
): Promise<TestOutcome> {
  return new Promise((settle, reject) => {
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const child = spawn(process.execPath, [vitest, "run", "--reporter=dot", ...tests], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: "1" },
      // A fault can make a test run forever.
      timeout: 600_000,
      killSignal: "SIGKILL",
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.on("error", reject);
    child.on("close", (code) => {
      if (/No test files found/.test(output))
        reject(new Error(`Could not find the test files: ${tests.join(", ")}.`));
      else if (code === 0) settle("passed");
      else {
        if (isBaseline) console.error(output.match(/^.*\bFAIL\b.*$/gm)?.join("\n") ?? output);
        settle(/Failed Suites/.test(output) ? "unloadable" : "failed");
      }
    });
  });
}

async function runQueue(
  queue: (readonly [name: string, fault: PlantedFault])[],
  folder: string,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [name, fault] = next;
    const path = join(folder, fault.file);
    const text = readFileSync(path, "utf8");
    const verdict = await checkFault(name, fault, text, async (faulty) => {
      writeFileSync(path, faulty);
      try {
        return await runTests(folder, fault.tests);
      } finally {
        writeFileSync(path, text);
      }
    });
    console.log(verdict.line);
    verdicts.push(verdict);
  }
  return verdicts;
}

const wanted = process.argv[2] ?? "";
const chosen = Object.entries<PlantedFault>({ ...rowFaults, ...securityFaults }).filter(
  ([name, { file }]) => name.includes(wanted) || file.includes(wanted),
);
if (chosen.length === 0) {
  console.error(`No planted fault has "${wanted}" in its name or file.`);
  process.exit(2);
}
const copies = Array.from({ length: Math.min(copyCount, chosen.length) }, makeCopy);
try {
  const tests = [...new Set(chosen.flatMap(([, { tests }]) => tests))];
  if ((await runTests(copies[0] ?? root, tests, true)) !== "passed") {
    console.error(
      "The tests already fail without a fault, so they prove nothing. Make them pass first.",
    );
    process.exitCode = 1;
  } else {
    const queue = [...chosen];
    const verdicts = await Promise.all(copies.map((folder) => runQueue(queue, folder)));
    const { line, isGood } = summarize(verdicts.flat());
    console.log(line);
    process.exitCode = isGood ? 0 : 1;
  }
} finally {
  for (const folder of copies) rmSync(folder, { recursive: true, force: true });
}
