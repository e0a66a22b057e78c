import * as z from "zod/mini";

const emittedSchema = z.object({ event_ids: z.array(z.string()) });
const pageSchema = z.object({
  start: z.int(),
  end: z.int(),
  events: z.array(z.object({ position: z.int(), id: z.string() })),
});
const streamsSchema = z.object({
  streams: z.array(z.looseObject({ stream: z.int(), state: z.enum(["open", "frozen", "closed"]) })),
});
const clockSchema = z.object({ skew: z.number() });

/** Most events that one call emits or lists. */
const mostEvents = 10_000;

/** What the soak makes the local tenant do to its event streams; see docs/local-tenant.md. */
export class StreamControl {
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Emits events of all types in turn. */
  async emit(count: number): Promise<void> {
    for (let left = count; left > 0; left -= mostEvents) {
      const body = { type: "all", count: Math.min(left, mostEvents) };
      emittedSchema.parse(await this.#call("POST", "/events", body));
    }
  }

  /** The ids of all events that the tenant has emitted and retained, from its own log. */
  async emittedIds(): Promise<string[]> {
    const ids: string[] = [];
    for (let after = 0; ;) {
      const path = `/events?after=${after}&count=${mostEvents}`;
      const { events, end } = pageSchema.parse(await this.#call("GET", path));
      ids.push(...events.map(({ id }) => id));
      after = events.at(-1)?.position ?? end;
      if (after >= end) return ids;
    }
  }

  async countOpenStreams(): Promise<number> {
    const { streams } = streamsSchema.parse(await this.#call("GET", "/streams"));
    return streams.filter(({ state }) => state !== "closed").length;
  }

  /** How many streams there have been so far: the tenant numbers them from 1. */
  async countStreams(): Promise<number> {
    const { streams } = streamsSchema.parse(await this.#call("GET", "/streams"));
    return Math.max(0, ...streams.map(({ stream }) => stream));
  }

  drop = () => this.#call("POST", "/streams/drop", {});
  rotate = () => this.#call("POST", "/streams/error", { code: "connection_timeout" });
  freeze = () => this.#call("POST", "/streams/freeze", {});
  send = (bytes: { text: string } | { base64: string }) =>
    this.#call("POST", "/streams/send", bytes);
  interrupt = (plan: { at: "frame" | "field" | "character"; ending: "close" | "abort" }) =>
    this.#call("POST", "/streams/interrupt", { ...plan, after: 3 });
  deliver = (habits: {
    duplicates?: number;
    overlap?: number;
    pieceSize?: number;
    pieceDelay?: number;
  }) => this.#call("PATCH", "/streams/delivery", habits);
  limit = (limits: Record<string, number>) => this.#call("PATCH", "/limits", limits);

  /** The next request for the event stream is answered with this status. */
  answerNext = (status: number) =>
    this.#call("POST", "/responses", {
      path: "/api/v2/events",
      status,
      ...(status === 429 ? { headers: { "retry-after": "1" } } : {}),
    });

  /** Moves the tenant's clock ahead, behind which every token that was issued has expired. */
  async expireTokens(): Promise<void> {
    const { skew } = clockSchema.parse(await this.#call("GET", "/clock"));
    await this.#call("PUT", "/clock", { skew: skew + 2 * 86_400 });
  }

  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.#origin}/_control${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (!response.ok) {
      throw new Error(`The tenant refused ${method} ${path}: ${response.status}.`);
    }
    const answer: unknown = await response.json();
    return answer;
  }
}
