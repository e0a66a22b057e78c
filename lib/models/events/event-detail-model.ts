import { createModel, signal } from "@preact/signals";
import { compareEvents, type FieldChange } from "../../events/payloads/compare-events.ts";
import type { EventLog, StoredEvent } from "../../events/log/event-log.ts";
import { createRedactor, type RedactionReceipt } from "../../redaction/create-redactor.ts";
import { toLogFailure } from "./event-log-failure.ts";
import type { EventPlace } from "../../messages/event-link.ts";
import type { Failure } from "../failure.ts";
import { readOnly } from "../read-only.ts";

export interface EventDetailPort {
  /** Opens the log to read it; only the worker writes it. */
  openLog(): Promise<Pick<EventLog, "pick" | "previous" | "summary">>;
}

/** An envelope, and its changes since the previous event. Their paths begin at the envelope. */
interface EventView {
  envelope: unknown;
  changes: readonly FieldChange[];
}

/** An event, and its changes since the previous event about the same subject. */
export interface EventDetail {
  event: StoredEvent;
  /** The previous event about the same subject; undefined if the log has no readable one. */
  previous: StoredEvent | undefined;
  /** The event as it arrived. */
  whole: EventView;
  /** The event without its secrets. This view is shown first, and is the source of a copy. */
  masked: EventView;
  receipt: RedactionReceipt;
}

export type EventDetailState =
  | { kind: "none" }
  | { kind: "reading" }
  | { kind: "shown"; detail: EventDetail }
  /**
   * The log no longer has the event. Newer events displaced it (`gave-way`), or the log was removed
   * (`removed`); another event may then have its sequence.
   */
  | { kind: "gone"; why: "gave-way" | "removed" }
  | { kind: "failed"; failure: Failure };

/** The path of the compared object in the envelope. */
const objectPath = ["data", "object"] as const;

function readObject(envelope: unknown): unknown {
  const data = readField(envelope, "data");
  return readField(data, "object");
}

function readField(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(name)
    : undefined;
}

function createView(envelope: unknown, previous: { envelope: unknown } | undefined): EventView {
  const found =
    previous === undefined
      ? []
      : compareEvents(readObject(previous.envelope), readObject(envelope));
  return {
    envelope,
    changes: found.map((change) => ({ ...change, path: [...objectPath, ...change.path] })),
  };
}

/** Returns an event as it arrived, without its secrets. */
export function maskEnvelope({ envelope }: StoredEvent): unknown {
  const redactor = createRedactor();
  redactor.collect(envelope);
  return redactor.redact(envelope);
}

function createDetail(event: StoredEvent, previous: StoredEvent | undefined): EventDetail {
  const redactor = createRedactor();
  for (const known of [event, previous]) redactor.collect(known?.envelope);
  const envelope = redactor.redact(event.envelope);
  const receipt = redactor.receipt();
  const before = previous && { envelope: redactor.redact(previous.envelope) };
  return {
    event,
    previous,
    whole: createView(event.envelope, previous),
    masked: createView(envelope, before),
    receipt,
  };
}

/** Reads the previous event. A damaged one is omitted, because a comparison would be misleading. */
async function readPrevious(
  log: Pick<EventLog, "previous">,
  event: StoredEvent,
): Promise<StoredEvent | undefined> {
  const previous = await log.previous(event.tenantId, event);
  return previous?.damage === undefined ? previous : undefined;
}

/** Shows one event in detail. */
export const EventDetailModel = createModel((port: EventDetailPort) => {
  const state = signal<EventDetailState>({ kind: "none" });
  let current = 0;

  /** Sets the state from a result, unless a newer call has begun since. */
  const settle = async (work: () => Promise<EventDetailState>) => {
    current += 1;
    const own = current;
    const next = await work();
    if (own === current) state.value = next;
  };

  return {
    state: readOnly(state),

    /** Shows an event at once, and adds its changes when the previous event has been read. */
    async show(event: StoredEvent): Promise<void> {
      const withoutChanges: EventDetailState = {
        kind: "shown",
        detail: createDetail(event, undefined),
      };
      state.value = withoutChanges;
      await settle(async () => {
        const previous = await port
          .openLog()
          .then((log) => readPrevious(log, event))
          .catch(() => undefined);
        return previous === undefined
          ? withoutChanges
          : { kind: "shown", detail: createDetail(event, previous) };
      });
    },
    /**
     * Finds and shows the event at a place. A repeated call keeps the old state until the event is
     * read.
     */
    async find(tenantId: string, { sequence, storedAt }: EventPlace): Promise<void> {
      if (state.peek().kind === "none") state.value = { kind: "reading" };
      await settle(async () => {
        try {
          const log = await port.openLog();
          const [event] = await log.pick(tenantId, [sequence]);
          if (event === undefined || event.storedAt !== storedAt) {
            const { firstSequence } = await log.summary(tenantId);
            return { kind: "gone", why: sequence < firstSequence ? "gave-way" : "removed" };
          }
          return { kind: "shown", detail: createDetail(event, await readPrevious(log, event)) };
        } catch (error) {
          return { kind: "failed", failure: toLogFailure(error) };
        }
      });
    },
    clear(): void {
      current += 1;
      state.value = { kind: "none" };
    },
  };
});
