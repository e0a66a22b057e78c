import { beginsToken } from "./compact-tokens.ts";
import { runAtEnd } from "./ends.ts";

/**
 * The number of a chunk, after the name of the cookie: `name.0`, `name__0`, `name_0`, `name-0`, or
 * `nameC1` of ASP.NET Core.
 */
const numberOfName = /(\.|__|_|-|C)(\d{1,2})["']?(?:[ \t]?[:=][ \t]?|\t)["']?/gu;
/** A value has no separator, so that the values of successive names do not overlap. */
const chunkValue = /[\w.~+/%-]+={0,2}/uy;
/** The longest name that is read. */
const maxName = 200;
/** Libraries cut a cookie because it is longer than 4,096 characters, or about half of that. */
const minChunk = 100;

interface Chunk {
  start: number;
  end: number;
  number: number;
  value: string;
}

/** Joins the values of cookies that a library cut, at the place of the first one. */
export function joinCookieChunks(text: string): string {
  const groups = new Map<string, Chunk[]>();
  const matches = text.matchAll(numberOfName);
  for (const { 0: whole, 1: separator = "", 2: number = "", index } of matches) {
    const base = runAtEnd(text.slice(Math.max(0, index - maxName), index));
    if (base === "") continue;
    const start = index + whole.length;
    chunkValue.lastIndex = start;
    const value = chunkValue.exec(text)?.[0];
    if (value === undefined) continue;
    const chunk = { start, end: start + value.length, number: Number(number), value };
    const key = `${base} ${separator}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [chunk]);
    else if (!group.some((one) => one.number === chunk.number)) group.push(chunk);
  }
  const edits = [...groups.values()].filter(isCutValue).flatMap(joinGroup);
  if (edits.length === 0) return text;
  return applyEdits(text, edits);
}

/** Returns true for chunks with successive numbers, each but the last of which is long. */
function isCutValue(chunks: Chunk[]): boolean {
  if (chunks.length < 2) return false;
  chunks.sort((one, other) => one.number - other.number);
  const first = chunks[0]?.number ?? 0;
  return (
    first <= 1 &&
    chunks.every(
      ({ number, value }, at) =>
        number === first + at &&
        (at === 0 || !beginsToken(value)) &&
        (at === chunks.length - 1 || value.length >= minChunk),
    )
  );
}

function joinGroup(chunks: Chunk[]): Chunk[] {
  const whole = chunks.map(({ value }) => value).join("");
  return chunks.map((chunk, at) => ({ ...chunk, value: at === 0 ? whole : "" }));
}

function applyEdits(text: string, edits: Chunk[]): string {
  let result = "";
  let at = 0;
  for (const { start, end, value } of edits.sort((one, other) => one.start - other.start)) {
    result += text.slice(at, start) + value;
    at = end;
  }
  return result + text.slice(at);
}
