import type { SpecGroup } from "./rows.ts";

/** A test file as the check sees it: where it is and what it says. */
export interface TestText {
  readonly path: string;
  readonly text: string;
}

const idPattern = /^[a-z0-9]+(?:[.-][a-z0-9]+)*$/;

/** An id in brackets: at least two words joined by a dot, so that `[0]` or `[sic]` in a title stays prose. */
export const taggedPattern = /\[([a-z0-9-]+(?:\.[a-z0-9-]+)+)\]/g;

const callPattern = /\b(?:it|test|describe)(?:\.[a-z]+)*\s*\(/gi;
const stringPattern = /\s*(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/uy;

/** The string literal that starts here, blanks aside. */
function readString(text: string, index: number): string | undefined {
  stringPattern.lastIndex = index;
  const match = stringPattern.exec(text);
  return match === null ? undefined : (match[1] ?? match[2] ?? match[3]);
}

/** The place behind the bracket that closes the one before `index`; strings and comments are passed over. */
function skipBrackets(text: string, index: number): number {
  const part =
    /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[()]/gu;
  part.lastIndex = index;
  let depth = 1;
  for (let match = part.exec(text); match !== null; match = part.exec(text)) {
    if (match[0] === "(") depth += 1;
    if (match[0] === ")") depth -= 1;
    if (depth === 0) return part.lastIndex;
  }
  return text.length;
}

/** Titles of tests and suites: `it("title"`, and `it.each(table)("title"`. */
function findTitles(text: string): string[] {
  return [...text.matchAll(callPattern)].flatMap((call) => {
    const inside = call.index + call[0].length;
    const behind = skipBrackets(text, inside);
    const title =
      readString(text, inside) ?? (text[behind] === "(" ? readString(text, behind + 1) : undefined);
    return title === undefined ? [] : [title];
  });
}

/**
 * Ids that the titles of a test file carry. A title made from a table (`` `${id}` ``, `%s`, `$id`) shows no id here: such
 * a table writes the ids as `"[id]"` strings in the same file, which count when they stand alone in a string literal.
 */
export function findTaggedIds(text: string): string[] {
  const ids = new Set<string>();
  for (const title of findTitles(text)) {
    for (const tagged of title.matchAll(taggedPattern)) {
      if (tagged[1] !== undefined) ids.add(tagged[1]);
    }
  }
  for (const literal of text.matchAll(/(["'`])\[([a-z0-9-]+(?:\.[a-z0-9-]+)+)\]\1/g)) {
    if (literal[2] !== undefined) ids.add(literal[2]);
  }
  return [...ids];
}

/**
 * Everything wrong with the rows as the text of the tests shows it, as sentences. An early word only: that the tests
 * ran is for the end of `npm test` to say, from their results (`proven-rows.ts`).
 */
export function checkSpecRows(groups: readonly SpecGroup[], tests: readonly TestText[]): string[] {
  const problems: string[] = [];
  const known = new Set<string>();
  for (const { heading, rows } of groups) {
    for (const [id, words] of rows) {
      if (known.has(id))
        problems.push(`The id ${id} is given to two rows (again under "${heading}").`);
      known.add(id);
      if (!idPattern.test(id))
        problems.push(`The id ${id} is not lower-case words joined by dots and hyphens.`);
      if (words.trim() === "") problems.push(`The row ${id} says nothing.`);
    }
  }
  const tagged = new Set<string>();
  for (const { path, text } of tests) {
    for (const id of findTaggedIds(text)) {
      tagged.add(id);
      if (!known.has(id))
        problems.push(`${path} has a title with [${id}], which is the id of no row.`);
    }
  }
  for (const { rows } of groups) {
    for (const [id, , state] of rows) {
      if (state === "covered" && !tagged.has(id)) {
        problems.push(`The row ${id} is called covered, but no test title carries [${id}].`);
      }
    }
  }
  return problems;
}

/** How many rows each heading holds. */
export function countRows(groups: readonly SpecGroup[]): Record<string, number> {
  return Object.fromEntries(groups.map(({ heading, rows }) => [heading, rows.length]));
}
