import type { Mutant } from "./judge-mutants.ts";

const plant = (file: string, find: string, replace: string, test: string): Mutant => ({
  rows: [],
  file: `tenant/${file}.ts`,
  find,
  replace,
  tests: [`tests/unit/tenant/${test}.test.ts`],
});

/** Planted faults of what the local tenant can do to its event streams. */
export const tenantStreamMutants: readonly Mutant[] = [
  plant(
    "events/stream-delivery",
    `return frame.subarray(0, -1);`,
    `return frame;`,
    "control/stream-controls",
  ),
  plant(
    "events/stream-delivery",
    `& 0xc0) === 0x80) end -= 1;`,
    `& 0xc0) === 0x80) break;`,
    "control/stream-controls",
  ),
  plant(
    "events/stream-delivery",
    `planned.left -= 1;`,
    `planned.left -= 0;`,
    "control/stream-controls",
  ),
  plant(
    "events/event-stream",
    `sentUnderPlan < plan.after`,
    `sentUnderPlan <= plan.after`,
    "control/stream-controls",
  ),
  plant(
    "events/event-stream",
    `if (state === "frozen") return undefined;`,
    ``,
    "control/stream-controls",
  ),
  plant(
    "events/event-stream",
    `due = due.subarray(piece.length);`,
    `due = due.subarray(piece.length + 1);`,
    "control/stream-controls",
  ),
  plant(
    "events/event-stream",
    `copy <= delivery.habits.duplicates`,
    `copy < delivery.habits.duplicates + 2`,
    "control/stream-controls",
  ),
  plant(
    "management/events",
    `Math.max(events.start, read.position - delivery.habits.overlap)`,
    `read.position`,
    "control/stream-controls",
  ),
  plant(
    "control/event-controls",
    `wanted.order === "reversed" ? now - index : now`,
    `wanted.order === "reversed" ? now + index : now`,
    "control/stream-controls",
  ),
  plant(
    "events/stream-registry",
    `Math.max(acknowledged, stream.describe().resumed_from ?? 0)`,
    `stream.describe().position`,
    "control/stream-controls",
  ),
];
