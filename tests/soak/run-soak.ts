import { waitFor } from "../launch/wait-for.ts";
import { faults, type Fault } from "./faults.ts";
import { shuffle } from "./random.ts";
import type { SoakSession } from "./soak-session.ts";

export interface SoakPlan {
  /** How many events are emitted in all. */
  events: number;
  /** What goes wrong, in this order. */
  faults: readonly Fault[];
}

export interface SoakReport {
  emitted: number;
  stored: number;
  /** Emitted by the tenant's log, and not stored. */
  lost: number;
  /** Stored more than once. */
  duplicated: number;
  /** Marks that say that something may be missing. */
  gaps: number;
  /** How often each kind of fault happened. */
  faults: ReadonlyMap<string, number>;
}

/** How long a soak is: its events, and what part of each fault's quota happens in it; at least one of each. */
export const soakSizes = {
  long: { events: 100_000, part: 1 },
  medium: { events: 20_000, part: 0.2 },
  short: { events: 5_000, part: 0 },
} as const;
export type SoakSize = keyof typeof soakSizes;

/** The events and faults of a soak, in an order that follows from the random source. */
export function planSoak(size: SoakSize, random: () => number): SoakPlan {
  const { events, part } = soakSizes[size];
  const all = faults.flatMap((fault) =>
    Array.from({ length: Math.max(1, Math.ceil(fault.quota * part)) }, () => fault),
  );
  return { events, faults: shuffle(all, random) };
}

/** The kinds of that name, once each. */
export function chooseFaults(names: readonly string[]): Fault[] {
  return names.map((name) => {
    const fault = faults.find((known) => known.name === name);
    if (fault === undefined) throw new Error(`There is no fault named ${name}.`);
    return fault;
  });
}

/**
 * Emits events while one fault after the other happens, and compares what the tenant says it emitted with what the extension
 * has stored.
 *
 * @param isPatient when false, an event that does not come is not waited for: a soak that is to lose some
 */
export async function runSoak(
  session: SoakSession,
  plan: SoakPlan,
  {
    isPatient = true,
    onFault = () => {},
  }: { isPatient?: boolean; onFault?: (name: string) => void } = {},
): Promise<SoakReport> {
  const { control } = session;
  const happened = new Map<string, number>();
  const share = Math.ceil(plan.events / (plan.faults.length + 1));
  let left = plan.events;
  const emit = async (order?: "reversed") => {
    const count = Math.min(share, left);
    left -= count;
    await control.emit(count, order);
  };
  const settle = () => (isPatient ? session.caughtUp() : followOn(session));

  await emit();
  await settle();
  for (const fault of plan.faults) {
    onFault(fault.name);
    await fault.happen({ ...session, caughtUp: settle }, emit);
    await settle();
    await control.untilHappened();
    happened.set(fault.name, (happened.get(fault.name) ?? 0) + 1);
  }
  await control.emit(left);
  await settle();

  const emitted = await control.emittedIds();
  const { ids, gaps } = await session.readLog();
  const stored = new Set(ids);
  return {
    emitted: emitted.length,
    stored: ids.length,
    lost: emitted.filter((id) => !stored.has(id)).length,
    duplicated: ids.length - stored.size,
    gaps,
    faults: happened,
  };
}

/** Waits until a stream is open and one more event has come through it, whatever became of those before. */
export async function followOn({ control, countStored }: SoakSession): Promise<void> {
  await waitFor(async () => (await control.countOpenStreams()) > 0, {
    what: "the extension to open its stream again",
    timeout: 60_000,
  });
  const before = await countStored();
  await control.emit(1);
  await waitFor(async () => (await countStored()) > before, {
    what: "an event to come through the stream",
    timeout: 60_000,
  });
}

/** The line that a soak ends with. */
export function describeReport(report: SoakReport): string {
  const { emitted, stored, lost, duplicated, gaps } = report;
  return `emitted ${emitted} stored ${stored} lost ${lost} duplicated ${duplicated} gaps ${gaps}`;
}
