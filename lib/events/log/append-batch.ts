import { applyRetention, countDeleted } from "./drop-oldest.ts";
import type { EventConnection } from "./event-connection.ts";
import type { AppendResult, LogBatch, Retention, StoredEvent } from "./event-log.ts";
import { identifySubject } from "../payloads/find-subject.ts";
import {
  leaveToTransaction,
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

/** Store what one read of the stream brought, with the position behind it, in one transaction. */
export function appendBatch(
  db: EventConnection,
  tenantId: string,
  batch: LogBatch,
  retention: Retention,
): Promise<AppendResult> {
  return runTransaction(db, async (tx) => {
    const { row, marks: repairs } = await readRow(tx, tenantId, batch.at);
    const offered = batch.events ?? [];
    const fresh = await keepUnknown(tx, tenantId, keepFirstOfEach(offered));
    const stored = fresh.map((event, index) =>
      makeStored(event, tenantId, row.lastSequence + 1 + index, batch.at),
    );
    // Put, not added: what damage left in the place of the next event must not end the stream for good.
    for (const event of stored) leaveToTransaction(tx.objectStore("events").put(event));
    if (stored.length > 0) {
      leaveToTransaction(tx.objectStore("texts").put(makeTextBlock(tenantId, stored)));
    }

    const moved: TenantRow = {
      ...addArrivals(row, batch.at, stored.length),
      lastSequence: row.lastSequence + stored.length,
      ...(batch.position === undefined ? {} : takePosition(batch.position)),
      startedFrom: row.startedFrom ?? (row.lastSequence === 0 ? batch.startedFrom : undefined),
    };
    const kept = await applyRetention(tx, moved, retention, batch.at);
    const marks = await writeMarks(tx, kept, batch.marks ?? [], batch.at);
    const grown = batch.gapUntil === undefined ? [] : await extendGap(tx, tenantId, batch.gapUntil);
    leaveToTransaction(tx.objectStore("tenants").put(kept));
    return {
      stored,
      duplicates: offered.length - stored.length,
      marks: [...repairs, ...marks, ...grown],
      dropped: kept.firstSequence - row.firstSequence,
    };
  });
}

/** Apply the retention alone. */
export function trimEvents(
  db: EventConnection,
  tenantId: string,
  retention: Retention,
  at: number,
): Promise<number> {
  return runTransaction(db, async (tx) => {
    const { row, stored } = await readRow(tx, tenantId, at);
    const kept = await applyRetention(tx, row, retention, at);
    if (kept !== stored) leaveToTransaction(tx.objectStore("tenants").put(kept));
    return kept.firstSequence - row.firstSequence;
  });
}

/** Remove everything that is kept of a tenant. */
export function forgetTenant(db: EventConnection, tenantId: string): Promise<void> {
  return runTransaction(db, async (tx) => {
    const markKeys = await tx.objectStore("marks").index("byTenant").getAllKeys(tenantId);
    for (const key of markKeys) leaveToTransaction(tx.objectStore("marks").delete(key));
    for (const store of ["events", "texts"]) {
      leaveToTransaction(tx.objectStore(store).delete(rangeOf(tenantId, 0, Infinity)));
    }
    leaveToTransaction(tx.objectStore("tenants").delete(tenantId));
  });
}

/** The row as what is stored makes it, and as it was. */
async function readRow(
  tx: LogTransaction,
  tenantId: string,
  at: number,
): Promise<{ row: TenantRow; stored: TenantRow; marks: LogMark[] }> {
  const { row: stored, marks } = await repairTenantRow(tx, tenantId, at);
  return { row: await countDeleted(tx, stored, at), stored, marks };
}

function makeStored(
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

/** All three, so that what the new position does not have is cleared. */
function takePosition({
  cursor,
  resumeFrom,
  isGapMarked,
}: NonNullable<LogBatch["position"]>): Pick<TenantRow, "cursor" | "resumeFrom" | "isGapMarked"> {
  return { cursor, resumeFrom, isGapMarked };
}

function keepFirstOfEach(events: readonly TenantEvent[]): TenantEvent[] {
  const seen = new Set<string>();
  return events.filter(({ id }) => !seen.has(id) && seen.add(id));
}

async function keepUnknown(
  tx: LogTransaction,
  tenantId: string,
  events: readonly TenantEvent[],
): Promise<TenantEvent[]> {
  const byId = tx.objectStore("events").index("byId");
  const found = await Promise.all(events.map(({ id }) => byId.getKey([tenantId, id])));
  return events.filter((_, index) => found[index] === undefined);
}
