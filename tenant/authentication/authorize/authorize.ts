import type { Client } from "../../directory/clients.ts";
import { findConnection } from "../../directory/connections.ts";
import type { TenantApp, TenantContext, TenantRequest } from "../../context.ts";
import { renderErrorPage } from "../../pages/error-page.ts";
import { findSession, type Session } from "../login/sessions.ts";
import { readConnectionName } from "../../directory/users.ts";
import { advanceLogin, isReusable } from "../login/advance-login.ts";
import { parseAuthorizationRequest, type AuthorizationRequest } from "./authorization-request.ts";
import { respondWithError } from "./authorization-response.ts";
import { goToLoginPage, type LoginPage } from "../login/login-transaction.ts";
import { countRequest, renderTooManyRequests } from "../request-limit.ts";
import { redeemLoginTicket } from "../embedded/redeem-login-ticket.ts";

/** Silent renewals that poll have room for one in fifteen minutes, after a burst. */
const renewalInterval = 15 * 60_000;

/** `GET /authorize` (RFC 6749, section 3.1; OpenID Connect Core, section 3). */
export function addAuthorizeRoute(app: TenantApp, context: TenantContext): void {
  app.get("/authorize", async (c) => {
    const query = new URL(c.req.url).searchParams;
    const request = await readAuthorizationRequest(c, context, query);
    return request instanceof Response ? request : await authorize(c, context, request);
  });
}

/** The request that a query describes, or the answer that refuses it. */
export async function readAuthorizationRequest(
  c: TenantRequest,
  context: TenantContext,
  query: URLSearchParams,
): Promise<AuthorizationRequest | Response> {
  const clientId = query.get("client_id") ?? "";
  const client = context.clients.get(clientId);
  if (client === undefined) {
    return await renderErrorPage(c, 400, {
      title: clientId === "" ? "The client_id is missing" : "Unknown client",
      text: "The application that asked for this login is not registered at this tenant.",
      facts: { client_id: clientId },
    });
  }
  c.set("clientId", client.client_id);
  const redirectUri = query.get("redirect_uri") ?? "";
  if (!client.callbacks.includes(redirectUri)) {
    return await renderErrorPage(c, 400, {
      title: "Callback URL mismatch",
      text: `The redirect_uri is not in the allowed callback URLs of ${client.name}. Add it there, or send one that is listed; they are compared character by character.`,
      facts: { client_id: clientId, "redirect_uri received": redirectUri },
      list: { title: "Allowed callback URLs", items: client.callbacks },
    });
  }
  const parsed = parseAuthorizationRequest(context, { client, redirectUri }, query);
  const mode = parsed.ok ? parsed.request.responseMode : parsed.target.responseMode;
  if (mode === "web_message") {
    const refusal = await refuseWebMessage(c, client, redirectUri);
    if (refusal !== undefined) return refusal;
  }
  if (parsed.ok) return parsed.request;
  return await respondWithError(c, context, parsed.target, parsed.error);
}

/** No page that posts is served: the answer may only reach an origin that the tenant trusts. */
async function refuseWebMessage(
  c: TenantRequest,
  client: Client,
  redirectUri: string,
): Promise<Response | undefined> {
  const { origin } = new URL(redirectUri);
  if (client.web_origins.includes(origin)) return undefined;
  return await renderErrorPage(c, 403, {
    title: "Origin not allowed",
    text: `The origin is not in the allowed web origins of ${client.name}, so no web message can be sent to it.`,
    facts: { client_id: client.client_id, origin },
    list: { title: "Allowed web origins", items: client.web_origins },
  });
}

async function authorize(
  c: TenantRequest,
  context: TenantContext,
  request: AuthorizationRequest,
): Promise<Response> {
  if (request.loginTicket !== undefined) {
    return await redeemLoginTicket(c, context, request, request.loginTicket);
  }
  const login = findSession(c, context);
  if (login !== undefined && request.prompt === "none") {
    const pace = { burst: context.limits.silentRenewals, interval: renewalInterval };
    const isAllowed = countRequest(c, context, `renewal:${login.session.sid}`, pace);
    if (!isAllowed) return await renderTooManyRequests(c);
  }
  if (login !== undefined && isEnough(context, request, login.session)) {
    const connection = login.session.connection ?? readConnectionName(login.user);
    return await advanceLogin(c, context, request, { ...login, connection });
  }
  if (request.prompt === "none") {
    const error = { error: "login_required", description: "Login required" };
    return await respondWithError(c, context, request, error);
  }
  if (request.prompt === "select_account" && login !== undefined) {
    const { user, session } = login;
    const connection = session.connection ?? readConnectionName(user);
    return goToLoginPage(c, context, "account", {
      request,
      progress: { user, session, connection },
    });
  }
  return goToLoginPage(c, context, choosePage(request), { request });
}

/** Does the session answer the request without asking the user? */
function isEnough(
  context: TenantContext,
  request: AuthorizationRequest,
  session: Session,
): boolean {
  if (request.prompt === "login" || request.prompt === "select_account") return false;
  if (!isReusable(session.connection) || !isReusable(request.connection)) return false;
  // OpenID Connect Core, section 3.1.2.1: no age at all is a wish for a new login.
  if (request.maxAge === 0) return false;
  const age = Math.floor(context.now() / 1000) - session.authTime;
  return request.maxAge === undefined || age <= request.maxAge;
}

function choosePage(request: AuthorizationRequest): LoginPage {
  if (request.screenHint === "signup") return "signup";
  const strategy = findConnection(request.connection ?? "")?.strategy;
  if (strategy === undefined || strategy === "auth0") return "login";
  return strategy === "email" || strategy === "sms" ? "passwordless" : "social";
}
