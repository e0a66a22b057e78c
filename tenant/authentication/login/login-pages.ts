import { getCookie, setCookie } from "hono/cookie";
import type { TenantRequest } from "../../http/tenant-app.ts";
import { ErrorPage } from "../../pages/error-page.ts";
import type { AuthenticationContext } from "../authentication-context.ts";
import type { AuthorizationRequest } from "../authorize/authorization-request.ts";
import type { LoginProgress, LoginTransaction } from "./login-transaction.ts";
import { describeCookie } from "./sessions.ts";

type TransactionStore = Pick<AuthenticationContext, "loginTransactions">;

/** Cookie that ties the pages of a login to the browser that they were shown in. */
const loginCookieName = "tenant_login";

/** The pages of a login, by their path under `/u/`. */
export type LoginPage =
  | "login"
  | "signup"
  | "passwordless"
  | "social"
  | "mfa"
  | "consent"
  | "account";

/** Stores the login and redirects the browser to one of its pages. */
export function goToLoginPage(
  c: TenantRequest,
  context: TransactionStore & Pick<AuthenticationContext, "random">,
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

/** Returns the login that the URL names; throws an error page if this browser did not start it. */
export function requireTransaction(c: TenantRequest, context: TransactionStore): LoginTransaction {
  const transaction = context.loginTransactions.get(c.req.query("state") ?? "");
  if (transaction === undefined) throw createLostLogin();
  c.set("clientId", transaction.request.client.client_id);
  if (transaction.browserId !== getCookie(c, loginCookieName)) throw createLostLogin();
  return transaction;
}

/** Returns the login with its completed steps, for the pages after the first factor. */
export function requireProgress(
  c: TenantRequest,
  context: TransactionStore,
): { request: AuthorizationRequest; progress: LoginProgress } {
  const { request, progress } = requireTransaction(c, context);
  if (progress === undefined) throw createLostLogin();
  return { request, progress };
}

/** Ends the login that the URL names: its form works once. */
export function endTransaction(c: TenantRequest, context: TransactionStore): void {
  context.loginTransactions.remove(c.req.query("state") ?? "");
}

/** Creates the error page for a login that has ended or belongs to another browser. */
export function createLostLogin(): ErrorPage {
  return new ErrorPage(400, {
    title: "This login has ended",
    text: "The login is complete, has expired, or was started in another browser. Go back to the application and log in again.",
  });
}
