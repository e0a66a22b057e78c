import { parseSync, Visitor } from "oxc-parser";
import { check } from "recheck";
import { beforeAll, describe, expect, test } from "vitest";
import { readFiles } from "./read-files.ts";
import type { FileText } from "./read-files.ts";

interface Pattern {
  readonly path: string;
  readonly source: string;
  readonly flags: string;
}

interface PatternUse {
  /** Regular expressions as they are written in the source. */
  readonly literals: readonly Pattern[];
  /** Files that build a regular expression at run time. */
  readonly built: readonly string[];
}

const shipped = /^(?:lib|components|entrypoints|tenant)\/.*\.(?:tsx?|m?js)$/;

function findPatterns(files: readonly FileText[]): PatternUse {
  const literals: Pattern[] = [];
  const built = new Set<string>();
  for (const { path, text } of files) {
    const findBuilt = ({ callee }: { callee: { type: string; name?: unknown } }): void => {
      if (callee.type === "Identifier" && callee.name === "RegExp") built.add(path);
    };
    new Visitor({
      Literal(node) {
        if (!("regex" in node)) return;
        literals.push({ path, source: node.regex.pattern, flags: node.regex.flags });
      },
      NewExpression: findBuilt,
      CallExpression: findBuilt,
    }).visit(parseSync(path, text).program);
  }
  return { literals, built: [...built] };
}

/** The steps are counted, so that a pattern has the same result on every machine. */
const limits = { timeout: null, attackTimeout: null, attackLimit: 10_000_000 };

/**
 * Reports patterns whose cost on hostile text is more than proportional to its length. The analysis
 * follows the pattern's automaton, or counts the steps of a matcher over generated attacks. It uses
 * no clock.
 */
async function findSlow(patterns: readonly Pattern[]): Promise<string[]> {
  const sentences: string[] = [];
  for (const { path, source, flags } of patterns) {
    const result = await check(source, flags, limits);
    if (result.status === "safe") continue;
    const reason = result.status === "vulnerable" ? result.complexity.summary : result.error.kind;
    sentences.push(`${path}: /${source}/${flags} (${reason})`);
  }
  return sentences;
}

describe("regular expressions over foreign text", () => {
  const { literals, built } = findPatterns(readFiles().filter(({ path }) => shipped.test(path)));

  beforeAll(() => {
    // The analysis in JavaScript: it needs no native program and no Java.
    process.env["RECHECK_BACKEND"] = "pure";
  });

  test("are reported if they are quadratic, such as the one that blocked the worker", async () => {
    const text = String.raw`export const token = /eyJ[\w-]+\.[\w-]+\.[\w-]*/gu;`;
    const planted = findPatterns([{ path: "lib/planted.ts", text }]);
    expect(await findSlow(planted.literals)).toEqual([
      String.raw`lib/planted.ts: /eyJ[\w-]+\.[\w-]+\.[\w-]*/gu (2nd degree polynomial)`,
    ]);
  });

  test.each(["lib/auth", "lib/events", "lib/management", "lib/redaction", "lib/tokens", "tenant"])(
    "take time proportional to the text's length in %s",
    async (folder) => {
      const own = literals.filter(({ path }) => path.startsWith(`${folder}/`));
      expect(own.length).toBeGreaterThan(0);
      expect(await findSlow(own)).toEqual([]);
    },
  );

  test("take time proportional to the text's length in every other folder", async () => {
    const others = literals.filter(
      ({ path }) => !/^(?:lib\/(?:auth|events|management|redaction|tokens)|tenant)\//.test(path),
    );
    expect(others.length).toBeGreaterThan(10);
    expect(await findSlow(others)).toEqual([]);
  });

  test("are built at run time only from the filter's pattern, and from one literal", () => {
    for (const path of built)
      expect(path).toMatch(/^lib\/events\/(?:search\/|stream\/read-stream\.ts$)/);
  });
});
