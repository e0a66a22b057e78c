import * as z from "zod/mini";
import { parseJson } from "../encoding/json.ts";

/** Parameters by name and value, in their order. Names can repeat, and values can be empty. */
export type Pairs = readonly (readonly [name: string, value: string])[];

/** The parsed lines, or a message about the first invalid line. */
export type ParsedLines = { ok: true; pairs: Pairs } | { ok: false; problem: string };

const pairSchema = z.tuple([z.string(), z.string()]);

/**
 * Parses one `name=value` per line. Skips empty lines; a value can be empty and contain `=`. A pair
 * that has no such line is a JSON array of two texts: `["a=b","c"]`.
 */
export function parseParameterLines(text: string): ParsedLines {
  const pairs: [string, string][] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const pair = pairSchema.safeParse(parseJson(line)).data ?? splitLine(line);
    if (pair === undefined) {
      return {
        ok: false,
        problem: `Line ${index + 1} does not have the form name=value. Correct it.`,
      };
    }
    pairs.push(pair);
  }
  return { ok: true, pairs };
}

function splitLine(line: string): [string, string] | undefined {
  const at = line.indexOf("=");
  const name = line.slice(0, Math.max(at, 0)).trim();
  return name === "" ? undefined : [name, line.slice(at + 1)];
}

/** Writes pairs as the lines that {@link parseParameterLines} parses to the same pairs. */
export function writeParameterLines(pairs: Pairs): string {
  return pairs
    .map(([name, value]) => {
      const line = `${name}=${value}`;
      const parsed = parseParameterLines(line);
      const [read, ...more] = parsed.ok ? parsed.pairs : [];
      const isSame = more.length === 0 && read?.[0] === name && read[1] === value;
      // A text field also turns other line breaks into `\n`.
      return isSame && !/\p{Cc}/u.test(line) ? line : JSON.stringify([name, value]);
    })
    .join("\n");
}
