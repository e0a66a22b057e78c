/**
 * A request and the status of its response. The entry has no value that could be secret, only its
 * name.
 */
interface RequestEntry {
  kind: "request";
  method: string;
  path: string;
  /**
   * Query parameters, decoded, in their order; a value that could be secret is `(hidden)`.
   */
  query: [name: string, value: string][];
  status: number;
  /** The header "Origin", cut at 200 characters. */
  origin?: string;
  client_id?: string;
  subject?: string;
  body_fields?: string[];
}

/** An action of the tenant that no request shows, such as the signing of a token. */
interface FactEntry {
  kind: "fact";
  fact: string;
  details: Record<string, string | number | boolean | readonly string[]>;
}

/** A stored entry. `sequence` counts from 1 without gaps; `time` is ISO 8601, UTC. */
export type LogEntry = { sequence: number; time: string } & (RequestEntry | FactEntry);

/** The tenant's log, for tests and people. */
export interface TenantLog {
  addRequest(entry: Omit<RequestEntry, "kind">): void;
  addFact(fact: string, details: FactEntry["details"]): void;
  /** Lists the entries with a sequence above `after`, oldest first. */
  list(after: number): LogEntry[];
}

const capacity = 5000;

const openParameters = new Set([
  "acr_values",
  "after",
  "audience",
  "client_id",
  "code_challenge_method",
  "connection",
  "display",
  "event_type",
  "from_timestamp",
  "login_hint",
  "max_age",
  "organization",
  "prompt",
  "redirect_uri",
  "resource",
  "response_mode",
  "response_type",
  "scope",
  "take",
  "ui_locales",
]);

/**
 * Returns the query parameters for the log. Values that could be secret are hidden; the others are
 * cut at 200 characters.
 */
export function describeQuery(parameters: URLSearchParams): [name: string, value: string][] {
  return [...parameters]
    .slice(0, 50)
    .map(([name, value]) => [
      name.slice(0, 100),
      openParameters.has(name) ? value.slice(0, 200) : "(hidden)",
    ]);
}

/** Creates an empty log; it keeps the newest 5,000 entries. */
export function createTenantLog(now: () => number): TenantLog {
  let entries: LogEntry[] = [];
  let sequence = 0;

  function add(entry: RequestEntry | FactEntry): void {
    sequence += 1;
    entries.push({ sequence, time: new Date(now()).toISOString(), ...entry });
    // Cut in large steps: to move the array on every entry would cost more than the entry.
    if (entries.length >= capacity * 2) entries = entries.slice(-capacity);
  }

  return {
    addRequest: (entry) => add({ kind: "request", ...entry }),
    addFact: (fact, details) => add({ kind: "fact", fact, details }),
    list: (after) => entries.slice(-capacity).filter((entry) => entry.sequence > after),
  };
}
