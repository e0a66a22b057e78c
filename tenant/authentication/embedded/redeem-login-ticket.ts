import { getCookie } from "hono/cookie";
import type { TenantContext, TenantRequest } from "../../context.ts";
import { renderCrossOriginPage } from "../../pages/cross-origin-page.ts";
import { advanceLogin } from "../login/advance-login.ts";
import type { AuthorizationRequest } from "../authorize/authorization-request.ts";
import { respondWithError } from "../authorize/authorization-response.ts";
import { crossOriginCookieName } from "./co-authenticate.ts";
import type { LoginTicket } from "./login-ticket.ts";

/**
 * Logs in with a ticket of `/co/authenticate`. The cookie that came with it shows that this is the same
 * browser; where that cookie was blocked, the application's own page can prove it instead.
 */
export async function redeemLoginTicket(
  c: TenantRequest,
  context: TenantContext,
  request: AuthorizationRequest,
  id: string,
): Promise<Response> {
  // Taken, not read: a ticket is worth one attempt.
  const ticket = context.logins.tickets.take(id);
  if (ticket === undefined || ticket.clientId !== request.client.client_id) {
    const description = "Unknown or invalid login ticket.";
    return await respondWithError(c, context, request, { error: "access_denied", description });
  }
  if (getCookie(c, crossOriginCookieName) === ticket.browserId) {
    return await logInWithTicket(c, context, request, ticket);
  }
  if (request.prompt === "none") {
    const error = { error: "login_required", description: "Login required" };
    return await respondWithError(c, context, request, error);
  }
  const page = request.client.cross_origin_loc;
  if (page === undefined) {
    const description = "Unable to configure verification page.";
    return await respondWithError(c, context, request, { error: "access_denied", description });
  }
  const state = context.random.text(32);
  context.logins.pendingVerifications.put(state, { request, ticket });
  return await renderCrossOriginPage(c, context, { page, state, ticket, request });
}

/** Logs the ticket's user in and goes on. */
export async function logInWithTicket(
  c: TenantRequest,
  context: TenantContext,
  request: AuthorizationRequest,
  ticket: LoginTicket,
): Promise<Response> {
  const user = context.users.get(ticket.userId);
  if (user === undefined) {
    const description = "Unknown or invalid login ticket.";
    return await respondWithError(c, context, request, { error: "access_denied", description });
  }
  return await advanceLogin(c, context, request, { user, connection: ticket.connection });
}
