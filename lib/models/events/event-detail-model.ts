import { computed, createModel, signal } from "@preact/signals";
import { compareEvents, type FieldChange } from "../../events/payloads/compare-events.ts";
import type { EventLog, StoredEvent } from "../../events/log/event-log.ts";
import { createRedactor, type RedactionReceipt } from "../../redaction/create-redactor.ts";
import { toLogFailure } from "./event-log-failure.ts";
import type { EventPlace } from "../../messages/event-link.ts";
import type { Failure } from "../failure.ts";

export interface EventDetailPort {
  /** The log, to be read; the worker alone writes it. */
  openLog(): Promise<Pick<EventLog, "pick" | "previous" | "summary">>;
}

/** An event's envelope, and which of its fields differ from the event before: paths from the envelope inwards. */
interface EventView {
  envelope: unknown;
  changes: readonly FieldChange[];
}

/** One event with what became of the same user, group or organization since the event before it. */
export interface EventDetail {
  event: StoredEvent;
  /** The event before about the same; undefined when the log has none that can be read. */
  previous: StoredEvent | undefined;
  /** As it arrived. */
  whole: EventView;
  /** Without its secrets: what is shown until somebody asks for more, and what a copy is taken from. */
  masked: EventView;
  receipt: RedactionReceipt;
}

export type EventDetailState =
  | { kind: "none" }
  | { kind: "reading" }
  | { kind: "shown"; detail: EventDetail }
  /**
   * The log has it no longer: it gave way to newer ones, or the log was removed, and what may have its
   * sequence now is another event.
   */
  | { kind: "gone"; why: "gave-way" | "removed" }
  | { kind: "failed"; failure: Failure };

/** What the payload is about, under `data.object` of the envelope. */
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

function view(envelope: unknown, previous: { envelope: unknown } | undefined): EventView {
  const found =
    previous === undefined
      ? []
      : compareEvents(readObject(previous.envelope), readObject(envelope));
  return {
    envelope,
    changes: found.map((change) => ({ ...change, path: [...objectPath, ...change.path] })),
  };
}

function describe(event: StoredEvent, previous: StoredEvent | undefined): EventDetail {
  const redactor = createRedactor();
  for (const known of [event, previous]) redactor.meet(known?.envelope);
  const envelope = redactor.redact(event.envelope);
  const receipt = redactor.receipt();
  const before = previous && { envelope: redactor.redact(previous.envelope) };
  return {
    event,
    previous,
    whole: view(event.envelope, previous),
    masked: view(envelope, before),
    receipt,
  };
}

/** The event before about the same. One that cannot be read says nothing of what changed since. */
async function readPrevious(
  log: Pick<EventLog, "previous">,
  event: StoredEvent,
): Promise<StoredEvent | undefined> {
  const previous = await log.previous(event.tenantId, event);
  return previous?.damage === undefined ? previous : undefined;
}

/** One event, whole. */
export const EventDetailModel = createModel((port: EventDetailPort) => {
  const state = signal<EventDetailState>({ kind: "none" });
  let current = 0;

  /** Works out what is to be shown, unless something else was asked for meanwhile. */
  const settle = async (work: () => Promise<EventDetailState>) => {
    current += 1;
    const own = current;
    const next = await work();
    if (own === current) state.value = next;
  };

  return {
    state: computed(() => state.value),

    /** Shows an event that is at hand; what changed since the one before it follows, where that can be read. */
    async show(event: StoredEvent): Promise<void> {
      const atOnce: EventDetailState = { kind: "shown", detail: describe(event, undefined) };
      state.value = atOnce;
      await settle(async () => {
        const previous = await port
          .openLog()
          .then((log) => readPrevious(log, event))
          .catch(() => undefined);
        return previous === undefined
          ? atOnce
          : { kind: "shown", detail: describe(event, previous) };
      });
    },
    /** Shows the event at this place. Looked for again, what was said of it stands until there is something else to say. */
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
          return { kind: "shown", detail: describe(event, await readPrevious(log, event)) };
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
