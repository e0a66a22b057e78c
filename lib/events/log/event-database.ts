import * as z from "zod/mini";

import { storedEventSchema, type StoredEvent } from "./event-log.ts";
import { identifySubject } from "../payloads/find-subject.ts";
import { makeTextBlock } from "./text-block.ts";

/** Version 1 was the extension's 0.1; each later one adds a step to `upgradeEventDatabase`. */
export const DATABASE_VERSION = 2;
/** The stores, all of them keyed by tenant first. */
export const STORES = ["events", "texts", "tenants", "marks"] as const;

/** Rows read at once while an old database is made new: the worker's memory is small. */
const CHUNK = 500;

/**
 * One database for all tenants, its rows keyed by tenant first. One for each tenant would keep
 * damage apart, but it would also mean an upgrade, a place that can be blocked, and a list of
 * names to keep for each of them; and rows of one tenant are a range here as well, so that
 * reading, limits and "Forget" never touch another tenant's.
 *
 * - `events`: a stored event, by tenant and sequence. `byId` recognises what was delivered before,
 *   `byArrival` answers "since then", `bySubject` finds the event before one about the same user.
 * - `texts`: what a filter looks through, in blocks (`text-block.ts`).
 * - `tenants`: one row a tenant (`tenant-row.ts`).
 * - `marks`: what is not an event, in the order of writing.
 *
 * Each step takes the schema from the version before it; a new version adds a step and leaves these alone.
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
    if (oldVersion === 1) completeEvents(events, texts);
  }
}

/** Gives the events of version 1 what version 2 stores with them: a subject, and a text to search. */
function completeEvents(events: IDBObjectStore, texts: IDBObjectStore): void {
  readChunk(null);

  function readChunk(range: IDBKeyRange | null): void {
    const request = events.getAll(range, CHUNK);
    request.addEventListener("success", () => {
      const rows: readonly unknown[] = z.array(z.unknown()).parse(request.result);
      const read = rows.flatMap((row) => {
        const parsed = storedEventSchema.safeParse(row);
        return parsed.success ? [parsed.data] : [];
      });
      for (const event of read) events.put(complete(event));
      for (const run of splitIntoRuns(read)) texts.put(makeTextBlock(run.tenantId, run.events));
      if (rows.length === CHUNK) goOnBehind(rows.at(-1));
    });
  }

  function goOnBehind(row: unknown): void {
    const last = z.looseObject({ tenantId: z.string(), sequence: z.number() }).safeParse(row);
    // A row is found by these two, so they are there whatever else is wrong with it.
    if (!last.success) return;
    readChunk(IDBKeyRange.lowerBound([last.data.tenantId, last.data.sequence], true));
  }
}

function complete(event: StoredEvent): StoredEvent {
  const subjectKey = identifySubject(event);
  return subjectKey === undefined ? event : { ...event, subjectKey };
}

/** Events of one tenant that follow each other without a hole, which is what a block of texts can hold. */
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
