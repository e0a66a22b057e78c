import * as z from "zod/mini";

/**
 * A tenant event. `envelope` is the event object as it arrived, with all known and unknown fields;
 * the other fields are copies for lists. `malformed` is true if the event does not fit the
 * Management API, and `problems` lists the differences.
 */
export const tenantEventSchema = z.object({
  id: z.string(),
  /** The cursor after this event; absent if the message had none that can be sent back. */
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
