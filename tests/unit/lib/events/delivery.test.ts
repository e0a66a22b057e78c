import * as fc from "fast-check";
import { expect, test } from "vitest";

import { frameError, frameEvent, frameHeartbeat, makeUserEvent } from "./sample-events.ts";
import { createHarness, tenantId } from "./subscription-harness.ts";

const eventCount = 12;
const frames = Array.from({ length: eventCount }, (_, index) =>
  frameEvent(String(index + 1), makeUserEvent(`evt_${index + 1}`, { note: "Zoë 🙂" })),
);
const everyId = frames.map((_, index) => `evt_${index + 1}`);
const encoder = new TextEncoder();
const error = encoder.encode(frameError("connection_timeout"));

/**
 * A connection: the repeated events, the byte of the break, the size of its pieces, and what
 * follows: the end, a failure, or an error frame behind the part of an event.
 */
const connection = fc.record({
  repeats: fc.integer({ min: 0, max: 4 }),
  bytes: fc.integer({ min: 0, max: 4_000 }),
  chunk: fc.integer({ min: 1, max: 900 }),
  ending: fc.constantFrom("end" as const, "break" as const, "error" as const),
  heartbeat: fc.boolean(),
});

test("stores and reports each event once and in order, for any cuts, breaks and repetitions of the stream", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(connection, { maxLength: 6 }), async (connections) => {
      const h = await createHarness({
        onChange(state) {
          if (state.name === "waiting") queueMicrotask(() => h.passWait());
        },
      });
      // With a cursor before the first event, no connection starts from now and skips events.
      await h.log.append(tenantId, { at: 0, position: { cursor: "0" } });
      const last = { repeats: 2, bytes: Infinity, chunk: 333, ending: "stay", heartbeat: false };
      for (const plan of [...connections, last]) {
        h.service.answer(({ url }) => {
          const from = Number(url.searchParams.get("from"));
          const sent = frames.slice(Math.max(0, from - plan.repeats)).join("");
          const text = (plan.heartbeat ? frameHeartbeat(String(from)) : "") + sent;
          const whole = encoder.encode(text).slice(0, plan.bytes);
          return new Response(deliver(plan.ending === "error" ? [whole, error] : [whole], plan), {
            headers: { "content-type": "text/event-stream; charset=utf-8" },
          });
        });
      }
      h.subscription.start();
      await h.until(
        () => h.ids().length >= eventCount && h.service.requests.length > connections.length,
      );
      await h.subscription.stop();

      expect(h.ids()).toEqual(everyId);
      const stored = await h.log.since(tenantId, 0);
      expect(stored.map(({ id }) => id)).toEqual(everyId);
      expect(stored.map(({ sequence }) => sequence)).toEqual(everyId.map((_, index) => index + 1));
      expect(stored.every(({ envelope }) => envelope["note"] === "Zoë 🙂")).toBe(true);
      // An error behind a part of an event makes one frame that is marked as unreadable.
      const marks = await h.log.marks(tenantId);
      expect(marks.filter(({ kind }) => kind !== "unreadable")).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

/** Delivers texts in pieces of a size, and then ends. An `error` is the last of the texts. */
function deliver(
  texts: readonly Uint8Array[],
  { chunk, ending }: { chunk: number; ending: string },
): ReadableStream<Uint8Array> {
  const bytes = new Uint8Array(texts.flatMap((text) => [...text]));
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.slice(at, at + chunk));
      else if (ending === "end" || ending === "error") controller.close();
      else if (ending === "break") controller.error(new TypeError("terminated"));
      else return new Promise<void>(() => undefined);
      at += chunk;
      return undefined;
    },
  });
}
