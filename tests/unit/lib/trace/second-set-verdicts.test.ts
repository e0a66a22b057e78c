import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readTraceFile } from "../../../../lib/trace/file/read-trace-file.ts";
import type { TraceFinding } from "../../../../lib/trace/judge-flow.ts";
import { readTrace } from "../../../../lib/trace/read-trace.ts";
import { acceptedRules } from "../../../trace-corpus/second/accepted-rules.ts";
import { expectedLogins } from "../../../trace-corpus/second/expected.ts";

const folder = join(import.meta.dirname, "../../../trace-corpus/second");

interface Verdict {
  top: TraceFinding | undefined;
  errors: TraceFinding[];
}

/** Returns the top cause of a captured login, and all its errors. */
async function judge(name: string): Promise<Verdict> {
  const text = readFileSync(join(folder, `${name}.har`), "utf8");
  const file = await readTraceFile(text, () => Promise.resolve(), new AbortController().signal);
  if (!file.ok) throw new Error(`${name}: ${file.message}`);
  const { flows } = await readTrace(file.exchanges);
  const tops = flows.flatMap(({ verdict }) => verdict.findings.slice(0, 1));
  return {
    top: tops.find(({ rank }) => rank === "cause"),
    errors: flows.flatMap(({ verdict }) =>
      verdict.findings.filter(({ severity }) => severity === "error"),
    ),
  };
}

const idOf = (finding: TraceFinding | undefined) => finding?.rule.id;
const figures = { right: 0, faulty: 0, found: 0, errors: 0, errorsRight: 0, clean: 0, quiet: 0 };

describe("the second set, whose author had not read the rules that were there", () => {
  test("each top finding and each error is right, since rules were added for six of the logins", async () => {
    const missed: string[] = [];
    for (const login of expectedLogins) {
      const { top, errors } = await judge(login.name);
      const accepted = acceptedRules[login.name] ?? [];
      const isRight = (finding: TraceFinding | undefined) => accepted.includes(idOf(finding) ?? "");
      figures.errors += errors.length;
      figures.errorsRight += errors.filter(isRight).length;
      if ("clean" in login) {
        figures.clean += 1;
        figures.quiet += errors.length === 0 ? 1 : 0;
        if (errors.length > 0) missed.push(`${login.name}: ${errors.map(idOf).join(", ")}`);
        continue;
      }
      figures.faulty += 1;
      figures.right += isRight(top) ? 1 : 0;
      figures.found += errors.some(isRight) || isRight(top) ? 1 : 0;
      const wrong = errors.filter((finding) => !isRight(finding)).map(idOf);
      if (!isRight(top) || wrong.length > 0) {
        missed.push(`${login.name}: ${idOf(top)} (others: ${wrong.join(", ")})`);
      }
    }
    expect(missed).toEqual([]);
    expect(figures).toMatchObject({ right: 15, faulty: 15, clean: 15, quiet: 15 });
    expect(figures.errorsRight).toBe(figures.errors);
  });

  afterAll(() => {
    const { right, faulty, found, errors, errorsRight, clean, quiet } = figures;
    process.stdout.write(
      `second set: top cause right in ${right} of ${faulty}; recall ${found} of ${faulty}; ` +
        `precision ${errorsRight} of ${errors} errors; ${quiet} of ${clean} clean without an error\n`,
    );
  });
});
