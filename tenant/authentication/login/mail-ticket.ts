import * as z from "zod/mini";
import { createExpiringStore, type ExpiringStore } from "../../core/expiring-store.ts";

/** What a link in a mail is good for. */
export const mailTicketSchema = z.object({
  purpose: z.enum(["verify_email", "reset_password"]),
  userId: z.string(),
});

export type MailTicket = z.infer<typeof mailTicketSchema>;

/** Links work for five days, as the service's do. */
export function createMailTickets(now: () => number): ExpiringStore<MailTicket> {
  return createExpiringStore({ now, capacity: 10_000, lifetime: 5 * 24 * 60 * 60_000 });
}
