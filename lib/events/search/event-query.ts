import * as z from "zod/mini";

import type { EventText } from "../log/event-log.ts";
import { textTermSchema } from "./parse-terms.ts";
import type { TextMatcher } from "./text-matcher.ts";

/** A filter of events: text terms and event types. An empty list of types matches every type. */
export const eventQuerySchema = z.object({
  terms: z.readonly(z.array(textTermSchema)),
  types: z.readonly(z.array(z.string())),
});
export type EventQuery = z.infer<typeof eventQuerySchema>;

export type TextPredicate = (event: Pick<EventText, "type" | "text">) => boolean;

/** Creates the predicate of a query; `matcher` must be created from the query's terms. */
export function createEventPredicate({ types }: EventQuery, matcher: TextMatcher): TextPredicate {
  const wanted = new Set(types);
  return ({ type, text }) => (wanted.size === 0 || wanted.has(type)) && matcher.matches(text);
}
