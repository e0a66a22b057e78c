import * as fc from "fast-check";
import { expect, test } from "vitest";

import type { EventLog } from "../../../../lib/events/log/event-log.ts";
import { runScenario, scenario, type Spoil, type ScenarioResult } from "./tenant-model.ts";

const long = 120_000;

test(
  "loses and repeats no event for any faults of tenant, network or worker, and records each forced gap once",
  async () => {
    let total = 0;
    let forced = 0;
    await fc.assert(
      fc.asyncProperty(scenario, async (steps) => {
        const result = await runScenario(steps);
        expect(result).toMatchObject({
          lost: [],
          twice: [],
          lostOutsideOfGaps: [],
          gaps: result.forcedGaps,
          mostConnections: 1,
        });
        total += result.emitted;
        forced += result.forcedGaps;
      }),
      { numRuns: 60 },
    );
    // Proves that the scenarios emitted enough events for losses to show.
    expect(total).toBeGreaterThan(400);
    expect(forced).toBeGreaterThan(20);
  },
  long,
);

/** Runs the same scenarios over a log with a planted fault. */
async function runSpoiled(spoil: Spoil): Promise<ScenarioResult[]> {
  const results: ScenarioResult[] = [];
  for (const steps of fc.sample(scenario, { numRuns: 12, seed: 6 })) {
    results.push(await runScenario(steps, spoil));
  }
  return results;
}

test(
  "a log that does not recognize stored events shows events twice",
  async () => {
    let count = 0;
    const results = await runSpoiled((log): EventLog => ({
      ...log,
      append: (tenantId, { events = [], ...batch }) =>
        log.append(tenantId, {
          ...batch,
          events: events.map((event) => ({ ...event, id: `${event.id}#${(count += 1)}` })),
        }),
    }));
    expect(results.flatMap(({ twice }) => twice).length).toBeGreaterThan(0);
    expect(results.flatMap(({ lost }) => lost)).toEqual([]);
  },
  long,
);

test(
  "a log that does not keep the cursor loses events",
  async () => {
    const results = await runSpoiled((log): EventLog => ({
      ...log,
      append: (tenantId, { position: _position, ...batch }) => log.append(tenantId, batch),
    }));
    expect(
      results.flatMap(({ lost, lostOutsideOfGaps }) => [...lost, ...lostOutsideOfGaps]).length,
    ).toBeGreaterThan(0);
  },
  long,
);
