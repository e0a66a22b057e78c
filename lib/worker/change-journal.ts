import * as z from "zod/mini";
import { errorReportSchema, reportError, type ErrorReport } from "../messages/remote-error.ts";
import { createSerialQueue } from "./serial-queue.ts";
import type { StoredItem, WorkerClock } from "./ports.ts";
import { WorkerError } from "./worker-error.ts";

/** Identifies the resource of a change, which has at most one unsettled change at a time. */
export interface ChangeKey {
  tenantId: string;
  /** The profile's id, or a constant for a profile that is being created. */
  subject: string;
}

/** The result of a change: its outcome, or the error of its refusal. */
export type ChangeResult<Outcome> =
  | { ok: true; outcome: Outcome }
  | { ok: false; error: ErrorReport };

/** A change that was sent and that no page has acknowledged yet. */
export interface JournalEntry<Change, Outcome> extends ChangeKey {
  change: Change;
  /** Unix time in ms. */
  sentAt: number;
  /** Absent while the change is in flight or its response is lost. */
  result?: ChangeResult<Outcome> | undefined;
}

/** The number of stored entries; beyond it, the oldest one is dropped. */
const maxEntries = 30;

/** Returns the schema of a journal's stored entries. */
export function journalSchema<Change, Outcome>(
  change: z.ZodMiniType<Change>,
  outcome: z.ZodMiniType<Outcome>,
) {
  const result = z.discriminatedUnion("ok", [
    z.object({ ok: z.literal(true), outcome }),
    z.object({ ok: z.literal(false), error: errorReportSchema }),
  ]);
  return z.array(
    z.object({
      tenantId: z.string(),
      subject: z.string(),
      change,
      sentAt: z.number(),
      result: z.optional(result),
    }),
  );
}

/**
 * Runs changes at a tenant, even if the requesting page closes. The journal stores an entry before
 * the request is sent, and removes it when a page acknowledges the outcome. A later page finds a
 * change in flight, its outcome or, if the worker died meanwhile, a change to check.
 */
export interface ChangeJournal<Change, Outcome extends { kind: string }> {
  /**
   * Runs a change and returns its outcome; `unknown` leaves it unsettled. `send` calls `onSend`
   * before the request that changes something.
   *
   * @throws {WorkerError} `change-pending` while another change of the subject is unsettled
   */
  run(
    key: ChangeKey,
    change: Change,
    send: (onSend: () => Promise<void>) => Promise<Outcome>,
  ): Promise<Outcome>;
  /** Returns the tenant's changes that no page has acknowledged. */
  list(tenantId: string): Promise<(JournalEntry<Change, Outcome> & { isInDoubt: boolean })[]>;
  /** Returns the result of a change, and waits for one in flight; undefined if unknown. */
  find(key: ChangeKey): Promise<ChangeResult<Outcome> | undefined>;
  /**
   * Removes the entry of a change whose outcome a page has shown. An entry without a result stays,
   * as it may be of another page, unless `evenInDoubt`: the page checked it, or the user gave up.
   */
  acknowledge(key: ChangeKey, options: { evenInDoubt: boolean }): Promise<void>;
  /** Removes the entries of one tenant, or of all. */
  forget(tenantId?: string): Promise<void>;
}

export function createChangeJournal<Change, Outcome extends { kind: string }>(
  item: StoredItem<JournalEntry<Change, Outcome>[]>,
  clock: Pick<WorkerClock, "now">,
): ChangeJournal<Change, Outcome> {
  type Entry = JournalEntry<Change, Outcome>;
  type Send = (onSend: () => Promise<void>) => Promise<Outcome>;
  const enqueue = createSerialQueue();
  const running = new Map<string, { entry: Entry; work: Promise<Outcome> }>();

  const readAll = async () => (await item.read().catch(() => undefined)) ?? [];

  /** Replaces the stored entries. If this fails, only the outcome for a later page is lost. */
  const store = (replace: (entries: readonly Entry[]) => readonly Entry[]): Promise<void> =>
    enqueue(async () => {
      const next = replace(await readAll()).slice(-maxEntries);
      await (next.length === 0 ? item.remove() : item.write([...next])).catch(() => undefined);
    });

  /** Stores an entry, unless its tenant was forgotten while the change was in flight. */
  async function put(entry: Entry): Promise<void> {
    if (!running.has(toId(entry))) return;
    await store((entries) => [...entries.filter((one) => !isOf(entry)(one)), entry]);
  }

  async function perform(entry: Entry, send: Send): Promise<Outcome> {
    const stored = (await enqueue(readAll)).find(isOf(entry));
    if (stored !== undefined && stored.result === undefined) throw explainPending();
    try {
      const outcome = await send(() => put(entry));
      if (outcome.kind !== "unknown") await put({ ...entry, result: { ok: true, outcome } });
      return outcome;
    } catch (error) {
      await put({ ...entry, result: { ok: false, error: reportError(error) } });
      throw error;
    }
  }

  return {
    async run(key, change, send) {
      const id = toId(key);
      if (running.has(id)) throw explainPending();
      const entry: Entry = { ...key, change, sentAt: clock.now() };
      const current = { entry, work: perform(entry, send) };
      running.set(id, current);
      try {
        return await current.work;
      } finally {
        if (running.get(id) === current) running.delete(id);
      }
    },
    async list(tenantId) {
      const current = [...running.values()].map(({ entry }) => entry);
      const stored = (await enqueue(readAll)).filter((one) => !current.some(isOf(one)));
      return [
        ...stored.map((entry) => ({ ...entry, isInDoubt: entry.result === undefined })),
        ...current.map((entry) => ({ ...entry, isInDoubt: false })),
      ].filter((one) => one.tenantId === tenantId);
    },
    async find(key) {
      // A failure is also stored; the next line reads it.
      await running.get(toId(key))?.work.catch(() => undefined);
      return (await enqueue(readAll)).find(isOf(key))?.result;
    },
    acknowledge: (key, { evenInDoubt }) =>
      store((entries) =>
        entries.filter((one) => !isOf(key)(one) || (one.result === undefined && !evenInDoubt)),
      ),
    async forget(tenantId) {
      const isForgotten = (one: ChangeKey) => tenantId === undefined || one.tenantId === tenantId;
      for (const [id, { entry }] of running) if (isForgotten(entry)) running.delete(id);
      await store((entries) => entries.filter((one) => !isForgotten(one)));
    },
  };
}

function toId({ tenantId, subject }: ChangeKey): string {
  return `${tenantId} ${subject}`;
}

function isOf({ tenantId, subject }: ChangeKey) {
  return (one: ChangeKey) => one.tenantId === tenantId && one.subject === subject;
}

function explainPending(): WorkerError {
  return new WorkerError(
    "change-pending",
    "Nothing was sent: another change of this profile is pending, or its outcome is unknown. Close the popup and open it again to check that change first.",
  );
}
