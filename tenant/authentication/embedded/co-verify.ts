import * as z from "zod/mini";
import { parseBody } from "../../http/request-body.ts";
import type { TenantApp } from "../../http/tenant-app.ts";
import type { AuthenticationContext } from "../authentication-context.ts";
import { AuthorizationError } from "../authorize/authorization-error.ts";
import { createLostLogin } from "../login/login-pages.ts";
import { logInWithTicket } from "./redeem-login-ticket.ts";

const formSchema = z.object({
  state: z.string().check(z.maxLength(200)),
  verifier: z.string().check(z.maxLength(200)),
});

/**
 * Adds `POST /co/verify`. A page of the tenant posts the proof that it received from the
 * application's page.
 */
export function addCoVerifyRoute(app: TenantApp, context: AuthenticationContext): void {
  app.post("/co/verify", async (c) => {
    const form = await parseBody(c, formSchema);
    const pending = form.success
      ? context.logins.pendingVerifications.take(form.data.state)
      : undefined;
    if (!form.success || pending === undefined) throw createLostLogin();
    const { request, ticket } = pending;
    c.set("clientId", request.client.client_id);
    if (form.data.verifier !== ticket.verifier) {
      const description = "Cross-origin verification failed.";
      throw new AuthorizationError(context, request, "access_denied", description);
    }
    return await logInWithTicket(c, context, request, ticket);
  });
}
