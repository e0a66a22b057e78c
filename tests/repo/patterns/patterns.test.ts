import { describe, expect, test } from "vitest";
import { findOwnPatterns, findPatterns, findSlow } from "./find-slow-patterns.ts";

// The analysis takes a minute and a half: `redaction.test.ts` runs its largest part beside it.
describe("regular expressions over foreign text", () => {
  const { literals, built } = findOwnPatterns();

  test("are reported if they are quadratic, such as the one that blocked the worker", async () => {
    const text = String.raw`export const token = /eyJ[\w-]+\.[\w-]+\.[\w-]*/gu;`;
    const planted = findPatterns([{ path: "lib/planted.ts", text }]);
    expect(await findSlow(planted.literals)).toEqual([
      String.raw`lib/planted.ts: /eyJ[\w-]+\.[\w-]+\.[\w-]*/gu (2nd degree polynomial)`,
    ]);
  });

  test("take time proportional to the text's length, outside of lib/redaction", async () => {
    const own = literals.filter(({ path }) => !path.startsWith("lib/redaction/"));
    expect(own.length).toBeGreaterThan(300);
    expect(await findSlow(own)).toEqual([]);
  });

  test("are built at run time only from the filter's pattern, and from one literal", () => {
    for (const path of built)
      expect(path).toMatch(/^lib\/events\/(?:search\/|stream\/read-stream\.ts$)/);
  });
});
