/** Where a text stops being JSON, and what is expected there. */
export interface JsonProblem {
  message: string;
  /** Both count from 1; the column in UTF-16 units, as a text area does. */
  line: number;
  column: number;
  /** From the beginning of the text, counted from 0. */
  offset: number;
}

// Browsers stop reading far deeper; no profile comes near.
const MOST_LEVELS = 100;

class Unreadable extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/**
 * Finds the first place where a text breaks the grammar of JSON (RFC 8259), or says the same name twice in one object, which a
 * browser's parser takes and of which it forgets the first. Undefined for a text that is read as it stands.
 *
 * The browsers' own messages differ and name no place in common, hence this one.
 */
export function findJsonProblem(text: string): JsonProblem | undefined {
  try {
    scanDocument(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const { message, offset } = error;
    const lines = text.slice(0, offset).split("\n");
    return { message, offset, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  }
}

const SPACE = /[ \t\n\r]*/uy;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/uy;
const WORD = /true|false|null/uy;
// Any character but quotes, backslashes and control characters (RFC 8259, section 7).
const STRING = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/uy;

function scanDocument(text: string): void {
  let at = 0;

  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  }

  function takeMark(mark: string): boolean {
    take(SPACE);
    if (!text.startsWith(mark, at)) return false;
    at += mark.length;
    return true;
  }

  function fail(expected: string): never {
    const end = at >= text.length ? "The text ends too early: " : "";
    const sentence = `${end}${expected} is expected here.`;
    throw new Unreadable(sentence.charAt(0).toUpperCase() + sentence.slice(1), at);
  }

  function scanString(expected: string): string {
    if (text[at] !== '"') fail(expected);
    const start = at;
    const string = take(STRING);
    if (string !== undefined) return string;
    const message =
      "This text in quotes is not closed on its line, or holds a backslash with nothing that it could stand for.";
    throw new Unreadable(message, start);
  }

  function scanObject(level: number): void {
    const names = new Set<string>();
    if (takeMark("}")) return;
    do {
      take(SPACE);
      const start = at;
      const name = String(JSON.parse(scanString("a name in double quotes")));
      if (names.has(name)) {
        const message = `The name ${JSON.stringify(name)} stands in this object a second time, and only one of the two would count. Remove one.`;
        throw new Unreadable(message, start);
      }
      if (name === "__proto__")
        throw new Unreadable('The name "__proto__" cannot be sent. Remove it.', start);
      names.add(name);
      if (!takeMark(":")) fail("a colon");
      scanValue(level);
    } while (takeMark(","));
    if (!takeMark("}")) fail("a comma or }");
  }

  function scanArray(level: number): void {
    if (takeMark("]")) return;
    do scanValue(level);
    while (takeMark(","));
    if (!takeMark("]")) fail("a comma or ]");
  }

  function scanValue(level: number): void {
    if (level > MOST_LEVELS)
      throw new Unreadable("This is nested too deeply. Take levels out.", at);
    if (takeMark("{")) {
      scanObject(level + 1);
    } else if (takeMark("[")) {
      scanArray(level + 1);
    } else if (text[at] === '"') {
      scanString("a text");
    } else {
      const start = at;
      const word = take(NUMBER) ?? take(WORD);
      if (word === undefined) fail("a value");
      if (/\d/u.test(word) && !Number.isFinite(Number(word)))
        throw new Unreadable("This number is larger than any that JavaScript keeps.", start);
    }
  }

  scanValue(0);
  take(SPACE);
  if (at < text.length)
    throw new Unreadable("The JSON ends before this place. Remove what follows.", at);
}
