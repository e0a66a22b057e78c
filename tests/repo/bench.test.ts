import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { prepareResponse } from "../bench/auth/response.ts";
import { findMedian, formatResult, measureFigure } from "../bench/figure.ts";
import type { Figure } from "../bench/figure.ts";
import { root } from "./overlay.ts";

function makeFigure(change: Partial<Figure>): Figure {
  return {
    name: "made-up",
    unit: "ms",
    target: 2,
    direction: "at most",
    samples: 3,
    ours: () => 4,
    other: () => 2,
    ...change,
  };
}

describe("the bench", () => {
  test("measures in turns, compares the medians and accepts a value at the target", async () => {
    const turns: string[] = [];
    const values = [90, 4, 1];
    const figure = makeFigure({
      ours: () => {
        turns.push("ours");
        return values.pop() ?? 0;
      },
      other: () => {
        turns.push("other");
        return 2;
      },
    });
    expect(await measureFigure(figure)).toEqual({ ours: 4, other: 2, ratio: 2, isShort: false });
    expect(turns).toEqual(["ours", "other", "ours", "other", "ours", "other"]);
  });

  const shortCases: readonly (readonly [change: Partial<Figure>, isShort: boolean])[] = [
    [{ ours: () => 4.1 }, true],
    [{ direction: "at least" }, false],
    [{ direction: "at least", ours: () => 3.9 }, true],
    [{ other: () => 0 }, true],
    [{ ours: () => Number.NaN }, true],
    [{ target: undefined, ours: () => 400 }, false],
  ];

  test.each(shortCases)("reports for %o if it misses the target: %s", async (change, isShort) => {
    expect((await measureFigure(makeFigure(change))).isShort).toBe(isShort);
  });

  test("computes the median of odd and even numbers of values, and rejects an empty list", () => {
    expect(findMedian([3, 1, 2])).toBe(2);
    expect(findMedian([4, 1, 2, 3])).toBe(2.5);
    expect(() => findMedian([])).toThrow(TypeError);
  });

  test("writes one line per figure", async () => {
    const figure = makeFigure({
      ours: () => 8000.4,
      other: () => 51_509,
      unit: "B",
      target: 0.16,
      samples: 1,
    });
    expect(formatResult("auth", figure, await measureFigure(figure))).toBe(
      "auth/made-up  8000 B  51509 B  0.155  <= 0.16  ok",
    );
  });

  test("reports a figure without a target as told", async () => {
    const figure = makeFigure({ target: undefined });
    expect(formatResult("events", figure, await measureFigure(figure))).toBe(
      "events/made-up  4 ms  2 ms  2.000  told",
    );
  });

  test("measures an ID token with the at_hash of its access token, like a token of the tenant", async () => {
    const { hash } = await prepareResponse("http://localhost/");
    const response = new URLSearchParams(hash.slice(1));
    const payload = response.get("id_token")?.split(".")[1] ?? "";
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    const digest = createHash("sha256")
      .update(response.get("access_token") ?? "")
      .digest();
    expect(claims).toMatchObject({ at_hash: digest.subarray(0, 16).toString("base64url") });
  });

  test("lists the known sections for an unknown one, with exit code 2", () => {
    const done = spawnSync(process.execPath, [join(root, "tests/bench/run.ts"), "nothing"], {
      encoding: "utf8",
    });
    expect(done.status).toBe(2);
    expect(done.stderr).toContain('Unknown section "nothing". Choose one of: auth');
  });
});
