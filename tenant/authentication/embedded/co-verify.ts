import * as z from "zod/mini";
import type { TenantApp, TenantContext } from "../../context.ts";
import { readBody } from "../../http/request-body.ts";
import { respondWithError } from "../authorize/authorization-response.ts";
import { renderLostLogin } from "../login/login-transaction.ts";
import { logInWithTicket } from "./redeem-login-ticket.ts";

const formSchema = z.object({
  state: z.string().check(z.maxLength(200)),
  verifier: z.string().check(z.maxLength(200)),
});

/** `POST /co/verify`: what the application's verification page answered, posted by the tenant's own page. */
export function addCoVerifyRoute(app: TenantApp, context: TenantContext): void {
  app.post("/co/verify", async (c) => {
    const body = await readBody(c);
    const form = formSchema.safeParse(body.ok ? body.value : undefined);
    const pending = form.success
      ? context.logins.pendingVerifications.take(form.data.state)
      : undefined;
    if (!form.success || pending === undefined) return await renderLostLogin(c);
    const { request, ticket } = pending;
    c.set("clientId", request.client.client_id);
    if (form.data.verifier !== ticket.verifier) {
      const description = "Cross-origin verification failed.";
      return await respondWithError(c, context, request, { error: "access_denied", description });
    }
    return await logInWithTicket(c, context, request, ticket);
  });
}
