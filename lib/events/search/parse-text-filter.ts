import { createLinearPattern } from "./linear-pattern.ts";
import { PatternError } from "./pattern-syntax.ts";

/** A filter of text ready to use, or a sentence that says why the query is none. */
export type ParsedTextFilter =
  | {
      readonly ok: true;
      /** Whether a text, which must be in lower case, passes. */
      readonly matches: (text: string) => boolean;
      /** Nothing was asked for: everything matches. */
      readonly isEmpty: boolean;
    }
  | { readonly ok: false; readonly message: string };

const MAX_QUERY = 1_000;
const MAX_PATTERN = 200;
/** A pattern with its slashes, at the start of a query; a slash in brackets or behind a backslash does not end it. */
const PATTERN = /^\/((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+)\/([dgimsuvy]*)(?=\s|$)/u;

/**
 * Read what a person typed: words that all have to occur, `-word` for one that must not,
 * `/pattern/` and `-/pattern/` for a regular expression; case means nothing, with or without the flag i.
 */
export function parseTextFilter(query: string): ParsedTextFilter {
  if (query.trim().length > MAX_QUERY) {
    return { ok: false, message: `The filter is longer than ${MAX_QUERY} characters.` };
  }
  let terms: readonly Term[];
  try {
    terms = readTerms(query);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return { ok: false, message: error.message };
  }
  return {
    ok: true,
    matches(text) {
      for (const term of terms) if (term.occursIn(text) === term.isBanned) return false;
      return true;
    },
    isEmpty: terms.length === 0,
  };
}

interface Term {
  readonly isBanned: boolean;
  occursIn(text: string): boolean;
}

/** @throws {PatternError} */
function readTerms(query: string): Term[] {
  const terms: Term[] = [];
  let rest = query.trim();
  while (rest !== "") {
    const isBanned = rest.length > 1 && rest.startsWith("-") && !/^-\s/u.test(rest);
    if (isBanned) rest = rest.slice(1);
    const word = /^\S+/u.exec(rest)?.[0] ?? "";
    if (rest.startsWith("/") && word !== "/") {
      const [all, source, flags = ""] = PATTERN.exec(rest) ?? [];
      if (all === undefined || source === undefined) throw new PatternError(NOT_CLOSED);
      const foreign = flags.replaceAll("i", "");
      if (foreign !== "") {
        throw new PatternError(
          `A pattern takes no flag but i, which holds for every one. Leave out “${foreign}” at its end.`,
        );
      }
      terms.push({ isBanned, occursIn: readPatternTerm(source) });
      rest = rest.slice(all.length).trimStart();
    } else {
      const wanted = word.toLowerCase();
      terms.push({ isBanned, occursIn: (text) => text.includes(wanted) });
      rest = rest.slice(word.length).trimStart();
    }
  }
  return terms;
}

const NOT_CLOSED = "The pattern is not closed. End it with a second slash, as in /user.*deleted/.";

function readPatternTerm(source: string): (text: string) => boolean {
  if (source.length > MAX_PATTERN) {
    throw new PatternError(`The pattern is longer than ${MAX_PATTERN} characters.`);
  }
  const pattern = createLinearPattern(source);
  return (text) => pattern.test(text);
}
