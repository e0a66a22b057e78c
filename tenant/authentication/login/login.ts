import * as z from "zod/mini";
import { findConnection, type Connection } from "../../directory/connections.ts";
import type { TenantApp, TenantContext } from "../../context.ts";
import { renderLoginPage } from "../../pages/login-page.ts";
import { readBody } from "../../http/request-body.ts";
import { databaseConnection } from "../../directory/users.ts";
import { advanceLogin } from "./advance-login.ts";
import type { AuthorizationRequest } from "../authorize/authorization-request.ts";
import { checkPassword, failureTexts } from "./check-password.ts";
import { endTransaction, findTransaction, renderLostLogin } from "./login-transaction.ts";

const formSchema = z.object({
  username: z.string().check(z.maxLength(320)),
  password: z.string().check(z.maxLength(1024)),
});

/** The login page: a form that posts to its own address, which carries the login's transaction id. */
export function addLoginRoutes(app: TenantApp, context: TenantContext): void {
  app.get("/u/login", (c) => {
    const transaction = findTransaction(c, context);
    if (transaction === undefined) return renderLostLogin(c);
    const { request } = transaction;
    const username = request.loginHint ?? "";
    return renderLoginPage(c, request, { username, database: chooseDatabase(request) });
  });

  app.post("/u/login", async (c) => {
    const body = await readBody(c);
    const transaction = findTransaction(c, context);
    if (transaction === undefined) return await renderLostLogin(c);
    const { request } = transaction;
    const database = chooseDatabase(request);
    const form = formSchema.safeParse(body.ok ? body.value : undefined);
    const { username, password } = form.data ?? { username: "", password: "" };
    const connection = database.name;
    const result = checkPassword(context, { username, password, connection });
    if (!result.ok) {
      const { client } = request;
      context.log.addFact("login refused", { client_id: client.client_id, reason: result.failure });
      const problem = failureTexts[result.failure];
      return await renderLoginPage(c, request, { username, problem, database });
    }
    endTransaction(c, context);
    return await advanceLogin(c, context, request, { user: result.user, connection });
  });
}

/** The database that a login asks for by name, or the tenant's usual one. */
export function chooseDatabase(
  request: Pick<AuthorizationRequest, "connection">,
): Pick<Connection, "name" | "requiresUsername"> {
  const wanted = findConnection(request.connection ?? "");
  return wanted?.strategy === "auth0" ? wanted : databaseConnection;
}
