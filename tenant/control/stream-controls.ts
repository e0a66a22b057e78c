import * as z from "zod/mini";
import type { TenantContext } from "../context.ts";
import {
  deliveryChangeSchema,
  interruptionSchema,
  type Interruption,
} from "../events/stream-delivery.ts";
import { streamErrorCodes, type StreamErrorCode } from "../events/stream-error.ts";
import type { TenantApp } from "../http/tenant-app.ts";
import { readControlBody } from "./control-body.ts";

type StreamContext = Pick<TenantContext, "streams" | "delivery" | "log">;

const errorSchema = z.strictObject({ code: z.enum(streamErrorCodes) });

const bytesSchema = z.union([
  z.strictObject({ text: z.string().check(z.minLength(1), z.maxLength(1_000_000)) }),
  z.strictObject({ base64: z.base64().check(z.minLength(1), z.maxLength(1_000_000)) }),
]);

/** Adds the controls of event streams: what they send, how they deliver it, and how they end. */
export function addStreamControls(app: TenantApp, context: StreamContext): void {
  const { streams, delivery, log } = context;

  app.get("/_control/streams", (c) =>
    c.json({
      acknowledged: streams.acknowledged,
      streams: streams.list(),
      delivery: delivery.settings,
      interruption: delivery.interruption ?? null,
    }),
  );

  app.post("/_control/streams/drop", (c) => c.json({ dropped: dropStreams(context) }));

  app.post("/_control/streams/error", async (c) => {
    const hint = `Send JSON with code, one of: ${streamErrorCodes.join(", ")}.`;
    const wanted = await readControlBody(c, errorSchema, hint);
    return c.json({ ended: failStreams(context, wanted.code) });
  });

  app.post("/_control/streams/freeze", (c) => c.json({ frozen: freezeStreams(context) }));

  app.post("/_control/streams/send", async (c) => {
    const hint = "Send JSON with either text or base64; the value must not be empty.";
    const wanted = await readControlBody(c, bytesSchema, hint);
    const bytes = "text" in wanted ? new TextEncoder().encode(wanted.text) : decode(wanted.base64);
    const count = streams.forEach((stream) => stream.inject(bytes));
    log.addFact("bytes written to event streams", { count, bytes: bytes.length });
    return c.json({ sent: count });
  });

  app.patch("/_control/streams/delivery", async (c) => {
    const names = Object.keys(delivery.settings).join(", ");
    const hint = `Send JSON with whole numbers for any of: ${names}.`;
    const change = await readControlBody(c, deliveryChangeSchema, hint);
    delivery.change(change);
    log.addFact("delivery changed", { ...change });
    return c.json(delivery.settings);
  });

  app.post("/_control/streams/interrupt", async (c) => {
    const hint =
      "Send JSON with any of: at (frame, field or character), ending (close, abort or freeze), after (events), times.";
    const plan = await readControlBody(c, interruptionSchema, hint);
    planInterruption(context, plan);
    return c.json(plan, 201);
  });

  app.delete("/_control/streams/interrupt", (c) => {
    delivery.plan(undefined);
    return c.json({});
  });
}

/** Ends all streams without an error frame. */
export function dropStreams(context: StreamContext): number {
  const count = context.streams.forEach((stream) => stream.end());
  context.log.addFact("event streams dropped", { count });
  return count;
}

/** Ends all streams with an error frame. */
export function failStreams(context: StreamContext, code: StreamErrorCode): number {
  const count = context.streams.forEach((stream) => stream.fail(code));
  context.log.addFact("event streams ended with an error", { count, code });
  return count;
}

/** Makes all streams silent but open, like a half-open connection. */
export function freezeStreams(context: StreamContext): number {
  const count = context.streams.forEach((stream) => stream.freeze());
  context.log.addFact("event streams frozen", { count });
  return count;
}

/** Plans to interrupt streams within an event; replaces the previous plan. */
export function planInterruption(context: StreamContext, plan: Interruption): void {
  context.delivery.plan(plan);
  context.log.addFact("interruption planned", { ...plan });
}

function decode(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
