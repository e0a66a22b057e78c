import type { AuthorizationRequest } from "../authorize/authorization-request.ts";
import type { LoginTicket } from "./login-ticket.ts";

/** An embedded login whose cookie did not arrive: the application's proof can take its place. */
export interface PendingCrossOrigin {
  request: AuthorizationRequest;
  ticket: LoginTicket;
}
