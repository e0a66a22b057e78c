import * as z from "zod/mini";

/**
 * One tenant event as it is stored and shown. `envelope` is the event object as it arrived, with
 * every field, known or not; the others are what lists need without opening it. `malformed` says
 * that something in it does not fit the interface, `problems` says what.
 */
export const tenantEventSchema = z.object({
  id: z.string(),
  /** The cursor behind this event; absent when the message had none. */
  offset: z.optional(z.string()),
  type: z.string(),
  time: z.optional(z.string()),
  source: z.optional(z.string()),
  tenant: z.optional(z.string()),
  stream: z.optional(z.string()),
  purpose: z.optional(z.string()),
  envelope: z.record(z.string(), z.unknown()),
  malformed: z.boolean(),
  problems: z.array(z.string()),
});
export type TenantEvent = z.infer<typeof tenantEventSchema>;
