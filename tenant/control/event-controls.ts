import * as z from "zod/mini";
import type { TenantContext } from "../context.ts";
import { eventTypes } from "../events/event-types.ts";
import { createSampleEvent } from "../events/sample-events.ts";
import type { TenantApp } from "../http/tenant-app.ts";
import { ControlError, readControlBody } from "./control-body.ts";

type EventContext = Pick<TenantContext, "now" | "random" | "log" | "events">;

const payloadSchema = z.record(z.string(), z.unknown());

/** Body of `POST /_control/events`. */
export const emitSchema = z.strictObject({
  /** One type, or all of them in turn. */
  type: z._default(z.enum([...eventTypes, "all"]), "user.created"),
  count: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 1),
  /** Replaces members of the sample `data.object`. */
  object: z.optional(payloadSchema),
  /** Replaces members of the sample `data.context`. */
  context: z.optional(payloadSchema),
  /** Marks the events as test events, as the service does. */
  test: z._default(z.boolean(), true),
  /** `reversed` makes each event a millisecond older than the one before. */
  order: z._default(z.enum(["time", "reversed"]), "time"),
});

const wholeNumber = z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number));

const listSchema = z.object({
  after: z._default(wholeNumber, 0),
  count: z._default(z.pipe(wholeNumber, z.int().check(z.minimum(1), z.maximum(10_000))), 1000),
});

/** Adds the controls that emit sample events and list the retained ones. */
export function addEventControls(app: TenantApp, context: EventContext): void {
  app.post("/_control/events", async (c) => {
    const types = eventTypes.join(", ");
    const hint = `Send JSON with count (1 to 10000), object, context, test, order (time or reversed) and type, one of: all, ${types}.`;
    const wanted = await readControlBody(c, emitSchema, hint);
    const eventIds = emitEvents(context, wanted);
    return c.json({ type: wanted.type, count: wanted.count, event_ids: eventIds }, 201);
  });

  app.get("/_control/events", (c) => {
    const wanted = listSchema.safeParse(c.req.query());
    if (!wanted.success) {
      throw new ControlError(400, "after must be a position, and count a number from 1 to 10000.");
    }
    return c.json(listEvents(context, wanted.data));
  });
}

/** Emits sample events and returns their ids. */
export function emitEvents(context: EventContext, wanted: z.infer<typeof emitSchema>): string[] {
  const now = context.now();
  const eventIds: string[] = [];
  for (let index = 0; index < wanted.count; index += 1) {
    const time = wanted.order === "reversed" ? now - index : now;
    const type =
      wanted.type === "all"
        ? (eventTypes[index % eventTypes.length] ?? "user.created")
        : wanted.type;
    const sample = createSampleEvent(type, context.random, new Date(time).toISOString());
    const event = context.events.append({
      type,
      object: { ...sample.object, ...wanted.object },
      context: { ...sample.context, ...wanted.context },
      isTest: wanted.test,
      time,
    });
    eventIds.push(event.id);
  }
  context.log.addFact("events emitted", { type: wanted.type, count: wanted.count });
  return eventIds;
}

const frameDataSchema = z.object({ event: z.unknown() });

/** Returns the event in a frame of the log. */
function readFrame(frame: Uint8Array): unknown {
  const data = /^data: (.+)$/m.exec(new TextDecoder().decode(frame))?.[1] ?? "{}";
  return frameDataSchema.parse(JSON.parse(data)).event;
}

/** Lists the retained events after a position, with their cursors. */
function listEvents(
  { events }: EventContext,
  { after, count }: z.infer<typeof listSchema>,
): unknown {
  const listed = [];
  for (let position = Math.max(after, events.start); listed.length < count; position += 1) {
    const event = events.after(position);
    if (event === undefined) break;
    const { id, type, time, frame } = event;
    listed.push({
      position: position + 1,
      id,
      type,
      time: new Date(time).toISOString(),
      cursor: events.toCursor(position + 1),
      event: readFrame(frame),
    });
  }
  return { start: events.start, end: events.end, events: listed };
}
