/** A pattern as a tree. A set is a thing that one character is or is not: `a`, `.`, `\d`, `[^x-z]`. */
export type PatternNode =
  | { readonly kind: "set"; readonly source: string }
  | { readonly kind: "assertion"; readonly holds: Assertion }
  | { readonly kind: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly options: readonly PatternNode[] }
  | {
      readonly kind: "repeat";
      readonly of: PatternNode;
      readonly min: number;
      readonly max: number;
    };
export type Assertion = "start" | "end" | "boundary" | "no-boundary";

/** A pattern that is none, or asks for more than can be promised to end soon; the message is for people. */
export class PatternError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "PatternError";
  }
}

const NOT_A_PATTERN =
  "The pattern is not a regular expression. Check its brackets and backslashes.";
const LOOKS_AROUND =
  "The pattern looks ahead or behind, which a filter cannot do. Use words and -words beside a simpler pattern.";
const REFERS_BACK =
  "The pattern refers back to a group, which a filter cannot do. Write out what is meant.";

const QUANTIFIER = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/u;
/** One whole escape of the `u` syntax; a pair of surrogate escapes is one character. */
const ESCAPE =
  /^\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\}|[^])/u;
const GROUP = /^\((?:\?:|\?<[^=!][^>]*>|(?!\?))/u;

/**
 * Read a pattern in JavaScript's own syntax (flags `iu`), without what only a backtracking
 * matcher can do: looking around and referring back.
 *
 * @throws {PatternError}
 * @see https://tc39.es/ecma262/#sec-patterns
 */
export function readPattern(source: string): PatternNode {
  try {
    // Whether it is a pattern at all is the engine's to say; from here on the syntax holds.
    void new RegExp(source, "iu");
  } catch {
    throw new PatternError(NOT_A_PATTERN);
  }
  let rest = source;
  const node = readChoice();
  if (rest !== "") throw new PatternError(NOT_A_PATTERN);
  return node;

  function take(text: string): string {
    rest = rest.slice(text.length);
    return text;
  }

  function readChoice(): PatternNode {
    const options = [readSequence()];
    while (rest.startsWith("|")) {
      take("|");
      options.push(readSequence());
    }
    const [only] = options;
    return options.length === 1 && only !== undefined ? only : { kind: "choice", options };
  }

  function readSequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (!isAtEnd()) parts.push(readQuantified(readAtom()));
    return { kind: "sequence", parts };
  }

  function isAtEnd(): boolean {
    return rest === "" || rest.startsWith("|") || rest.startsWith(")");
  }

  function readAtom(): PatternNode {
    switch (rest.charAt(0)) {
      case "^":
        take("^");
        return { kind: "assertion", holds: "start" };
      case "$":
        take("$");
        return { kind: "assertion", holds: "end" };
      case "(":
        return readGroup();
      case "[":
        return { kind: "set", source: take(findClass()) };
      case "\\":
        return readEscape();
      default:
        return { kind: "set", source: take(String.fromCodePoint(rest.codePointAt(0) ?? 0)) };
    }
  }

  function readGroup(): PatternNode {
    const opening = GROUP.exec(rest);
    if (opening === null) throw new PatternError(LOOKS_AROUND);
    take(opening[0]);
    const inner = readChoice();
    take(")");
    return inner;
  }

  function findClass(): string {
    let end = 1;
    while (rest[end] !== "]" && end < rest.length) end += rest[end] === "\\" ? 2 : 1;
    return rest.slice(0, end + 1);
  }

  function readEscape(): PatternNode {
    const escape = take(ESCAPE.exec(rest)?.[0] ?? "\\");
    if (escape === "\\b") return { kind: "assertion", holds: "boundary" };
    if (escape === "\\B") return { kind: "assertion", holds: "no-boundary" };
    if (/^\\[1-9k]/u.test(escape)) throw new PatternError(REFERS_BACK);
    return { kind: "set", source: escape };
  }

  function readQuantified(of: PatternNode): PatternNode {
    const quantifier = QUANTIFIER.exec(rest);
    if (quantifier === null) return of;
    const [all, least = "0", comma, most = ""] = quantifier;
    take(all);
    // Greedy or lazy: whether there is a match is the same.
    if (all.startsWith("*")) return { kind: "repeat", of, min: 0, max: Infinity };
    if (all.startsWith("+")) return { kind: "repeat", of, min: 1, max: Infinity };
    if (all.startsWith("?")) return { kind: "repeat", of, min: 0, max: 1 };
    const min = Number(least);
    const open = most === "" ? Infinity : Number(most);
    return { kind: "repeat", of, min, max: comma === undefined ? min : open };
  }
}
