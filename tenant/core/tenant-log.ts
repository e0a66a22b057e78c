/** One request that the tenant answered. Names of body fields and parameters only where a value could be secret. */
interface RequestEntry {
  kind: "request";
  method: string;
  path: string;
  /** Query parameters; a value that could be a secret reads `(hidden)`. */
  query: Record<string, string>;
  status: number;
  client_id?: string;
  subject?: string;
  body_fields?: string[];
}

/** Something the tenant did that no request shows, such as signing a token. */
interface FactEntry {
  kind: "fact";
  fact: string;
  details: Record<string, string | number | boolean | readonly string[]>;
}

/** An entry as the log keeps it. `sequence` counts from 1 without gaps; `time` is ISO 8601, UTC. */
export type LogEntry = { sequence: number; time: string } & (RequestEntry | FactEntry);

/** The tenant's own account of what happened, for tests and people. */
export interface TenantLog {
  addRequest(entry: Omit<RequestEntry, "kind">): void;
  addFact(fact: string, details: FactEntry["details"]): void;
  /** Entries with a sequence above `after`, oldest first. */
  list(after: number): LogEntry[];
}

const capacity = 5000;

const openParameters = new Set([
  "after",
  "audience",
  "client_id",
  "connection",
  "event_type",
  "from_timestamp",
  "prompt",
  "redirect_uri",
  "response_mode",
  "response_type",
  "scope",
  "take",
]);

/** Query parameters for the log: only values known to be no secret are kept, cut at 200 characters. */
export function describeQuery(parameters: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    [...parameters]
      .slice(0, 50)
      .map(([name, value]) => [
        name.slice(0, 100),
        openParameters.has(name) ? value.slice(0, 200) : "(hidden)",
      ]),
  );
}

/** Keeps the newest 5,000 entries in memory. */
export function createTenantLog(now: () => number): TenantLog {
  let entries: LogEntry[] = [];
  let sequence = 0;

  function add(entry: RequestEntry | FactEntry): void {
    sequence += 1;
    entries.push({ sequence, time: new Date(now()).toISOString(), ...entry });
    // Cut in large steps: moving the array on every entry would cost more than the entry.
    if (entries.length >= capacity * 2) entries = entries.slice(-capacity);
  }

  return {
    addRequest: (entry) => add({ kind: "request", ...entry }),
    addFact: (fact, details) => add({ kind: "fact", fact, details }),
    list: (after) => entries.slice(-capacity).filter((entry) => entry.sequence > after),
  };
}
