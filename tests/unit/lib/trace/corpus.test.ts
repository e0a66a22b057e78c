import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readTraceFile } from "../../../../lib/trace/file/read-trace-file.ts";
import type { TraceFinding } from "../../../../lib/trace/judge-flow.ts";
import { readTrace } from "../../../../lib/trace/read-trace.ts";
import { cases } from "../../../trace-corpus/cases.ts";

const folder = join(import.meta.dirname, "../../../trace-corpus/captures");

/** Returns the findings of a captured login, the worst of each flow first. */
async function judge(name: string): Promise<{ tops: TraceFinding[]; all: TraceFinding[] }> {
  const text = readFileSync(join(folder, `${name}.har`), "utf8");
  const file = await readTraceFile(text, () => Promise.resolve(), new AbortController().signal);
  if (!file.ok) throw new Error(`${name}: ${file.message}`);
  const { flows } = await readTrace(file.exchanges);
  const tops = flows.flatMap(({ verdict }) => verdict.findings.slice(0, 1));
  return { tops, all: flows.flatMap(({ verdict }) => verdict.findings) };
}

const counts = { faulty: 0, topRight: 0, clean: 0, withoutError: 0, errors: 0, rightErrors: 0 };

describe("the captured logins, recorded before the rules were finished", () => {
  test.each(cases.filter(({ cause }) => cause !== undefined))(
    "$name: the top cause is $cause",
    async ({ name, cause }) => {
      const { tops, all } = await judge(name);
      const [top] = tops.filter(({ rank }) => rank === "cause");
      counts.faulty += 1;
      counts.topRight += top?.rule.id === cause ? 1 : 0;
      const errors = all.filter(({ severity }) => severity === "error");
      counts.errors += errors.length;
      counts.rightErrors += errors.filter(({ rule }) => rule.id === cause).length;
      expect(top?.rule.id).toBe(cause);
    },
  );

  test.each(cases.filter(({ cause }) => cause === undefined))(
    "$name: is clean, without a cause or an error",
    async ({ name, advice = [] }) => {
      const { all } = await judge(name);
      const wrong = all.filter(({ rank, severity }) => rank === "cause" || severity === "error");
      counts.clean += 1;
      counts.withoutError += wrong.length === 0 ? 1 : 0;
      counts.errors += wrong.length;
      expect(wrong.map(({ rule }) => rule.id)).toEqual([]);
      expect(all.map(({ rule }) => rule.id)).toEqual(expect.arrayContaining([...advice]));
    },
  );

  afterAll(() => {
    const { faulty, topRight, clean, withoutError, errors, rightErrors } = counts;
    process.stdout.write(
      `top cause right in ${topRight} of ${faulty} faulty logins; ${withoutError} of ${clean} clean ones ` +
        `without an error; ${rightErrors} of ${errors} error findings name the cause\n`,
    );
  });
});
