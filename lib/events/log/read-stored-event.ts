import * as z from "zod/mini";

import { storedEventSchema, type StoredEvent } from "./event-log.ts";

/** The fields of the row's key, which every row has. */
const placeSchema = z.looseObject({ tenantId: z.string(), sequence: z.number() });

const damagedText = "This event was damaged on this device; these are the remaining fields.";

/**
 * Parses a row of the log. A damaged row becomes an event with the readable fields and a list of
 * the damaged ones. Without that event, the list would show its line as loading forever.
 *
 * @returns undefined if there is no row
 */
export function readStoredEvent(row: unknown): StoredEvent | undefined {
  const parsed = storedEventSchema.safeParse(row);
  if (parsed.success) return parsed.data;
  const place = placeSchema.safeParse(row);
  if (!place.success) return undefined;
  const { tenantId, sequence, ...rest } = place.data;
  const { shape } = storedEventSchema;
  // The subject key is omitted, so that no other event is compared with this damaged one.
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
    problems: [damagedText],
    damage: [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))],
  };
}

function readField<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): z.infer<Schema> | undefined {
  return schema.safeParse(value).data;
}

/** Parses rows of the log, damaged ones included. */
export function readStoredEvents(rows: readonly unknown[]): StoredEvent[] {
  return rows.map(readStoredEvent).filter((event) => event !== undefined);
}
