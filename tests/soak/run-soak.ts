import { waitFor } from "../launch/wait-for.ts";
import { compareLogs, isBadgeRight, type SoakReport } from "./compare-logs.ts";
import { createEmitter, type Emitter } from "./emitter.ts";
import { faults, type Fault } from "./faults.ts";
import { shuffle } from "./random.ts";
import type { StoredBadge } from "./read-log.ts";
import { longestCatchUp, type SoakSession } from "./soak-session.ts";

export interface SoakPlan {
  /** The total number of emitted events. */
  events: number;
  /** The faults in their order; faults of different lanes happen in parallel. */
  faults: readonly Fault[];
  /** Adds a last part in which no page of the extension is open. */
  hasClosedPage: boolean;
}

/** The length of a soak: its events, and its share of each fault's quota; at least one of each. */
export const soakSizes = {
  long: { events: 100_000, part: 1 },
  medium: { events: 20_000, part: 0.2 },
  short: { events: 5_000, part: 0 },
} as const;
export type SoakSize = keyof typeof soakSizes;

/** Plans the events and faults of a soak, in an order that follows from the random source. */
export function planSoak(size: SoakSize, random: () => number): SoakPlan {
  const { events, part } = soakSizes[size];
  const all = faults.flatMap((fault) =>
    Array.from({ length: Math.max(1, Math.ceil(fault.quota * part)) }, () => fault),
  );
  return { events, faults: shuffle(all, random), hasClosedPage: true };
}

/** Returns each kind with this name once. */
export function chooseFaults(names: readonly string[]): Fault[] {
  return names.map((name) => {
    const fault = faults.find((known) => known.name === name);
    if (fault === undefined) throw new Error(`Unknown fault: ${name}.`);
    return fault;
  });
}

/**
 * The number of faults between two checks for all events. Faults can hide each other's damage only
 * within a round.
 */
const roundSize = 4;

/** The events at the end of a round: a pending interruption affects one of them. */
const lastOfRound = 10;

export interface SoakHabits {
  /** If false, the soak does not wait for missing events: for a soak that must lose events. */
  isPatient?: boolean;
  onFault?: (name: string) => void;
}

/**
 * Emits events while faults of the browser and of the tenant happen in parallel. Then compares the
 * tenant's log with the events that the extension has stored and shows.
 */
export async function runSoak(
  session: SoakSession,
  plan: SoakPlan,
  { isPatient = true, onFault = () => {} }: SoakHabits = {},
): Promise<SoakReport & { faults: ReadonlyMap<string, number> }> {
  const { control } = session;
  const happened = new Map<string, number>();
  const emitter = createEmitter(control);
  const rounds = cutIntoRounds(plan.faults);
  const share = Math.floor(plan.events / (rounds.length + 2));
  const ofFault = Math.ceil(share / (2 * roundSize));
  const settle = (): Promise<void> =>
    isPatient ? session.caughtUp() : followOn(session, async () => await emitter.emit(1));
  const disturbed: SoakSession = {
    ...session,
    caughtUp: settle,
    restartTenant: async () => await emitter.holdDuring(session.restartTenant),
  };
  const runLane = async (lane: readonly Fault[]): Promise<void> => {
    for (const fault of lane) {
      onFault(fault.name);
      await fault.happen(disturbed, async (order) => await emitter.emit(ofFault, order));
      happened.set(fault.name, (happened.get(fault.name) ?? 0) + 1);
    }
  };

  await emitter.emit(share);
  await settle();
  for (const round of rounds) {
    const lanes = (["browser", "tenant"] as const).map((name) =>
      round.filter(({ lane }) => lane === name),
    );
    const count = Math.max(0, share - ofFault * round.length - lastOfRound);
    await emitter.emitDuring(count, Promise.all(lanes.map(runLane)));
    await emitter.emit(lastOfRound);
    await settle();
    await control.untilHappened();
  }
  if (plan.hasClosedPage) await soakWithoutPage(session, emitter, Math.ceil(share / 2));
  if (plan.events > emitter.emitted) await emitter.emit(plan.events - emitter.emitted);
  await settle();

  const [emitted, log] = [await control.emittedEvents(), await session.readLog()];
  const badge = await readSettledBadge(session, log.events.length);
  return { ...compareLogs(emitter.emitted, emitted, log, badge), faults: happened };
}

function cutIntoRounds(all: readonly Fault[]): Fault[][] {
  return Array.from({ length: Math.ceil(all.length / roundSize) }, (_, index) =>
    all.slice(index * roundSize, (index + 1) * roundSize),
  );
}

/**
 * Stops the worker while no page of the extension is open: only its alarm can restart the stream.
 */
async function soakWithoutPage(
  session: SoakSession,
  emitter: Emitter,
  count: number,
): Promise<void> {
  await session.closePage();
  await session.stopWorker();
  await emitter.emit(count);
  await waitFor(() => session.control.hasSentEverything(), {
    what: "a worker without a page to follow the stream again",
    timeout: longestCatchUp,
  });
  await session.openPage();
}

/**
 * Reads the badge until it is correct or the time limit ends, because it changes at most once a
 * second.
 */
async function readSettledBadge(session: SoakSession, unread: number): Promise<StoredBadge> {
  const isRight = async (): Promise<boolean> => isBadgeRight(await session.readBadge(), unread);
  await waitFor(isRight, { what: "the correct badge" }).catch(() => undefined);
  return await session.readBadge();
}

/**
 * Waits until a stream is open and has delivered one new event, also if earlier events are lost.
 */
export async function followOn(
  { control, countStored }: SoakSession,
  emitOne: () => Promise<void> = async () => await control.emit(1),
): Promise<void> {
  await waitFor(async () => (await control.countOpenStreams()) > 0, {
    what: "the extension to open its stream again",
  });
  const before = await countStored();
  await emitOne();
  await waitFor(async () => (await countStored()) > before, {
    what: "an event from the stream",
  });
}
