// Usage: npm run mutants [part of a file name or row id]
// Plants each fault of mutants.ts in a temporary copy of the tree and expects its tests to fail there.
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
import { judgeMutant, summarize } from "./judge-mutants.ts";
import type { Mutant, TestOutcome, Verdict } from "./judge-mutants.ts";
import { mutants } from "./mutants.ts";

const root = resolve(import.meta.dirname, "../../..");
const left = new Set(["node_modules", ".git", ".output", ".wxt", ".cache"]);
const copyCount = 2;

function makeCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), "mutants-"));
  for (const name of readdirSync(root)) {
    if (!left.has(name)) cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "dir");
  return folder;
}

/** How these test files come out in this copy; rejects when there are none. */
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
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.on("error", reject);
    child.on("close", (code) => {
      if (/No test files found/.test(output))
        reject(new Error(`There is no such test file: ${tests.join(", ")}.`));
      else if (code === 0) settle("passed");
      else {
        if (isBaseline) console.error(output.match(/^.*\bFAIL\b.*$/gm)?.join("\n") ?? output);
        settle(/Failed Suites/.test(output) ? "unloadable" : "failed");
      }
    });
  });
}

async function runQueue(queue: Mutant[], folder: string): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
    const { file, tests } = mutant;
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    const verdict = await judgeMutant(mutant, text, async (faulty) => {
      writeFileSync(path, faulty);
      try {
        return await runTests(folder, tests);
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
const chosen = mutants.filter(
  ({ file, rows }) => file.includes(wanted) || rows.some((row) => row.includes(wanted)),
);
if (chosen.length === 0) {
  console.error(`No planted fault has "${wanted}" in its file or rows.`);
  process.exit(2);
}
const copies = Array.from({ length: Math.min(copyCount, chosen.length) }, makeCopy);
try {
  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))];
  if ((await runTests(copies[0] ?? root, tests, true)) !== "passed") {
    console.error("The tests fail without any fault, so they can prove nothing: run them first.");
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
