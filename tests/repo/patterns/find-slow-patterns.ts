import { parseSync, Visitor } from "oxc-parser";
import { check } from "recheck";
import { readFiles } from "../read-files.ts";
import type { FileText } from "../read-files.ts";

// The analysis in JavaScript: it needs no native program and no Java.
process.env["RECHECK_BACKEND"] = "pure";

/** A regular expression of the product. */
interface Pattern {
  readonly path: string;
  readonly source: string;
  readonly flags: string;
}

/** The regular expressions of some files. */
interface PatternUse {
  /** Regular expressions as they are written in the source. */
  readonly literals: readonly Pattern[];
  /** Files that build a regular expression at run time. */
  readonly built: readonly string[];
}

const shipped = /^(?:lib|components|entrypoints|tenant)\/.*\.(?:tsx?|m?js)$/;

/** Lists the regular expressions of files. */
export function findPatterns(files: readonly FileText[]): PatternUse {
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
export async function findSlow(patterns: readonly Pattern[]): Promise<string[]> {
  const sentences: string[] = [];
  for (const { path, source, flags } of patterns) {
    const result = await check(source, flags, limits);
    if (result.status === "safe") continue;
    const reason = result.status === "vulnerable" ? result.complexity.summary : result.error.kind;
    sentences.push(`${path}: /${source}/${flags} (${reason})`);
  }
  return sentences;
}

/** Lists the regular expressions of the code that is shipped or simulates the service. */
export function findOwnPatterns(): PatternUse {
  return findPatterns(readFiles().filter(({ path }) => shipped.test(path)));
}
