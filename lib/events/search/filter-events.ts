import type { EventText } from "../log/event-log.ts";
import { writeEventText } from "../log/event-text.ts";
import { parseTextFilter } from "./parse-text-filter.ts";

/** What a filter looks at: the event's type, and all of the event as text. */
export interface FilterableEvent {
  readonly type: string;
  readonly envelope: Readonly<Record<string, unknown>>;
}

export type EventPredicate = (event: FilterableEvent) => boolean;
export type TextPredicate = (event: Pick<EventText, "type" | "text">) => boolean;

/** A filter ready to use, or a sentence that says why the query is none. */
export type ParsedFilter =
  | {
      readonly ok: true;
      /** For an event at hand. */
      readonly matches: EventPredicate;
      /** For the searchable text of an event, as the log keeps it: many times faster. */
      readonly matchesText: TextPredicate;
      /** Nothing was asked for: everything matches. */
      readonly isEmpty: boolean;
    }
  | { readonly ok: false; readonly message: string };

/** Reads what a person typed (see `parseTextFilter`). Types narrow further; none means every type. */
export function parseFilter(query: string, types: readonly string[] = []): ParsedFilter {
  const wanted = new Set(types);
  const parsed = parseTextFilter(query);
  if (!parsed.ok) return parsed;
  const matchesText: TextPredicate = ({ type, text }) =>
    (wanted.size === 0 || wanted.has(type)) && parsed.matches(text);
  return {
    ok: true,
    matches: (event) => matchesText({ type: event.type, text: writeEventText(event) }),
    matchesText,
    isEmpty: parsed.isEmpty && wanted.size === 0,
  };
}
