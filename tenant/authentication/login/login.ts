import * as z from "zod/mini";
import { findConnection, type Connection } from "../../directory/connections.ts";
import { databaseConnection } from "../../directory/users.ts";
import { parseBody } from "../../http/request-body.ts";
import type { TenantApp } from "../../http/tenant-app.ts";
import { renderLoginPage } from "../../pages/login-page.ts";
import type { AuthenticationContext } from "../authentication-context.ts";
import type { AuthorizationRequest } from "../authorize/authorization-request.ts";
import { advanceLogin } from "./advance-login.ts";
import { checkPassword, failureTexts } from "./check-password.ts";
import { endTransaction, requireTransaction } from "./login-pages.ts";

const formSchema = z.object({
  username: z.string().check(z.maxLength(320)),
  password: z.string().check(z.maxLength(1024)),
});

/** Adds the login page. Its form posts to its own URL, which carries the id of the transaction. */
export function addLoginRoutes(app: TenantApp, context: AuthenticationContext): void {
  app.get("/u/login", (c) => {
    const { request } = requireTransaction(c, context);
    const username = request.loginHint ?? "";
    return renderLoginPage(c, request, { username, database: chooseDatabase(request) });
  });

  app.post("/u/login", async (c) => {
    const form = await parseBody(c, formSchema);
    const { request } = requireTransaction(c, context);
    const database = chooseDatabase(request);
    const { username, password } = form.data ?? { username: "", password: "" };
    const connection = database.name;
    const result = checkPassword(context, { username, password, connection });
    if (!result.ok) {
      const { client } = request;
      context.log.addFact("login rejected", {
        client_id: client.client_id,
        reason: result.failure,
      });
      const problem = failureTexts[result.failure];
      return await renderLoginPage(c, request, { username, problem, database });
    }
    endTransaction(c, context);
    return await advanceLogin(c, context, request, { user: result.user, connection });
  });
}

/** Returns the database connection that the request names, or the default one. */
export function chooseDatabase(
  request: Pick<AuthorizationRequest, "connection">,
): Pick<Connection, "name" | "requiresUsername"> {
  const wanted = findConnection(request.connection ?? "");
  return wanted?.strategy === "auth0" ? wanted : databaseConnection;
}
