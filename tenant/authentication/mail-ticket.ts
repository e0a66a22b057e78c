import { createExpiringStore, type ExpiringStore } from "../expiring-store.ts";

/** What a link in a mail is good for. */
export interface MailTicket {
  purpose: "verify_email" | "reset_password";
  userId: string;
}

/** Links work for five days, as the service's do. */
export function createMailTickets(now: () => number): ExpiringStore<MailTicket> {
  return createExpiringStore({ now, capacity: 10_000, lifetime: 5 * 24 * 60 * 60_000 });
}
