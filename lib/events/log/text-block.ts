import * as z from "zod/mini";

import type { EventText, StoredEvent } from "./event-log.ts";
import { writeEventText } from "./event-text.ts";

/**
 * A row with the searchable texts of events that were stored together. Reading one row for each of
 * fifty thousand events would take far longer than searching them. The key is tenant and `last`.
 */
const textBlockSchema = z.object({
  tenantId: z.string(),
  /** The sequence of the first event. */
  first: z.int(),
  /** The sequence of the last event. */
  last: z.int(),
  types: z.array(z.string()),
  texts: z.array(z.string()),
});
type TextBlock = z.infer<typeof textBlockSchema>;

/** Creates the block of events with consecutive sequences. */
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

/** Parses a block. If it is damaged, the list shows its events, but no filter finds them. */
export function readTextBlock(row: unknown): EventText[] {
  const parsed = textBlockSchema.safeParse(row);
  if (!parsed.success) return [];
  const { first, types, texts } = parsed.data;
  return texts.map((text, index) => ({ sequence: first + index, type: types[index] ?? "", text }));
}
