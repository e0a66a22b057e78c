import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { findTokens } from "../../../../../lib/tokens/input/find-tokens.ts";

const wantSchema = z.object({
  want: z.array(z.string()),
  first: z.optional(z.nullable(z.string())),
});

/** The pastes that do not give what they should, each with the reason. */
const notMet: Readonly<Record<string, string>> = {
  "shared/supabase-cookie-one":
    "The session also has a refresh_token, which is listed; the paste wants the access token alone.",
  "own/python-adjacent":
    "String literals without an operator between them look like the cells of a table.",
};

/** Texts as people paste them; `shared` came from outside, `own` was written for this test. */
const names = ["shared", "own"].flatMap((folder) =>
  readdirSync(new URL(`pastes/${folder}`, import.meta.url))
    .filter((file) => file.endsWith(".txt"))
    .map((file) => `${folder}/${file.slice(0, -".txt".length)}`),
);

function read(file: string): string {
  return readFileSync(new URL(`pastes/${file}`, import.meta.url), "utf8");
}

/** Compares the tokens of a paste with the wanted ones as a set, and the first one. */
function compare(name: string) {
  const search = findTokens(read(`${name}.txt`));
  const found = search.kind === "found" ? search.tokens.map(({ text }) => text) : [];
  const { want, first } = wantSchema.parse(JSON.parse(read(`${name}.want.json`)));
  return {
    found: { first: found[0] ?? null, tokens: found.toSorted() },
    wanted: { first: first ?? null, tokens: want.toSorted() },
  };
}

describe("a paste", () => {
  test.each(names.filter((name) => !Object.hasOwn(notMet, name)))(
    "%s gives all its tokens, no others, and the right one first",
    (name) => {
      const { found, wanted } = compare(name);
      expect(found).toEqual(wanted);
    },
  );

  test.each(Object.entries(notMet))("%s is not met: %s", (name) => {
    const { found, wanted } = compare(name);
    expect(found).not.toEqual(wanted);
  });

  test("is one of 219", () => {
    expect(names).toHaveLength(219);
  });
});
