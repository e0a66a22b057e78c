import { getCookie } from "hono/cookie";
import type { TenantRequest } from "../../http/tenant-app.ts";
import { renderCrossOriginPage } from "../../pages/cross-origin-page.ts";
import type { AuthenticationContext } from "../authentication-context.ts";
import { AuthorizationError } from "../authorize/authorization-error.ts";
import type { AuthorizationRequest } from "../authorize/authorization-request.ts";
import { advanceLogin } from "../login/advance-login.ts";
import { crossOriginCookieName } from "./co-authenticate.ts";
import type { LoginTicket } from "./login-ticket.ts";

/**
 * Logs in with a ticket of `/co/authenticate`. The cookie that was set with the ticket proves that
 * the browser is the same. If that cookie was blocked, the application's own page can prove it
 * instead.
 */
export async function redeemLoginTicket(
  c: TenantRequest,
  context: AuthenticationContext,
  request: AuthorizationRequest,
  id: string,
): Promise<Response> {
  // Remove the ticket even if the attempt fails: it is valid for one attempt.
  const ticket = context.logins.tickets.take(id);
  if (ticket === undefined || ticket.clientId !== request.client.client_id) {
    throw createTicketError(context, request);
  }
  if (getCookie(c, crossOriginCookieName) === ticket.browserId) {
    return await logInWithTicket(c, context, request, ticket);
  }
  if (request.prompt === "none") {
    throw new AuthorizationError(context, request, "login_required", "Login required");
  }
  const page = request.client.cross_origin_loc;
  if (page === undefined) {
    const description = "Unable to configure verification page.";
    throw new AuthorizationError(context, request, "access_denied", description);
  }
  const state = context.random.text(32);
  context.logins.pendingVerifications.put(state, { request, ticket });
  return await renderCrossOriginPage(c, context, { page, state, ticket, request });
}

/** Logs in the user of a ticket. */
export async function logInWithTicket(
  c: TenantRequest,
  context: AuthenticationContext,
  request: AuthorizationRequest,
  ticket: LoginTicket,
): Promise<Response> {
  const user = context.users.get(ticket.userId);
  if (user === undefined) throw createTicketError(context, request);
  return await advanceLogin(c, context, request, { user, connection: ticket.connection });
}

function createTicketError(
  context: AuthenticationContext,
  request: AuthorizationRequest,
): AuthorizationError {
  const description = "Unknown or invalid login ticket.";
  return new AuthorizationError(context, request, "access_denied", description);
}
