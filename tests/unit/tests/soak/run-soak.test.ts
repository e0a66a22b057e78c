import { expect, test } from "vitest";
import { faults } from "../../../soak/faults.ts";
import { createRandom } from "../../../soak/random.ts";
import { planSoak, type SoakPlan } from "../../../soak/run-soak.ts";

function countNames({ faults: planned }: Pick<SoakPlan, "faults">): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { name } of planned) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

test("a long soak has 100,000 events and the full quota of each kind of fault", () => {
  const plan = planSoak("long", createRandom(1));
  expect(plan.events).toBe(100_000);
  expect(countNames(plan)).toEqual({
    "worker stopped": 10,
    "half-open": 5,
    "browser killed": 3,
    "tenant restarted": 3,
    "cut mid-frame": 10,
    "cut mid-UTF-8": 10,
    "cut mid-field": 10,
    rotation: 10,
    "429": 10,
    "500": 10,
    "503": 10,
    "401, token expired": 10,
    "delivered twice": 10,
    "out of order": 10,
    "slow bytes": 10,
    garbage: 10,
  });
});

test("a short soak has 5,000 events and one fault of each kind", () => {
  const plan = planSoak("short", createRandom(1));
  expect(plan.events).toBe(5_000);
  expect(countNames(plan)).toEqual(countNames({ faults }));
});

test("the soak in Firefox has at least 20 faults, of all kinds", () => {
  const plan = planSoak("medium", createRandom(1));
  expect(plan.faults.length).toBeGreaterThanOrEqual(20);
  expect(Object.keys(countNames(plan)).length).toBe(faults.length);
});

test("the seed determines the order of the faults", () => {
  const namesOf = (seed: number) =>
    planSoak("long", createRandom(seed)).faults.map(({ name }) => name);
  expect(namesOf(7)).toEqual(namesOf(7));
  expect(namesOf(7)).not.toEqual(namesOf(8));
});
