import * as z from "zod/mini";

import type { EventText, StoredEvent } from "./event-log.ts";
import { writeEventText } from "./event-text.ts";

/**
 * The searchable texts of events that were stored together, as one row: reading fifty thousand
 * rows costs far more than looking through them. Keyed by tenant and `last`.
 */
const textBlockSchema = z.object({
  tenantId: z.string(),
  /** Sequence of the first event. */
  first: z.int(),
  /** Sequence of the last event. */
  last: z.int(),
  types: z.array(z.string()),
  texts: z.array(z.string()),
});
type TextBlock = z.infer<typeof textBlockSchema>;

/** One block of events that follow each other. */
export function makeTextBlock(tenantId: string, events: readonly StoredEvent[]): TextBlock {
  const first = events[0]?.sequence ?? 0;
  return {
    tenantId,
    first,
    last: first + events.length - 1,
    types: events.map(({ type }) => type),
    texts: events.map(writeEventText),
  };
}

/** The texts of a row; none for one that cannot be read: what it held is found in the log, not by a filter. */
export function readTextBlock(row: unknown): EventText[] {
  const parsed = textBlockSchema.safeParse(row);
  if (!parsed.success) return [];
  const { first, types, texts } = parsed.data;
  return texts.map((text, index) => ({ sequence: first + index, type: types[index] ?? "", text }));
}
