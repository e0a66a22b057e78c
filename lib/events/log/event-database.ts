import * as z from "zod/mini";

import { storedEventSchema, type StoredEvent } from "./event-log.ts";
import { identifySubject } from "../payloads/find-subject.ts";
import { makeTextBlock } from "./text-block.ts";

/** Version 1 shipped with extension 0.1. Each new version adds a step to `upgradeEventDatabase`. */
export const databaseVersion = 2;
export const storeNames = ["events", "texts", "tenants", "marks"] as const;

/** The number of rows that an upgrade reads at once; the worker's memory is small. */
const chunkSize = 500;

/**
 * Upgrades the database, which holds all tenants. Rows are found by keys and indexes that begin
 * with the tenant, so no operation touches another tenant's rows. A database for each tenant would
 * isolate damage. But each of these databases would need its own upgrade and an entry in a list of
 * names, and could be blocked separately.
 *
 * - `events`: a stored event, by tenant and sequence. `byId` recognizes a repeated event,
 *   `byArrival` finds events by time, `bySubject` finds the previous event about the same user.
 * - `texts`: the searchable texts, in blocks (`text-block.ts`).
 * - `tenants`: one row for each tenant (`tenant-row.ts`).
 * - `marks`: the marks of all tenants (`log-mark.ts`), in the order of writing.
 *
 * Each step upgrades from the version before it. A new version adds a step and changes no old one.
 */
export function upgradeEventDatabase(
  database: IDBDatabase,
  transaction: IDBTransaction,
  oldVersion: number,
): void {
  if (oldVersion < 1) {
    const events = database.createObjectStore("events", { keyPath: ["tenantId", "sequence"] });
    events.createIndex("byId", ["tenantId", "id"], { unique: true });
    database.createObjectStore("tenants", { keyPath: "tenantId" });
    const marks = database.createObjectStore("marks", { autoIncrement: true });
    marks.createIndex("byTenant", "tenantId");
  }
  if (oldVersion < 2) {
    const events = transaction.objectStore("events");
    events.createIndex("byArrival", ["tenantId", "storedAt"]);
    events.createIndex("bySubject", ["tenantId", "subjectKey", "sequence"]);
    const texts = database.createObjectStore("texts", { keyPath: ["tenantId", "last"] });
    if (oldVersion === 1) backfillEvents(events, texts);
  }
}

/** Adds the data of version 2 to the events of version 1: subject keys and searchable texts. */
function backfillEvents(events: IDBObjectStore, texts: IDBObjectStore): void {
  readChunk(null);

  function readChunk(range: IDBKeyRange | null): void {
    const request = events.getAll(range, chunkSize);
    request.addEventListener("success", () => {
      const rows: readonly unknown[] = z.array(z.unknown()).parse(request.result);
      const read = rows.flatMap((row) => {
        const parsed = storedEventSchema.safeParse(row);
        return parsed.success ? [parsed.data] : [];
      });
      for (const event of read) events.put(addSubject(event));
      for (const run of splitIntoRuns(read)) texts.put(makeTextBlock(run.tenantId, run.events));
      if (rows.length === chunkSize) readNextChunk(rows.at(-1));
    });
  }

  function readNextChunk(row: unknown): void {
    const last = z.looseObject({ tenantId: z.string(), sequence: z.number() }).safeParse(row);
    // These two fields are the row's key, so even a damaged row has them.
    if (!last.success) return;
    readChunk(IDBKeyRange.lowerBound([last.data.tenantId, last.data.sequence], true));
  }
}

function addSubject(event: StoredEvent): StoredEvent {
  const subjectKey = identifySubject(event);
  return subjectKey === undefined ? event : { ...event, subjectKey };
}

/** Splits events into runs: one tenant, consecutive sequences. A block of texts holds one run. */
function splitIntoRuns(
  events: readonly StoredEvent[],
): readonly { tenantId: string; events: StoredEvent[] }[] {
  const runs: { tenantId: string; events: StoredEvent[] }[] = [];
  for (const event of events) {
    const run = runs.at(-1);
    const last = run?.events.at(-1)?.sequence ?? Number.NaN;
    if (run?.tenantId === event.tenantId && last + 1 === event.sequence) run.events.push(event);
    else runs.push({ tenantId: event.tenantId, events: [event] });
  }
  return runs;
}
