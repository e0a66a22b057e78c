/** What `/co/authenticate` proved, until `/authorize` redeems it, once. */
export interface LoginTicket {
  clientId: string;
  userId: string;
  connection: string;
  /** Value of the cookie that went out with the ticket. */
  browserId: string;
  /** Names the proof that the application keeps (`co_id`), and the proof itself (`co_verifier`). */
  verifierId: string;
  verifier: string;
}
