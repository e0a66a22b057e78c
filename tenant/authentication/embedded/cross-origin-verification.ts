import type { AuthorizationRequest } from "../authorize/authorization-request.ts";
import type { LoginTicket } from "./login-ticket.ts";

/** An embedded login without its cookie, until the application's proof replaces the cookie. */
export interface PendingCrossOrigin {
  request: AuthorizationRequest;
  ticket: LoginTicket;
}
