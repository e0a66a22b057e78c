import { describe, expect, test } from "vitest";
import { createLazyPart } from "../../../../lib/models/lazy-part.ts";

describe("a lazy part", () => {
  test("is loaded once, on first use", async () => {
    let readings = 0;
    const part = createLazyPart(async () => `reading ${(readings += 1)}`);
    expect([part.loaded.value, readings]).toEqual([undefined, 0]);
    const [first, second] = await Promise.all([part.load(), part.load()]);
    expect([first, second, await part.load()]).toEqual(["reading 1", "reading 1", "reading 1"]);
    expect([part.loaded.value, part.hasFailed.value]).toEqual(["reading 1", false]);
  });

  test("reports a failed load, and is loaded again on the next use", async () => {
    let readings = 0;
    const part = createLazyPart(async () => {
      readings += 1;
      if (readings === 1) throw new TypeError("Failed to fetch");
      return "here";
    });
    expect(await part.load()).toBeUndefined();
    expect([part.loaded.value, part.hasFailed.value]).toEqual([undefined, true]);
    expect(await part.load()).toBe("here");
    expect([part.loaded.value, part.hasFailed.value]).toEqual(["here", false]);
  });
});
