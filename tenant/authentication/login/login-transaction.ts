import { getCookie, setCookie } from "hono/cookie";
import type { TenantContext, TenantRequest } from "../../context.ts";
import { renderErrorPage } from "../../pages/error-page.ts";
import { describeCookie, type Session } from "./sessions.ts";
import type { User } from "../../directory/users.ts";
import type { AuthorizationRequest } from "../authorize/authorization-request.ts";

/** What a login in progress has proven so far. */
export interface LoginProgress {
  user: User;
  /** Name of the connection that the user came through. */
  connection: string;
  /** The session, once there is one. */
  session?: Session;
  hasSecondFactor?: boolean;
  hasConsented?: boolean;
}

/** A login in progress: the request that asked for it, and the browser that it was asked in. */
export interface LoginTransaction {
  request: AuthorizationRequest;
  /** Value of the browser's login cookie. A form posted from another browser or site lacks it. */
  browserId: string;
  progress?: LoginProgress;
}

/** Lifetime of a login in progress, in milliseconds. */
export const loginTransactionLifetime = 30 * 60_000;

/** Cookie that ties a login's pages to the browser they were shown in. */
const loginCookieName = "tenant_login";

/** Pages that a login can be at. */
export type LoginPage =
  | "login"
  | "signup"
  | "passwordless"
  | "social"
  | "mfa"
  | "consent"
  | "account";

/** Sends the browser to a page of the login; the answer to the request waits meanwhile. */
export function goToLoginPage(
  c: TenantRequest,
  context: TenantContext,
  page: LoginPage,
  transaction: Pick<LoginTransaction, "request" | "progress">,
): Response {
  const id = context.random.text(32);
  const browserId = getCookie(c, loginCookieName) ?? context.random.text(32);
  context.loginTransactions.put(id, { ...transaction, browserId });
  setCookie(c, loginCookieName, browserId, describeCookie(c));
  c.header("cache-control", "no-store");
  return c.redirect(`/u/${page}?state=${id}`, 302);
}

/** The login that the address names, if this browser started it. */
export function findTransaction(
  c: TenantRequest,
  context: TenantContext,
): LoginTransaction | undefined {
  const transaction = context.loginTransactions.get(c.req.query("state") ?? "");
  if (transaction === undefined) return undefined;
  c.set("clientId", transaction.request.client.client_id);
  return transaction.browserId === getCookie(c, loginCookieName) ? transaction : undefined;
}

/** The same, and what it has proven: for pages that come after the first factor. */
export function findProgress(
  c: TenantRequest,
  context: TenantContext,
): { request: AuthorizationRequest; progress: LoginProgress } | undefined {
  const transaction = findTransaction(c, context);
  if (transaction?.progress === undefined) return undefined;
  return { request: transaction.request, progress: transaction.progress };
}

/** Ends the login that the address names: its form works once. */
export function endTransaction(c: TenantRequest, context: TenantContext): void {
  context.loginTransactions.remove(c.req.query("state") ?? "");
}

/** Answers when there is no such login. */
export function renderLostLogin(c: TenantRequest): Response | Promise<Response> {
  return renderErrorPage(c, 400, {
    title: "This login is over",
    text: "It was finished, has expired, or was started in another browser. Go back to the application and log in again.",
    facts: {},
  });
}
