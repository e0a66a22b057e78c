/** What a filter looks at: the event's type, and all of the event as text. */
export interface FilterableEvent {
  readonly type: string;
  readonly envelope: Readonly<Record<string, unknown>>;
}

export type EventPredicate = (event: FilterableEvent) => boolean;

/** A filter ready to use, or a sentence that says why the query is none. */
export type ParsedFilter =
  | { readonly ok: true; readonly matches: EventPredicate }
  | { readonly ok: false; readonly message: string };

const MAX_QUERY = 1_000;
const MAX_PATTERN = 200;
/** A pattern sees so much of an event, for its time may grow faster than the text. */
const MAX_PATTERN_INPUT = 10_000;
/** A repetition of a group that repeats or chooses: what makes a pattern take for ever. */
const NESTED_REPETITION = /\([^()]*(?:[*+|]|\{\d)[^()]*\)[*+{]/u;

/**
 * Read what a person typed: words that all have to occur, `-word` for one that must not, or one
 * `/pattern/` for the whole query; case means nothing. Types narrow further; none means every type.
 */
export function parseFilter(query: string, types: readonly string[] = []): ParsedFilter {
  const wanted = new Set(types);
  const asked = query.trim();
  if (asked.length > MAX_QUERY) return refuse(`The filter is longer than ${MAX_QUERY} characters.`);
  const text = asked.startsWith("/") ? parsePattern(asked) : parseWords(asked);
  if (typeof text === "string") return refuse(text);
  return {
    ok: true,
    matches: (event) => (wanted.size === 0 || wanted.has(event.type)) && text(event),
  };
}

/** The events that a filter shows, in the order they had. The others are hidden, not dropped. */
export function filterEvents<Event extends FilterableEvent>(
  events: readonly Event[],
  matches: EventPredicate,
): Event[] {
  return events.filter((event) => matches(event));
}

function refuse(message: string): ParsedFilter {
  return { ok: false, message };
}

function parsePattern(query: string): EventPredicate | string {
  if (query.length < 3 || !query.endsWith("/")) {
    return "The pattern is not closed. End it with a second slash, as in /user.*deleted/.";
  }
  const source = query.slice(1, -1);
  if (source.length > MAX_PATTERN) return `The pattern is longer than ${MAX_PATTERN} characters.`;
  if (NESTED_REPETITION.test(source)) {
    return "The pattern repeats a group that itself repeats or chooses, which can take for ever. Write it without the outer repetition.";
  }
  try {
    const pattern = new RegExp(source, "iu");
    return (event) => pattern.test(readText(event).slice(0, MAX_PATTERN_INPUT));
  } catch {
    return "The pattern is not a regular expression. Check its brackets and backslashes.";
  }
}

function parseWords(query: string): EventPredicate {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean);
  const banned = words.flatMap((word) =>
    word.length > 1 && word.startsWith("-") ? [word.slice(1)] : [],
  );
  const needed = words.filter((word) => word.length === 1 || !word.startsWith("-"));
  if (words.length === 0) return () => true;
  return (event) => {
    const text = readText(event).toLowerCase();
    return (
      needed.every((word) => text.includes(word)) && !banned.some((word) => text.includes(word))
    );
  };
}

/** The type stands in front, for it may be absent from the envelope. */
function readText({ type, envelope }: FilterableEvent): string {
  return `${type} ${JSON.stringify(envelope)}`;
}
