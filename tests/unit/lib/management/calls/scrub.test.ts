import * as fc from "fast-check";
import { expect, test } from "vitest";
import { scrub } from "../../../../../lib/management/calls/scrub.ts";
import { measureGrowth } from "../../../measure-growth.ts";

const testSecret = "s3cr3t/of ada+1";
const jwt = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl";

test.each(["eyJ", "eyJ-", "eyJa.", "a.", ".", "-", "\t", testSecret, testSecret.slice(0, 8), jwt])(
  "takes time proportional to the length of a text full of %j",
  (unit) => {
    const growth = measureGrowth(
      (text) => scrub(text, [testSecret]),
      (length) => unit.repeat(Math.ceil(length / unit.length)),
      { length: 5_000, factor: 16 },
    );
    expect(growth).toBeLessThan(4);
  },
);

test("removes secrets and tokens and keeps the rest", () => {
  expect(scrub(` refused ${testSecret} of id-${jwt}, again. `, ["", testSecret])).toBe(
    "refused [removed] of id-[token removed], again.",
  );
  expect(scrub("eyJ is how one begins; a.b.c is none")).toBe(
    "eyJ is how one begins; a.b.c is none",
  );
});

test("shortens a long text and marks the cut", () => {
  const shown = scrub("word ".repeat(200));
  expect(shown).toHaveLength(500);
  expect(shown.endsWith("…")).toBe(true);
});

test("shows no part of a secret or a token at a cut", () => {
  const filler = fc.constantFrom(testSecret, jwt, "x", " ", "-", ".");
  fc.assert(
    fc.property(
      fc.array(filler, { maxLength: 8 }),
      fc.integer({ min: 0, max: 60 }),
      fc.constantFrom(testSecret, jwt),
      fc.integer({ min: 0, max: 1_200 }),
      (around, shift, unit, count) => {
        // Removals shorten the text, so its end can be from any part of the response.
        const text = `${"x".repeat(shift)}${around.join("")} ${unit.repeat(count)}${around.join("")}`;
        const shown = scrub(text, [testSecret]);
        expect(shown.length).toBeLessThanOrEqual(500);
        expect(shown).not.toContain("s3cr3t");
        expect(shown).not.toContain("eyJhbG");
        expect(shown).not.toContain("c2lnbm");
      },
    ),
  );
});
