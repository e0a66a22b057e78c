import * as z from "zod/mini";

/** A login that `/co/authenticate` has verified. `/authorize` redeems its ticket once. */
export const loginTicketSchema = z.object({
  clientId: z.string(),
  userId: z.string(),
  connection: z.string(),
  /** Value of the cookie that was set with the ticket. */
  browserId: z.string(),
  /** Name of the proof that the application keeps (`co_id`). */
  verifierId: z.string(),
  /** The proof itself (`co_verifier`). */
  verifier: z.string(),
});

export type LoginTicket = z.infer<typeof loginTicketSchema>;
