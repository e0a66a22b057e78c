/** A login that `/co/authenticate` has verified. `/authorize` redeems its ticket once. */
export interface LoginTicket {
  clientId: string;
  userId: string;
  connection: string;
  /** Value of the cookie that was set with the ticket. */
  browserId: string;
  /** Name of the proof that the application keeps (`co_id`). */
  verifierId: string;
  /** The proof itself (`co_verifier`). */
  verifier: string;
}
