import * as z from "zod/mini";

import { storedEventSchema, type StoredEvent } from "./event-log.ts";

/** The row's key: without it there would be no row. */
const placeSchema = z.looseObject({ tenantId: z.string(), sequence: z.number() });

const DAMAGED = "The row of this event was damaged on this device: this is what is left of it.";

/**
 * One row of the log. A row that cannot be read keeps its place among the others, with all that is
 * left of it, and is marked: a line that never comes would look like an event that is still being read.
 *
 * @returns undefined when there is no row
 */
export function readStoredEvent(row: unknown): StoredEvent | undefined {
  const parsed = storedEventSchema.safeParse(row);
  if (parsed.success) return parsed.data;
  const place = placeSchema.safeParse(row);
  if (!place.success) return undefined;
  const { tenantId, sequence, ...rest } = place.data;
  const { id, type, storedAt } = rest;
  return {
    tenantId,
    sequence,
    storedAt: typeof storedAt === "number" ? storedAt : 0,
    id: typeof id === "string" && id !== "" ? id : `damaged:${sequence}`,
    type: typeof type === "string" && type !== "" ? type : "unknown",
    envelope: place.data,
    malformed: true,
    problems: [DAMAGED],
  };
}

/** One bad row never hides the others. */
export function readStoredEvents(rows: readonly unknown[]): StoredEvent[] {
  return rows.map(readStoredEvent).filter((event) => event !== undefined);
}
