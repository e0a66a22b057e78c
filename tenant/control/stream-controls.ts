import * as z from "zod/mini";
import type { TenantApp, TenantContext } from "../context.ts";
import {
  deliveryChangeSchema,
  interruptionSchema,
  type Interruption,
} from "../events/stream-delivery.ts";
import { streamErrorCodes, type StreamErrorCode } from "../events/stream-error.ts";
import { readControlBody, refuseControl } from "./control-body.ts";

const errorSchema = z.strictObject({ code: z.enum(streamErrorCodes) });

const bytesSchema = z.union([
  z.strictObject({ text: z.string().check(z.minLength(1), z.maxLength(1_000_000)) }),
  z.strictObject({ base64: z.base64().check(z.minLength(1), z.maxLength(1_000_000)) }),
]);

/** What happens to event streams: what they send, how it arrives, and how they end. */
export function addStreamControls(app: TenantApp, context: TenantContext): void {
  const { streams, delivery, log } = context;

  app.get("/_control/streams", (c) =>
    c.json({
      acknowledged: streams.acknowledged,
      streams: streams.list(),
      delivery: delivery.habits,
      interruption: delivery.interruption ?? null,
    }),
  );

  app.post("/_control/streams/drop", (c) => c.json({ dropped: dropStreams(context) }));

  app.post("/_control/streams/error", async (c) => {
    const wanted = await readControlBody(c, errorSchema);
    if (wanted === undefined) {
      const problem = `Send JSON with code, one of: ${streamErrorCodes.join(", ")}.`;
      return refuseControl(c, 400, problem);
    }
    return c.json({ ended: failStreams(context, wanted.code) });
  });

  app.post("/_control/streams/freeze", (c) => c.json({ frozen: freezeStreams(context) }));

  app.post("/_control/streams/send", async (c) => {
    const wanted = await readControlBody(c, bytesSchema);
    if (wanted === undefined) {
      return refuseControl(c, 400, "Send JSON with either text or base64, not empty.");
    }
    const bytes = "text" in wanted ? new TextEncoder().encode(wanted.text) : decode(wanted.base64);
    const count = streams.forEach((stream) => stream.inject(bytes));
    log.addFact("bytes put into event streams", { count, bytes: bytes.length });
    return c.json({ sent: count });
  });

  app.patch("/_control/streams/delivery", async (c) => {
    const change = await readControlBody(c, deliveryChangeSchema);
    if (change === undefined) {
      const names = Object.keys(delivery.habits).join(", ");
      return refuseControl(c, 400, `Send JSON with whole numbers for any of: ${names}.`);
    }
    delivery.change(change);
    log.addFact("delivery changed", { ...change });
    return c.json(delivery.habits);
  });

  app.post("/_control/streams/interrupt", async (c) => {
    const plan = await readControlBody(c, interruptionSchema);
    if (plan === undefined) {
      const problem =
        "Send JSON with any of: at (frame, field or character), ending (close, abort or freeze), after (events), times.";
      return refuseControl(c, 400, problem);
    }
    planInterruption(context, plan);
    return c.json(plan, 201);
  });

  app.delete("/_control/streams/interrupt", (c) => {
    delivery.plan(undefined);
    return c.json({});
  });
}

/** Ends all streams without a word. */
export function dropStreams(context: TenantContext): number {
  const count = context.streams.forEach((stream) => stream.end());
  context.log.addFact("event streams dropped", { count });
  return count;
}

/** Ends all streams with an error frame. */
export function failStreams(context: TenantContext, code: StreamErrorCode): number {
  const count = context.streams.forEach((stream) => stream.fail(code));
  context.log.addFact("event streams ended with an error", { count, code });
  return count;
}

/** Leaves all streams open and silent, as behind a connection that is half gone. */
export function freezeStreams(context: TenantContext): number {
  const count = context.streams.forEach((stream) => stream.freeze());
  context.log.addFact("event streams frozen", { count });
  return count;
}

/** Lets streams, open now or later, break off within an event; the plan before it is forgotten. */
export function planInterruption(context: TenantContext, plan: Interruption): void {
  context.delivery.plan(plan);
  context.log.addFact("interruption planned", { ...plan });
}

function decode(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
