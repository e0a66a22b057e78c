import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../overlay.ts";
import { specGroups } from "../spec-rows/rows.ts";
import { checkFault, plantFault, summarize } from "./planted-fault.ts";
import type { PlantedFault, TestOutcome } from "./planted-fault.ts";
import { rowFaults } from "./row-faults.ts";
import { securityFaults } from "./security-faults.ts";

const coveredGroups = specGroups
  .map(({ heading, rows }) => ({
    heading,
    ids: rows.flatMap(([id, , state]) => (state === "covered" ? [id] : [])),
  }))
  .filter(({ ids }) => ids.length > 0);

describe("the planted faults", () => {
  test.each(Object.entries<PlantedFault>({ ...rowFaults, ...securityFaults }))(
    "have one matching text and existing tests: %s",
    (_name, fault) => {
      expect(plantFault(readFileSync(join(root, fault.file), "utf8"), fault)).toBeDefined();
      expect(fault.tests).not.toEqual([]);
      for (const path of fault.tests) expect(existsSync(join(root, path)), path).toBe(true);
    },
  );

  test("cover every heading with covered rows, each by its own row", () => {
    expect(Object.keys(rowFaults)).toEqual(coveredGroups.map(({ heading }) => heading));
    for (const { heading, ids } of coveredGroups)
      expect(ids, heading).toContain(rowFaults[heading]?.row);
  });
});

describe("the check of a planted fault", () => {
  const fault: PlantedFault = {
    file: "a.ts",
    find: "a < b",
    replace: "a > b",
    tests: ["a.test.ts"],
  };
  const text = "return a < b;";

  test("reports caught if tests fail, survived if they pass, lost if they cannot be loaded", async () => {
    const seen: string[] = [];
    const run = (outcome: TestOutcome) => (faulty: string) => {
      seen.push(faulty);
      return Promise.resolve(outcome);
    };
    expect((await checkFault("rule", fault, text, run("failed"))).outcome).toBe("caught");
    expect((await checkFault("rule", fault, text, run("passed"))).outcome).toBe("survived");
    expect((await checkFault("rule", fault, text, run("unloadable"))).outcome).toBe("lost");
    expect(seen).toEqual(["return a > b;", "return a > b;", "return a > b;"]);
  });

  test.each(["return a;", "a < b; a < b;"])(
    "reports lost without a run if the text does not occur exactly once: %s",
    async (other) => {
      const verdict = await checkFault("rule", fault, other, () =>
        Promise.reject(new Error("Nothing should run.")),
      );
      expect(verdict.outcome).toBe("lost");
    },
  );

  test("plants the replacement literally", () => {
    expect(plantFault("x", { ...fault, find: "x", replace: "$&$1" })).toBe("$&$1");
  });

  test("succeeds only if there is at least one fault and every fault was caught", async () => {
    const caught = await checkFault("rule", fault, text, () => Promise.resolve("failed"));
    const survived = await checkFault("rule", fault, text, () => Promise.resolve("passed"));
    const lost = await checkFault("rule", fault, "", () => Promise.resolve("passed"));
    expect(summarize([caught, caught])).toEqual({ line: "2 caught, 0 survived", isGood: true });
    expect(summarize([caught, survived])).toEqual({ line: "1 caught, 1 survived", isGood: false });
    expect(summarize([caught, lost])).toEqual({
      line: "1 caught, 0 survived, 1 lost",
      isGood: false,
    });
    expect(summarize([]).isGood).toBe(false);
  });
});
