// Judges captured logins in a terminal, as the Trace tab does: npm run judge -- FILE.har …
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import "../../lib/platform/schema-engine.ts";
import { judgeFile, type JudgedLine } from "./judge-file.ts";

const usage = `Usage: npm run judge -- FILE.har … [--json] [--secrets]

Says where each login of the files stopped, and why. The files are HAR files of a browser's Network
panel or of Playwright, or JSON files of the Trace tab.

  --json     one line of JSON for each flow
  --secrets  keeps secrets; without it, they are removed as in an export

The exit status is 1 if a flow stopped or has an error, and 2 if a file cannot be read.`;

/** Judges the files one after another, and returns the exit status. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: "boolean" }, secrets: { type: "boolean" } },
  });
  if (positionals.length === 0) throw new Error(usage);
  let hasFailed = false;
  for (const file of positionals) {
    const lines = await judgeFile(file, await readFile(file, "utf8"), {
      keepsSecrets: values.secrets === true,
    });
    hasFailed ||= lines.some(hasError);
    if (values.json === true) {
      for (const { judgement } of lines) print(JSON.stringify(judgement));
      continue;
    }
    print(`# ${file}\n`);
    if (lines.length === 0) print("This file has no login.\n");
    for (const { text } of lines) print(text);
  }
  return hasFailed ? 1 : 0;
}

const hasError = ({ judgement: { stop, proven } }: JudgedLine) =>
  stop !== null || proven.length > 0;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
