import { getCookie } from "hono/cookie";
import * as z from "zod/mini";
import type { TenantApp, TenantContext, TenantRequest } from "../context.ts";
import { renderErrorPage } from "../pages/error-page.ts";
import { renderLoginPage } from "../pages/login-page.ts";
import { readBody } from "../request-body.ts";
import { startSession } from "../sessions.ts";
import { findUserByEmail } from "../users.ts";
import { respondWithGrant } from "./authorization-response.ts";
import { loginCookieName } from "./authorize.ts";
import type { LoginTransaction } from "./login-transaction.ts";

const formSchema = z.object({
  username: z.string().check(z.maxLength(320)),
  password: z.string().check(z.maxLength(1024)),
});

/** The login page: a form that posts to its own address, which carries the login's transaction id. */
export function addLoginRoutes(app: TenantApp, context: TenantContext): void {
  app.get("/u/login", (c) => {
    const transaction = findTransaction(c, context);
    if (transaction === undefined) return renderLostLogin(c);
    const { loginHint } = transaction.request;
    return renderLoginPage(c, transaction.request, { username: loginHint ?? "" });
  });

  app.post("/u/login", async (c) => {
    const body = await readBody(c);
    const transaction = findTransaction(c, context);
    if (transaction === undefined) return renderLostLogin(c);
    const { request } = transaction;
    const form = formSchema.safeParse(body.ok ? body.value : undefined);
    const username = form.success ? form.data.username : "";
    const user = findUserByEmail(context.users, username);
    if (!form.success || user === undefined || user.password !== form.data.password) {
      context.log.addFact("login refused", { client_id: request.client.client_id });
      return renderLoginPage(c, request, { username, problem: "Wrong email or password." });
    }
    context.loginTransactions.remove(c.req.query("state") ?? "");
    const session = startSession(c, context, user);
    context.log.addFact("user logged in", {
      client_id: request.client.client_id,
      subject: user.user_id,
    });
    return await respondWithGrant(c, context, request, { user, session });
  });
}

/** The login that the address names, if this browser started it. */
function findTransaction(c: TenantRequest, context: TenantContext): LoginTransaction | undefined {
  const transaction = context.loginTransactions.get(c.req.query("state") ?? "");
  if (transaction === undefined) return undefined;
  c.set("clientId", transaction.request.client.client_id);
  return transaction.browserId === getCookie(c, loginCookieName) ? transaction : undefined;
}

function renderLostLogin(c: TenantRequest): Response | Promise<Response> {
  return renderErrorPage(c, 400, {
    title: "This login is over",
    text: "It was finished, has expired, or was started in another browser. Go back to the application and log in again.",
    facts: {},
  });
}
