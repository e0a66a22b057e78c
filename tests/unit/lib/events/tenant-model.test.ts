import * as fc from "fast-check";
import { expect, test } from "vitest";

import type { EventLog } from "../../../../lib/events/log/event-log.ts";
import { runScenario, scenario, type Spoil, type Verdict } from "./tenant-model.ts";

const LONG = 120_000;

test(
  "no fault of tenant, network or worker loses or repeats an event, and each forced gap is one gap",
  async () => {
    let total = 0;
    let forced = 0;
    await fc.assert(
      fc.asyncProperty(scenario, async (steps) => {
        const verdict = await runScenario(steps);
        expect(verdict).toMatchObject({
          lost: [],
          twice: [],
          lostOutsideOfGaps: [],
          gaps: verdict.forcedGaps,
          mostConnections: 1,
        });
        total += verdict.emitted;
        forced += verdict.forcedGaps;
      }),
      { numRuns: 60 },
    );
    // The property is worth something: there was much to lose.
    expect(total).toBeGreaterThan(400);
    expect(forced).toBeGreaterThan(20);
  },
  LONG,
);

/** The same scenarios over a log that was made worse. */
async function runSpoiled(spoil: Spoil): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const steps of fc.sample(scenario, { numRuns: 12, seed: 6 })) {
    verdicts.push(await runScenario(steps, spoil));
  }
  return verdicts;
}

test(
  "a log that does not recognise what it has shows events twice",
  async () => {
    let count = 0;
    const verdicts = await runSpoiled((log): EventLog => ({
      ...log,
      append: (tenantId, { events = [], ...batch }) =>
        log.append(tenantId, {
          ...batch,
          events: events.map((event) => ({ ...event, id: `${event.id}#${(count += 1)}` })),
        }),
    }));
    expect(verdicts.flatMap(({ twice }) => twice).length).toBeGreaterThan(0);
    expect(verdicts.flatMap(({ lost }) => lost)).toEqual([]);
  },
  LONG,
);

test(
  "a log that does not keep the cursor loses events",
  async () => {
    const verdicts = await runSpoiled((log): EventLog => ({
      ...log,
      append: (tenantId, { position: _position, ...batch }) => log.append(tenantId, batch),
    }));
    expect(
      verdicts.flatMap(({ lost, lostOutsideOfGaps }) => [...lost, ...lostOutsideOfGaps]).length,
    ).toBeGreaterThan(0);
  },
  LONG,
);
