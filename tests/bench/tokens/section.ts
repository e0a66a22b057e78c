import type { Figure, Section } from "../figure.ts";
import { openTokenPlace, type TokenPlace } from "./places.ts";

const encode = (text: string): string => Buffer.from(text).toString("base64url");
const write = (payload: string): string => `${encode('{"alg":"RS256"}')}.${encode(payload)}.c2ln`;

const claims = Object.fromEntries(
  Array.from({ length: 10_000 }, (_, at): [string, string] => [`claim-${at}`, `value ${at}`]),
);
/** With this value, the token is as long as the longest one that the tab decodes. */
const longValue = "a".repeat(786_000);
const levels = 90_000;

/** The tokens that are hard to show, each with a text of its report. */
const tokens: readonly { name: string; token: string; words: string }[] = [
  { name: "10000-claims", token: write(JSON.stringify(claims)), words: "Claims (10,000)" },
  { name: "1-mb", token: write(JSON.stringify({ long: longValue })), words: "Claims (1)" },
  {
    name: `${levels}-levels`,
    token: write(`{"deep":${"[".repeat(levels)}${"]".repeat(levels)}}`),
    words: "64 levels",
  },
];
const empty = { token: write("{}"), words: "Claims (0)" };

let place: TokenPlace | undefined;

/**
 * The longest frame while the Tokens tab shows a token and scrolls through its claims, against the
 * same tab with a token whose table is empty.
 */
export const section: Section = {
  name: "tokens",
  async prepare() {
    const opened = await openTokenPlace();
    place = opened;
    // The first token loads and compiles the code for all of them.
    for (const { token, words } of [empty, ...tokens]) await opened.show(token, words);
    return tokens.map(({ name, token, words }): Figure => ({
      name: `longest-frame-with-${name}`,
      unit: "ms",
      target: 3,
      direction: "at most",
      samples: 9,
      ours: () => opened.show(token, words),
      other: () => opened.show(empty.token, empty.words),
    }));
  },
  async close() {
    await place?.close();
    place = undefined;
  },
};
