import * as z from "zod/mini";
import { tenantIdSchema } from "../../messages/tenant.ts";

const tenantId = tenantIdSchema;

/** What the page of events is asked for by its address: one event, or those that arrived since a time. */
const linkSchema = z.union([
  z.object({ tenantId, eventId: z.string().check(z.minLength(1), z.maxLength(1_000)) }),
  /** Unix time in ms. */
  z.object({ tenantId, since: z.number().check(z.minimum(0)) }),
]);
export type EventLink = z.infer<typeof linkSchema>;

/** The fragment that `event.html` is opened with. */
export function writeEventLink(link: EventLink): string {
  const what: Record<string, string> =
    "eventId" in link ? { event: link.eventId } : { since: String(link.since) };
  return `#${new URLSearchParams({ tenant: link.tenantId, ...what })}`;
}

/** Reads such a fragment; undefined for one that names nothing. */
export function readEventLink(hash: string): EventLink | undefined {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const since = fields.get("since");
  const found = linkSchema.safeParse({
    tenantId: fields.get("tenant"),
    ...(since === null ? { eventId: fields.get("event") } : { since: Number(since) }),
  });
  return found.success ? found.data : undefined;
}
