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
  const { shape } = storedEventSchema;
  // Whom it is about is left out: what is left of it is not to be compared with others.
  return {
    tenantId,
    sequence,
    storedAt: readField(shape.storedAt, rest["storedAt"]) ?? 0,
    id: readField(shape.id, rest["id"]) ?? `damaged:${sequence}`,
    offset: readField(shape.offset, rest["offset"]),
    type: readField(shape.type, rest["type"]) ?? "unknown",
    time: readField(shape.time, rest["time"]),
    source: readField(shape.source, rest["source"]),
    tenant: readField(shape.tenant, rest["tenant"]),
    stream: readField(shape.stream, rest["stream"]),
    purpose: readField(shape.purpose, rest["purpose"]),
    envelope: readField(shape.envelope, rest["envelope"]) ?? place.data,
    malformed: true,
    problems: [DAMAGED],
    damage: [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))],
  };
}

function readField<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): z.infer<Schema> | undefined {
  return schema.safeParse(value).data;
}

/** One bad row never hides the others. */
export function readStoredEvents(rows: readonly unknown[]): StoredEvent[] {
  return rows.map(readStoredEvent).filter((event) => event !== undefined);
}
