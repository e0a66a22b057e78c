import { applyRetention, countDeleted } from "./drop-oldest.ts";
import type { EventConnection } from "./event-connection.ts";
import type { AppendResult, LogBatch, Retention, StoredEvent } from "./event-log.ts";
import { identifySubject } from "../payloads/find-subject.ts";
import {
  ignoreRejection,
  rangeOf,
  runTransaction,
  type LogTransaction,
} from "./log-transaction.ts";
import type { LogMark } from "./log-mark.ts";
import { repairTenantRow } from "./repair-tenant-row.ts";
import type { TenantEvent } from "../payloads/tenant-event.ts";
import { addArrivals, type TenantRow } from "./tenant-row.ts";
import { makeTextBlock } from "./text-block.ts";
import { extendGap, writeMarks } from "./write-marks.ts";

/** Stores the events and marks of one read, and the position after them, in one transaction. */
export function appendBatch(
  db: EventConnection,
  tenantId: string,
  batch: LogBatch,
  retention: Retention,
): Promise<AppendResult> {
  return runTransaction(db, async (tx) => {
    const { row, marks: repairs } = await readRow(tx, tenantId, batch.at);
    const offered = batch.events ?? [];
    const fresh = await removeStored(tx, tenantId, removeRepeats(offered));
    const stored = fresh.map((event, index) =>
      toStoredEvent(event, tenantId, row.lastSequence + 1 + index, batch.at),
    );
    // `put` overwrites a damaged row with the same key; `add` would fail each time.
    for (const event of stored) ignoreRejection(tx.objectStore("events").put(event));
    if (stored.length > 0) {
      ignoreRejection(tx.objectStore("texts").put(makeTextBlock(tenantId, stored)));
    }

    const moved: TenantRow = {
      ...addArrivals(row, batch.at, stored.length),
      lastSequence: row.lastSequence + stored.length,
      ...(batch.position === undefined ? {} : toPositionFields(batch.position)),
      startedFrom: row.startedFrom ?? (row.lastSequence === 0 ? batch.startedFrom : undefined),
    };
    const kept = await applyRetention(tx, moved, retention, batch.at);
    const marks = await writeMarks(tx, kept, batch.marks ?? [], batch.at);
    const extended =
      batch.gapUntil === undefined ? [] : await extendGap(tx, tenantId, batch.gapUntil);
    ignoreRejection(tx.objectStore("tenants").put(kept));
    return {
      stored,
      duplicates: offered.length - stored.length,
      marks: [...repairs, ...marks, ...extended],
      dropped: kept.firstSequence - row.firstSequence,
    };
  });
}

/** Applies only the retention, and returns the number of deleted events. */
export function trimEvents(
  db: EventConnection,
  tenantId: string,
  retention: Retention,
  at: number,
): Promise<number> {
  return runTransaction(db, async (tx) => {
    const { row, stored } = await readRow(tx, tenantId, at);
    const kept = await applyRetention(tx, row, retention, at);
    if (kept !== stored) ignoreRejection(tx.objectStore("tenants").put(kept));
    return kept.firstSequence - row.firstSequence;
  });
}

/** Deletes everything that is stored for a tenant. */
export function forgetTenant(db: EventConnection, tenantId: string): Promise<void> {
  return runTransaction(db, async (tx) => {
    const markKeys = await tx.objectStore("marks").index("byTenant").getAllKeys(tenantId);
    for (const key of markKeys) ignoreRejection(tx.objectStore("marks").delete(key));
    for (const store of ["events", "texts"]) {
      ignoreRejection(tx.objectStore(store).delete(rangeOf(tenantId, 0, Infinity)));
    }
    ignoreRejection(tx.objectStore("tenants").delete(tenantId));
  });
}

/** Reads the tenant's row: as it is stored (`stored`), and with all deletions counted (`row`). */
async function readRow(
  tx: LogTransaction,
  tenantId: string,
  at: number,
): Promise<{ row: TenantRow; stored: TenantRow; marks: LogMark[] }> {
  const { row: stored, marks } = await repairTenantRow(tx, tenantId, at);
  return { row: await countDeleted(tx, stored, at), stored, marks };
}

function toStoredEvent(
  event: TenantEvent,
  tenantId: string,
  sequence: number,
  storedAt: number,
): StoredEvent {
  const subjectKey = identifySubject(event);
  return {
    ...event,
    tenantId,
    sequence,
    storedAt,
    ...(subjectKey === undefined ? {} : { subjectKey }),
  };
}

/** Returns all three fields, because an undefined field clears the old value in the row. */
function toPositionFields({
  cursor,
  resumeFrom,
  isGapMarked,
}: NonNullable<LogBatch["position"]>): Pick<TenantRow, "cursor" | "resumeFrom" | "isGapMarked"> {
  return { cursor, resumeFrom, isGapMarked };
}

function removeRepeats(events: readonly TenantEvent[]): TenantEvent[] {
  const seen = new Set<string>();
  return events.filter(({ id }) => !seen.has(id) && seen.add(id));
}

async function removeStored(
  tx: LogTransaction,
  tenantId: string,
  events: readonly TenantEvent[],
): Promise<TenantEvent[]> {
  const byId = tx.objectStore("events").index("byId");
  const found = await Promise.all(events.map(({ id }) => byId.getKey([tenantId, id])));
  return events.filter((_, index) => found[index] === undefined);
}
