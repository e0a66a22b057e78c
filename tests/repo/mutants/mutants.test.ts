import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../overlay.ts";
import { specGroups } from "../spec-rows/rows.ts";
import { judgeMutant, plantFault, summarize } from "./judge-mutants.ts";
import type { Mutant, TestOutcome } from "./judge-mutants.ts";
import { mutants } from "./mutants.ts";

describe("the planted faults", () => {
  test("each have their place exactly once, tests that exist and rows that are covered", () => {
    const covered = new Set(
      specGroups.flatMap(({ rows }) =>
        rows.filter((row) => row[2] === "covered").map(([id]) => id),
      ),
    );
    for (const mutant of mutants) {
      expect(
        plantFault(readFileSync(join(root, mutant.file), "utf8"), mutant),
        `${mutant.file}: ${mutant.find}`,
      ).toBeDefined();
      expect(mutant.tests.length).toBeGreaterThan(0);
      for (const test of mutant.tests)
        expect(existsSync(join(root, test)), `${test} is missing.`).toBe(true);
      for (const row of mutant.rows)
        expect(covered, `${mutant.file}: ${row} is not covered.`).toContain(row);
    }
  });

  test("are there for every heading that has covered rows", () => {
    const broken = new Set(mutants.flatMap(({ rows }) => rows));
    const without = specGroups
      .filter(
        ({ rows }) =>
          rows.some((row) => row[2] === "covered") && !rows.some(([id]) => broken.has(id)),
      )
      .map(({ heading }) => heading);
    expect(without).toEqual([]);
  });
});

describe("the judgement of a planted fault", () => {
  const mutant: Mutant = {
    rows: [],
    file: "a.ts",
    find: "a < b",
    replace: "a > b",
    tests: ["a.test.ts"],
  };
  const text = "return a < b;";

  test("is caught when its tests fail, survived when they pass, lost when they cannot be loaded", async () => {
    const seen: string[] = [];
    const run = (outcome: TestOutcome) => (faulty: string) => {
      seen.push(faulty);
      return Promise.resolve(outcome);
    };
    expect((await judgeMutant(mutant, text, run("failed"))).outcome).toBe("caught");
    expect((await judgeMutant(mutant, text, run("passed"))).outcome).toBe("survived");
    expect((await judgeMutant(mutant, text, run("unloadable"))).outcome).toBe("lost");
    expect(seen).toEqual(["return a > b;", "return a > b;", "return a > b;"]);
  });

  test.each(["return a;", "a < b; a < b;"])(
    "is lost without a run when its place is not there exactly once: %s",
    async (other) => {
      const verdict = await judgeMutant(mutant, other, () =>
        Promise.reject(new Error("Nothing should run.")),
      );
      expect(verdict.outcome).toBe("lost");
    },
  );

  test("plants the replacement as it is written", () => {
    expect(plantFault("x", { ...mutant, find: "x", replace: "$&$1" })).toBe("$&$1");
  });

  test("is good as a whole only when each one was caught and there was one at all", async () => {
    const caught = await judgeMutant(mutant, text, () => Promise.resolve("failed"));
    const survived = await judgeMutant(mutant, text, () => Promise.resolve("passed"));
    const lost = await judgeMutant(mutant, "", () => Promise.resolve("passed"));
    expect(summarize([caught, caught])).toEqual({ line: "2 caught, 0 survived", isGood: true });
    expect(summarize([caught, survived])).toEqual({ line: "1 caught, 1 survived", isGood: false });
    expect(summarize([caught, lost])).toEqual({
      line: "1 caught, 0 survived, 1 lost",
      isGood: false,
    });
    expect(summarize([]).isGood).toBe(false);
  });
});
