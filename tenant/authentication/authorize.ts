import { getCookie, setCookie } from "hono/cookie";
import type { TenantApp, TenantContext, TenantRequest } from "../context.ts";
import { renderErrorPage } from "../pages/error-page.ts";
import { findSession, type Session } from "../sessions.ts";
import { parseAuthorizationRequest, type AuthorizationRequest } from "./authorization-request.ts";
import { respondWithError, respondWithGrant } from "./authorization-response.ts";

/** Cookie that ties a login form to the browser it was shown in. */
export const loginCookieName = "tenant_login";

/** `GET /authorize` (RFC 6749, section 3.1; OpenID Connect Core, section 3). */
export function addAuthorizeRoute(app: TenantApp, context: TenantContext): void {
  app.get("/authorize", async (c) => {
    const query = new URL(c.req.url).searchParams;
    const clientId = query.get("client_id") ?? "";
    const client = context.clients.get(clientId);
    if (client === undefined) {
      return renderErrorPage(c, 400, {
        title: clientId === "" ? "The client_id is missing" : "Unknown client",
        text: "The application that asked for this login is not registered at this tenant.",
        facts: { client_id: clientId },
      });
    }
    c.set("clientId", client.client_id);
    const redirectUri = query.get("redirect_uri") ?? "";
    if (!client.callbacks.includes(redirectUri)) {
      return renderErrorPage(c, 400, {
        title: "Callback URL mismatch",
        text: `The redirect_uri is not in the allowed callback URLs of ${client.name}. Add it there, or send one that is listed; they are compared character by character.`,
        facts: { client_id: clientId, "redirect_uri received": redirectUri },
        list: { title: "Allowed callback URLs", items: client.callbacks },
      });
    }
    const parsed = parseAuthorizationRequest(context, { client, redirectUri }, query);
    const mode = parsed.ok ? parsed.request.responseMode : parsed.target.responseMode;
    const { origin } = new URL(redirectUri);
    if (mode === "web_message" && !client.web_origins.includes(origin)) {
      // No page that posts is served: the answer may only reach an origin that the tenant trusts.
      return renderErrorPage(c, 403, {
        title: "Origin not allowed",
        text: `The origin is not in the allowed web origins of ${client.name}, so no web message can be sent to it.`,
        facts: { client_id: clientId, origin },
        list: { title: "Allowed web origins", items: client.web_origins },
      });
    }
    if (!parsed.ok) return await respondWithError(c, context, parsed.target, parsed.error);
    return await authorize(c, context, parsed.request);
  });
}

async function authorize(
  c: TenantRequest,
  context: TenantContext,
  request: AuthorizationRequest,
): Promise<Response> {
  const login = findSession(c, context);
  if (login !== undefined && isEnough(context, request, login.session)) {
    return await respondWithGrant(c, context, request, login);
  }
  if (request.prompt === "none") {
    const error = { error: "login_required", description: "Login required" };
    return await respondWithError(c, context, request, error);
  }
  const transactionId = context.random.text(32);
  const browserId = getCookie(c, loginCookieName) ?? context.random.text(32);
  context.loginTransactions.put(transactionId, { request, browserId });
  setCookie(c, loginCookieName, browserId, { httpOnly: true, sameSite: "Lax", path: "/" });
  c.header("cache-control", "no-store");
  return c.redirect(`/u/login?state=${transactionId}`, 302);
}

/** Does the session answer the request without asking the user? */
function isEnough(
  context: TenantContext,
  request: AuthorizationRequest,
  session: Session,
): boolean {
  if (request.prompt === "login" || request.prompt === "select_account") return false;
  const age = Math.floor(context.now() / 1000) - session.authTime;
  return request.maxAge === undefined || age <= request.maxAge;
}
