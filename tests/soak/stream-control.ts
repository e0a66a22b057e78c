import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { EmittedEvent } from "./compare-logs.ts";
import { waitFor } from "../launch/wait-for.ts";

const emittedSchema = z.object({ event_ids: z.array(z.string()) });
const pageSchema = z.object({
  start: z.int(),
  end: z.int(),
  events: z.array(z.object({ position: z.int(), id: z.string(), event: z.unknown() })),
});
const streamsSchema = z.object({
  streams: z.array(
    z.looseObject({
      stream: z.int(),
      state: z.enum(["open", "frozen", "closed"]),
      position: z.int(),
    }),
  ),
  interruption: z.nullable(z.looseObject({})),
});
const plannedSchema = z.object({ planned: z.array(z.unknown()) });
/** The number of affected streams, under a name that depends on the operation. */
const countSchema = z.record(z.string(), z.int());
const clockSchema = z.object({ skew: z.number() });

/** The maximum number of events that one call emits or lists. */
const mostEvents = 10_000;
/**
 * The maximum time of the extension without a stream: until the next alarm, or a back-off, on a
 * busy machine.
 */
const longestAway = 120_000;
/** The extension ends a silent stream after 90 s and then connects again. */
const longestSilence = 180_000;

/** Controls the event streams of the local tenant; see docs/local-tenant.md. */
export class StreamControl {
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Emits events of all types in turn; `reversed` sends the newest first. */
  async emit(count: number, order: "time" | "reversed" = "time"): Promise<void> {
    for (let left = count; left > 0; left -= mostEvents) {
      const body = { type: "all", count: Math.min(left, mostEvents), order };
      emittedSchema.parse(await this.#call("POST", "/events", body));
    }
  }

  /** Returns the number of events that the tenant has emitted so far. */
  async countEmitted(): Promise<number> {
    return pageSchema.parse(await this.#call("GET", "/events?count=1")).end;
  }

  /** Returns all events that the tenant has emitted and retained, in order, from its own log. */
  async emittedEvents(): Promise<EmittedEvent[]> {
    const emitted: EmittedEvent[] = [];
    for (let after = 0; ;) {
      const path = `/events?after=${after}&count=${mostEvents}`;
      const { events, end } = pageSchema.parse(await this.#call("GET", path));
      for (const { id, event } of events) {
        const content = JSON.stringify(event);
        emitted.push({ id, sha256: createHash("sha256").update(content).digest("hex") });
      }
      after = events.at(-1)?.position ?? end;
      if (after >= end) return emitted;
    }
  }

  /** Returns true if an open stream has sent all emitted events. */
  async hasSentEverything(): Promise<boolean> {
    const { streams } = streamsSchema.parse(await this.#call("GET", "/streams"));
    const end = await this.countEmitted();
    return streams.some(({ state, position }) => state === "open" && position === end);
  }

  async countOpenStreams(): Promise<number> {
    const { streams } = streamsSchema.parse(await this.#call("GET", "/streams"));
    return streams.filter(({ state }) => state !== "closed").length;
  }

  /** Returns the number of streams so far: the tenant numbers them from 1. */
  async countStreams(): Promise<number> {
    const { streams } = streamsSchema.parse(await this.#call("GET", "/streams"));
    return Math.max(0, ...streams.map(({ stream }) => stream));
  }

  /** Waits until a stream with a higher number has opened. */
  async untilStreamsAfter(count: number): Promise<void> {
    await waitFor(async () => (await this.countStreams()) > count, {
      what: `a stream after the first ${count}`,
      timeout: longestSilence,
    });
  }

  drop = () => this.#happen("/streams/drop", {});
  rotate = () => this.#happen("/streams/error", { code: "connection_timeout" });
  freeze = () => this.#happen("/streams/freeze", {});
  send = (bytes: { text: string } | { base64: string }) => this.#happen("/streams/send", bytes);
  interrupt = (plan: { at: "frame" | "field" | "character"; ending: "close" | "abort" }) =>
    this.#call("POST", "/streams/interrupt", { ...plan, after: 3 });
  deliver = (habits: {
    duplicates?: number;
    overlap?: number;
    pieceSize?: number;
    pieceDelay?: number;
  }) => this.#call("PATCH", "/streams/delivery", habits);
  limit = (limits: Record<string, number>) => this.#call("PATCH", "/limits", limits);

  /** Returns this status for the next request for the event stream. */
  answerNext = (status: number) =>
    this.#call("POST", "/responses", {
      path: "/api/v2/events",
      status,
      ...(status === 429 ? { headers: { "retry-after": "1" } } : {}),
    });

  /** Moves the tenant's clock ahead, so that every issued token has expired. */
  async expireTokens(): Promise<void> {
    const { skew } = clockSchema.parse(await this.#call("GET", "/clock"));
    await this.#call("PUT", "/clock", { skew: skew + 2 * 86_400 });
  }

  /** Waits until all planned responses have been sent, and a planned interruption has happened. */
  async untilHappened(): Promise<void> {
    await waitFor(
      async () => {
        const { planned } = plannedSchema.parse(await this.#call("GET", "/responses"));
        const { interruption } = streamsSchema.parse(await this.#call("GET", "/streams"));
        return planned.length === 0 && interruption === null;
      },
      { what: "the planned responses and interruptions", timeout: longestAway },
    );
  }

  /**
   * Repeats an operation on the open stream until it affects one: without an open stream it has no
   * effect.
   */
  async #happen(path: string, body: object): Promise<void> {
    await waitFor(
      async () => {
        const counted = countSchema.parse(await this.#call("POST", path, body));
        return Object.values(counted).some((count) => count > 0);
      },
      { what: `a stream for ${path}`, timeout: longestAway },
    );
  }

  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.#origin}/_control${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (!response.ok) {
      throw new Error(`The tenant rejected ${method} ${path} with status ${response.status}.`);
    }
    const answer: unknown = await response.json();
    return answer;
  }
}
