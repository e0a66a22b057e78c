import * as z from "zod/mini";
import type { OpenTenant } from "./open-tenant.ts";
import { readFrames } from "./read-frames.ts";

const messageSchema = z.object({ event: z.looseObject({ id: z.string(), type: z.string() }) });

/** Collects the events that an action causes, in order, from the tenant's own stream. */
export async function collectEvents(
  open: OpenTenant,
  act: () => Promise<void>,
): Promise<z.infer<typeof messageSchema>["event"][]> {
  const token = await open.getToken("read:events");
  const response = await open.call(token, "GET", "/api/v2/events");
  const frames = readFrames(response);
  await frames.take(2);
  await act();
  // This event comes last, so the reader stops without a timeout.
  await open.control("POST", "events", { type: "group.created" });
  const events = [];
  for (;;) {
    const frame = await frames.next();
    const { event } = messageSchema.parse(JSON.parse(frame?.data ?? ""));
    if (event.type === "group.created") break;
    events.push(event);
  }
  await frames.cancel();
  return events;
}
