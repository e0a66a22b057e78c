import * as z from "zod/mini";

/** A login that `/co/authenticate` has verified. `/authorize` redeems its ticket once. */
export const loginTicketSchema = z.object({
  clientId: z.string(),
  userId: z.string(),
  connection: z.string(),
  /** Value of the cookie that was set with the ticket. */
  browserId: z.string(),
  /** ID under which the application stores its verifier (`co_id`). */
  verifierId: z.string(),
  /** Proves that the same application continues the login (`co_verifier`); it is not of PKCE. */
  verifier: z.string(),
});

export type LoginTicket = z.infer<typeof loginTicketSchema>;
