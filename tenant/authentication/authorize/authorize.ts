import { allowsUrl } from "../../directory/allows-url.ts";
import { findConnection } from "../../directory/connections.ts";
import { readConnectionName } from "../../directory/users.ts";
import { readOrigin } from "../../http/read-origin.ts";
import type { TenantApp, TenantRequest } from "../../http/tenant-app.ts";
import { ErrorPage } from "../../pages/error-page.ts";
import type { AuthenticationContext } from "../authentication-context.ts";
import { redeemLoginTicket } from "../embedded/redeem-login-ticket.ts";
import { advanceLogin, isReusable } from "../login/advance-login.ts";
import { goToLoginPage, type LoginPage } from "../login/login-pages.ts";
import { findSession, type Session } from "../login/sessions.ts";
import { countRequest, createTooManyRequestsPage } from "../request-limit.ts";
import { AuthorizationError } from "./authorization-error.ts";
import type { AuthorizationRequest, AuthorizationTarget } from "./authorization-request.ts";
import { parseAuthorizationRequest, readTarget } from "./parse-authorization-request.ts";

/** Time until one more silent renewal is allowed, in milliseconds. */
const renewalInterval = 15 * 60_000;

/** Adds `GET /authorize` (RFC 6749, section 3.1; OpenID Connect Core, section 3). */
export function addAuthorizeRoute(app: TenantApp, context: AuthenticationContext): void {
  app.get("/authorize", async (c) => {
    const query = new URL(c.req.url).searchParams;
    return await authorize(c, context, readAuthorizationRequest(c, context, query));
  });
}

/**
 * Reads the authorization request of a query. An error goes to the client if the callback is
 * trusted, and to the user otherwise.
 */
export function readAuthorizationRequest(
  c: TenantRequest,
  context: AuthenticationContext,
  query: URLSearchParams,
): AuthorizationRequest {
  const clientId = query.get("client_id") ?? "";
  const client = context.clients.get(clientId);
  if (client === undefined) {
    throw new ErrorPage(400, {
      title: clientId === "" ? "The client_id is missing" : "Unknown client",
      text: "The application is not registered at this tenant. Check the client_id of the login request.",
      facts: { client_id: clientId },
    });
  }
  c.set("clientId", client.client_id);
  const redirectUri = query.get("redirect_uri") ?? "";
  if (!allowsUrl(client.callbacks, redirectUri)) {
    throw new ErrorPage(400, {
      title: "Callback URL mismatch",
      text: `The redirect_uri is not one of the allowed callback URLs of ${client.name}. Add the URL to the list, or send one from the list. URLs must match character by character.`,
      facts: { client_id: clientId, "redirect_uri received": redirectUri },
      list: { title: "Allowed callback URLs", items: client.callbacks },
    });
  }
  const target = readTarget({ client, redirectUri }, query);
  if (target.responseMode === "web_message") requireWebOrigin(target);
  return parseAuthorizationRequest(context, target, query);
}

/** Throws unless the origin of the callback is trusted: even an error is posted to that origin. */
function requireWebOrigin({ client, redirectUri }: AuthorizationTarget): void {
  const origin = readOrigin(redirectUri);
  if (client.web_origins.includes(origin)) return;
  throw new ErrorPage(403, {
    title: "Origin not allowed",
    text: `The tenant cannot send a web message to this origin: it is not one of the allowed web origins of ${client.name}. Add the origin to the list.`,
    facts: { client_id: client.client_id, origin },
    list: { title: "Allowed web origins", items: client.web_origins },
  });
}

async function authorize(
  c: TenantRequest,
  context: AuthenticationContext,
  request: AuthorizationRequest,
): Promise<Response> {
  if (request.loginTicket !== undefined) {
    return await redeemLoginTicket(c, context, request, request.loginTicket);
  }
  const login = findSession(c, context);
  if (login !== undefined && request.prompt === "none") {
    const pace = { burst: context.limits.silentRenewals, interval: renewalInterval };
    const isAllowed = countRequest(c, context, `renewal:${login.session.sid}`, pace);
    if (!isAllowed) throw createTooManyRequestsPage();
  }
  if (login !== undefined && isSufficient(context, request, login.session)) {
    const connection = login.session.connection ?? readConnectionName(login.user);
    return await advanceLogin(c, context, request, { ...login, connection });
  }
  if (request.prompt === "none") {
    throw new AuthorizationError(context, request, "login_required", "Login required");
  }
  if (request.prompt === "select_account" && login !== undefined) {
    const { user, session } = login;
    const connection = session.connection ?? readConnectionName(user);
    const progress = { user, session, connection };
    return goToLoginPage(c, context, "account", { request, progress });
  }
  return goToLoginPage(c, context, choosePage(request), { request });
}

/** Returns true if the session satisfies the request, so that the user need not log in. */
function isSufficient(
  context: Pick<AuthenticationContext, "now">,
  request: AuthorizationRequest,
  session: Session,
): boolean {
  if (request.prompt === "login" || request.prompt === "select_account") return false;
  if (!isReusable(session.connection) || !isReusable(request.connection)) return false;
  // OpenID Connect Core, section 3.1.2.1: the age 0 asks for a new login.
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
