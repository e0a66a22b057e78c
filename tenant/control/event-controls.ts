import * as z from "zod/mini";
import type { TenantApp, TenantContext } from "../context.ts";
import { eventTypes } from "../events/event-types.ts";
import { createSampleEvent } from "../events/sample-events.ts";
import { streamErrorCodes, type StreamErrorCode } from "../events/stream-error.ts";
import { readControlBody, refuseControl } from "./control-body.ts";

const payloadSchema = z.record(z.string(), z.unknown());

/** Body of `POST /_control/events`. */
export const emitSchema = z.strictObject({
  type: z._default(z.enum(eventTypes), "user.created"),
  count: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 1),
  /** Put over the invented `data.object`, name by name. */
  object: z.optional(payloadSchema),
  /** Put over the invented `data.context`, name by name. */
  context: z.optional(payloadSchema),
  /** Marked as a test, as the service marks its own. */
  test: z._default(z.boolean(), true),
});

const errorSchema = z.strictObject({ code: z.enum(streamErrorCodes) });

/** Events on demand, and the end of all streams. */
export function addEventControls(app: TenantApp, context: TenantContext): void {
  app.post("/_control/events", async (c) => {
    const wanted = await readControlBody(c, emitSchema);
    if (wanted === undefined) {
      const types = eventTypes.join(", ");
      const problem = `Send JSON with count (1 to 10000), object, context, test and type, one of: ${types}.`;
      return refuseControl(c, 400, problem);
    }
    const eventIds = emitEvents(context, wanted);
    return c.json({ type: wanted.type, count: wanted.count, event_ids: eventIds }, 201);
  });

  app.post("/_control/streams/drop", (c) => c.json({ dropped: dropStreams(context) }));

  app.post("/_control/streams/error", async (c) => {
    const wanted = await readControlBody(c, errorSchema);
    if (wanted === undefined) {
      const problem = `Send JSON with code, one of: ${streamErrorCodes.join(", ")}.`;
      return refuseControl(c, 400, problem);
    }
    return c.json({ ended: failStreams(context, wanted.code) });
  });
}

/** Emits invented events of a type and gives their ids. */
export function emitEvents(context: TenantContext, wanted: z.infer<typeof emitSchema>): string[] {
  const time = new Date(context.now()).toISOString();
  const eventIds: string[] = [];
  for (let index = 0; index < wanted.count; index += 1) {
    const sample = createSampleEvent(wanted.type, context.random, time);
    const event = context.events.append({
      type: wanted.type,
      object: { ...sample.object, ...wanted.object },
      context: { ...sample.context, ...wanted.context },
      isTest: wanted.test,
    });
    eventIds.push(event.id);
  }
  context.log.addFact("events emitted", { type: wanted.type, count: wanted.count });
  return eventIds;
}

/** Ends all streams without a word. */
export function dropStreams(context: TenantContext): number {
  const count = context.streams.endAll();
  context.log.addFact("event streams dropped", { count });
  return count;
}

/** Ends all streams with an error frame. */
export function failStreams(context: TenantContext, code: StreamErrorCode): number {
  const count = context.streams.failAll(code);
  context.log.addFact("event streams ended with an error", { count, code });
  return count;
}
