import * as z from "zod/mini";
import { createExpiringStore, type ExpiringStore } from "../../core/expiring-store.ts";

/** The user and the purpose of a link in an email. */
export const mailTicketSchema = z.object({
  purpose: z.enum(["verify_email", "reset_password"]),
  userId: z.string(),
});

export type MailTicket = z.infer<typeof mailTicketSchema>;

/** Creates the store of tickets. A link works for five days, as at the service. */
export function createMailTickets(now: () => number): ExpiringStore<MailTicket> {
  return createExpiringStore({ now, capacity: 10_000, lifetime: 5 * 24 * 60 * 60_000 });
}
