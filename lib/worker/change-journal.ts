import * as z from "zod/mini";
import { errorReportSchema, reportError, type ErrorReport } from "../messages/remote-error.ts";
import { createSerialQueue } from "./serial-queue.ts";
import type { Clock } from "../http/clock.ts";
import type { StoredItem } from "./ports.ts";
import { WorkerError } from "./worker-error.ts";

/** Identifies the resource that a change is for. A change without a known outcome blocks others. */
export interface ChangeKey {
  tenantId: string;
  /** The profile's id, or a constant for a profile that is being created. */
  subject: string;
}

/** A change that the tenant or the worker refused. */
interface RefusedChange {
  kind: "refused";
  error: ErrorReport;
}

/** The result of a change: its outcome, or the error of its refusal. */
type ChangeResult<Outcome> = { ok: true; outcome: Outcome } | { ok: false; error: ErrorReport };

/** A change that was sent and that no page has acknowledged yet. */
export interface JournalEntry<Change, Outcome> extends ChangeKey {
  change: Change;
  /** Unix time in ms. */
  sentAt: number;
  /** Absent while the change is in flight or its response is lost. */
  result?: ChangeResult<Outcome> | undefined;
}

/** The maximum number of stored entries. A new entry beyond it replaces the oldest one. */
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
 * the request is sent, and removes the entry when a page acknowledges the outcome. A page that
 * opens later finds the change in flight, or its outcome. If the worker died, the change is in
 * doubt.
 */
export interface ChangeJournal<Change, Outcome extends { kind: string }> {
  /**
   * Runs a change and returns its outcome. `send` must call `onSend`, which stores the entry,
   * before it sends the request that changes the tenant. The outcome `unknown` leaves the change in
   * doubt.
   *
   * @throws {WorkerError} `change-pending` while another change of the subject has no known outcome
   */
  run(
    key: ChangeKey,
    change: Change,
    send: (onSend: () => Promise<void>) => Promise<Outcome>,
  ): Promise<Outcome>;
  /**
   * Returns the tenant's changes that no page has acknowledged. `isInDoubt` marks a change without
   * a result that is not in flight.
   */
  list(tenantId: string): Promise<(JournalEntry<Change, Outcome> & { isInDoubt: boolean })[]>;
  /** True while a change is in flight. */
  readonly isRunning: boolean;
  /** Waits for a change in flight, then returns its outcome; undefined if that is unknown. */
  find(key: ChangeKey): Promise<Outcome | RefusedChange | undefined>;
  /**
   * Removes the entry of a change after a page has shown the outcome. An entry without a result
   * stays, because another page may have sent that change. `evenInDoubt` removes it too: after the
   * page checked the change, or after the user discarded it.
   */
  acknowledge(key: ChangeKey, options: { evenInDoubt: boolean }): Promise<void>;
  /** Removes the entries of one tenant, or of all tenants. */
  forget(tenantId?: string): Promise<void>;
}

export function createChangeJournal<Change, Outcome extends { kind: string }>(
  item: StoredItem<JournalEntry<Change, Outcome>[]>,
  clock: Pick<Clock, "now">,
): ChangeJournal<Change, Outcome> {
  type Entry = JournalEntry<Change, Outcome>;
  type Send = (onSend: () => Promise<void>) => Promise<Outcome>;
  const enqueue = createSerialQueue();
  const running = new Map<string, { entry: Entry; work: Promise<Outcome> }>();

  const readAll = async () => (await item.read().catch(() => undefined)) ?? [];

  /** Replaces the stored entries. After a failure, only a later page misses the outcome. */
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
    if (stored !== undefined && stored.result === undefined) throw changePending();
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
    get isRunning() {
      return running.size > 0;
    },
    async run(key, change, send) {
      const id = toId(key);
      if (running.has(id)) throw changePending();
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
      // Ignore a rejection here: the journal stores it as a result, which the next line reads.
      await running.get(toId(key))?.work.catch(() => undefined);
      const result = (await enqueue(readAll)).find(isOf(key))?.result;
      if (result === undefined) return undefined;
      return result.ok ? result.outcome : { kind: "refused", error: result.error };
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

function changePending(): WorkerError {
  return new WorkerError(
    "change-pending",
    "Nothing was sent: another change of this profile is pending, or its outcome is unknown. Close the popup and open it again to check that change first.",
  );
}
