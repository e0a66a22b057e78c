import type { Figure, Section } from "../figure.ts";
import { openTokenPlaces, type ShownToken, type TokenPlaces } from "./places.ts";

const encode = (text: string): string => Buffer.from(text).toString("base64url");
const write = (payload: string): string => `${encode('{"alg":"RS256"}')}.${encode(payload)}.c2ln`;

const claims = Object.fromEntries(
  Array.from({ length: 10_000 }, (_, at): [string, string] => [`claim-${at}`, `value ${at}`]),
);
const manyClaims = { token: write(JSON.stringify(claims)), words: "Claims (10,000)" };
/** With this value, the token is as long as the longest one that the tab decodes. */
const longValue = "a".repeat(786_000);
const levels = 90_000;

/** The tokens that are hard to show. */
const tokens: readonly (ShownToken & { name: string })[] = [
  { name: "10000-claims", ...manyClaims, form: "Table" },
  // Each listing adds 1,000 lines; the tree draws only the lines near its view from 500 on.
  { name: "10000-lines-of-json", ...manyClaims, form: "JSON", listings: 10 },
  {
    name: "1-mb",
    token: write(JSON.stringify({ long: longValue })),
    words: "Claims (1)",
    form: "Table",
  },
  {
    name: `${levels}-levels`,
    token: write(`{"deep":${"[".repeat(levels)}${"]".repeat(levels)}}`),
    words: "64 levels",
    form: "Table",
  },
];

let places: TokenPlaces | undefined;

/**
 * The longest frame while the Tokens tab shows a token and scrolls through its claims, against a
 * list of the same virtualiser with 10,000 empty rows.
 */
export const section: Section = {
  name: "tokens",
  async prepare() {
    const opened = await openTokenPlaces();
    places = opened;
    // The first token loads and compiles the code for all of them.
    await opened.showEmpty();
    for (const shown of tokens) await opened.show(shown);
    return tokens.map(({ name, ...shown }): Figure => ({
      name: `longest-frame-with-${name}`,
      unit: "ms",
      target: 3,
      direction: "at most",
      samples: 9,
      ours: () => opened.show(shown),
      other: () => opened.showEmpty(),
    }));
  },
  async close() {
    await places?.close();
    places = undefined;
  },
};
