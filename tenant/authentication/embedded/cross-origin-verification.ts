import type { AuthorizationRequest } from "../authorize/authorization-request.ts";
import type { LoginTicket } from "./login-ticket.ts";

/** An embedded login without its cookie. The login waits for the application's proof instead. */
export interface PendingCrossOrigin {
  request: AuthorizationRequest;
  ticket: LoginTicket;
}
