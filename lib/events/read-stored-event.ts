import * as z from "zod/mini";

import { storedEventSchema, type StoredEvent } from "./event-log.ts";

/** The row's key: without it there would be no row. */
const placeSchema = z.looseObject({ tenantId: z.string(), sequence: z.number() });

/** What can be read of a damaged row, each field by itself. Whom it is about is left out: it is not to be compared with others. */
const { shape } = storedEventSchema;
const remainsSchema = z.object({
  id: z.catch(z.optional(shape.id), undefined),
  type: z.catch(z.optional(shape.type), undefined),
  offset: z.catch(shape.offset, undefined),
  time: z.catch(shape.time, undefined),
  source: z.catch(shape.source, undefined),
  tenant: z.catch(shape.tenant, undefined),
  stream: z.catch(shape.stream, undefined),
  purpose: z.catch(shape.purpose, undefined),
  envelope: z.catch(z.optional(shape.envelope), undefined),
  storedAt: z.catch(z.optional(shape.storedAt), undefined),
});

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
  const { tenantId, sequence } = place.data;
  const { id, type, envelope, storedAt, ...rest } = remainsSchema.parse(row);
  return {
    ...rest,
    tenantId,
    sequence,
    storedAt: storedAt ?? 0,
    id: id ?? `damaged:${sequence}`,
    type: type ?? "unknown",
    envelope: envelope ?? place.data,
    malformed: true,
    problems: [DAMAGED],
    damage: [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))],
  };
}

/** One bad row never hides the others. */
export function readStoredEvents(rows: readonly unknown[]): StoredEvent[] {
  return rows.map(readStoredEvent).filter((event) => event !== undefined);
}
