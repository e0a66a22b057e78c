import * as z from "zod/mini";

/** A term of a filter: a lower-case word or a regular expression. Banned terms must not occur. */
export const textTermSchema = z.object({
  kind: z.enum(["word", "pattern"]),
  text: z.string(),
  isBanned: z.boolean(),
});
export type TextTerm = z.infer<typeof textTermSchema>;

/** The terms of a filter, or the reason why the text is not a filter. */
export type ParsedTerms =
  | { readonly ok: true; readonly terms: readonly TextTerm[] }
  | { readonly ok: false; readonly message: string };

const maxQuery = 1_000;
const maxPattern = 200;
/** Matches a pattern with its slashes. A slash in brackets or after a backslash does not end it. */
const patternTerm = /^\/((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+)\/([dgimsuvy]*)(?=\s|$)/u;

const wordsOnly =
  "This filter accepts only words and -words. Use patterns in the Events tab of DevTools.";
const notClosed = "The pattern has no closing slash. Example: /user.*deleted/.";
const notAPattern =
  "The pattern is not a valid regular expression. Check its brackets and backslashes.";
const tooLong = `The pattern is longer than ${maxPattern} characters. Shorten it, or use words.`;

/**
 * Parses a filter. All its words must occur; a `-word` must not. `/pattern/` and `-/pattern/` do
 * the same for a regular expression. Matching ignores case, with or without the flag `i`.
 */
export function parseTerms(query: string): ParsedTerms {
  return parse(query, { takesPatterns: true });
}

/** Parses a filter of words and `-word`s, for a page that has no worker to run patterns in. */
export function parseWords(query: string): ParsedTerms {
  return parse(query, { takesPatterns: false });
}

function parse(query: string, { takesPatterns }: { takesPatterns: boolean }): ParsedTerms {
  const terms: TextTerm[] = [];
  let rest = query.trim();
  if (rest.length > maxQuery)
    return fail(`The filter is longer than ${maxQuery} characters. Shorten it.`);
  while (rest !== "") {
    const isBanned = rest.length > 1 && rest.startsWith("-") && !/^-\s/u.test(rest);
    if (isBanned) rest = rest.slice(1);
    const word = /^\S+/u.exec(rest)?.[0] ?? "";
    const pattern = rest.startsWith("/") && word !== "/" ? patternTerm.exec(rest) : null;
    if (pattern !== null && !takesPatterns) return fail(wordsOnly);
    if (rest.startsWith("/") && word !== "/" && takesPatterns) {
      const [all, source, flags = ""] = pattern ?? [];
      if (all === undefined || source === undefined) return fail(notClosed);
      const problem = findPatternProblem(source, flags);
      if (problem !== undefined) return fail(problem);
      terms.push({ kind: "pattern", text: source, isBanned });
      rest = rest.slice(all.length).trimStart();
    } else {
      terms.push({ kind: "word", text: word.toLowerCase(), isBanned });
      rest = rest.slice(word.length).trimStart();
    }
  }
  return { ok: true, terms };
}

/** Returns true if a filter contains a pattern. A page must not run patterns on its own thread. */
export function hasPattern(terms: readonly TextTerm[]): boolean {
  return terms.some(({ kind }) => kind === "pattern");
}

/** Compiles a pattern. Compiling is fast for any source; only matching can take long. */
export function compilePattern(source: string): RegExp {
  return new RegExp(source, "giu");
}

function findPatternProblem(source: string, flags: string): string | undefined {
  const foreign = flags.replaceAll("i", "");
  if (foreign !== "") {
    return `Patterns support only the flag i, which is always set. Remove “${foreign}” at the end.`;
  }
  if (source.length > maxPattern) return tooLong;
  try {
    void compilePattern(source);
    return undefined;
  } catch {
    return notAPattern;
  }
}

function fail(message: string): { ok: false; message: string } {
  return { ok: false, message };
}
