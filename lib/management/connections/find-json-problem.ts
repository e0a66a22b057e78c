/** The first place where a text is not valid JSON, and the expected content. */
export interface JsonProblem {
  message: string;
  /** Line and column count from 1. The column is in UTF-16 units, as in a text area. */
  line: number;
  column: number;
  /** The number of UTF-16 units before the place. */
  offset: number;
}

// Browsers parse deeper nesting, but no profile needs it.
const maxDepth = 100;

class JsonSyntaxError extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/**
 * Finds the first place where a text breaks the grammar of JSON (RFC 8259), or repeats a name in an
 * object. Returns undefined for a valid text.
 *
 * `JSON.parse` is not enough. It accepts a repeated name and drops the first value. Its error
 * message differs between browsers, and does not always contain a position.
 */
export function findJsonProblem(text: string): JsonProblem | undefined {
  try {
    scanDocument(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { message, offset } = error;
    const lines = text.slice(0, offset).split("\n");
    return { message, offset, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  }
}

const space = /[ \t\n\r]*/uy;
const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/uy;
const wordToken = /true|false|null/uy;
// Any character but quotes, backslashes and control characters (RFC 8259, section 7).
const stringToken = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/uy;

function scanDocument(text: string): void {
  let at = 0;

  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  }

  function takeCharacter(mark: string): boolean {
    take(space);
    if (!text.startsWith(mark, at)) return false;
    at += mark.length;
    return true;
  }

  function fail(expected: string): never {
    const start = at >= text.length ? "Unexpected end of text: expected" : "Expected";
    throw new JsonSyntaxError(`${start} ${expected}.`, at);
  }

  function scanString(expected: string): string {
    if (text[at] !== '"') fail(expected);
    const start = at;
    const string = take(stringToken);
    if (string !== undefined) return string;
    const message = "The string is not closed on its line, or contains an invalid escape sequence.";
    throw new JsonSyntaxError(message, start);
  }

  function scanObject(level: number): void {
    const names = new Set<string>();
    if (takeCharacter("}")) return;
    do {
      take(space);
      const start = at;
      const name = String(JSON.parse(scanString("a name in double quotes")));
      if (names.has(name)) {
        const message = `Duplicate property ${JSON.stringify(name)}: only one of the two would be used. Remove one.`;
        throw new JsonSyntaxError(message, start);
      }
      if (name === "__proto__")
        throw new JsonSyntaxError('The property "__proto__" cannot be sent. Remove it.', start);
      names.add(name);
      if (!takeCharacter(":")) fail("a colon");
      scanValue(level);
    } while (takeCharacter(","));
    if (!takeCharacter("}")) fail("a comma or }");
  }

  function scanArray(level: number): void {
    if (takeCharacter("]")) return;
    do scanValue(level);
    while (takeCharacter(","));
    if (!takeCharacter("]")) fail("a comma or ]");
  }

  function scanValue(level: number): void {
    if (level > maxDepth) throw new JsonSyntaxError("Too many nested levels. Remove some.", at);
    if (takeCharacter("{")) {
      scanObject(level + 1);
    } else if (takeCharacter("[")) {
      scanArray(level + 1);
    } else if (text[at] === '"') {
      scanString("a string");
    } else {
      const start = at;
      const word = take(numberToken) ?? take(wordToken);
      if (word === undefined) fail("a value");
      if (/\d/u.test(word) && !Number.isFinite(Number(word)))
        throw new JsonSyntaxError("The number is too large for JavaScript.", start);
    }
  }

  scanValue(0);
  take(space);
  if (at < text.length)
    throw new JsonSyntaxError("Unexpected text after the end of the JSON. Remove it.", at);
}
