import { html } from "hono/html";
import * as z from "zod/mini";
import type { TenantApp, TenantContext, TenantRequest } from "../../context.ts";
import { renderStepPage } from "../../pages/step-page.ts";
import { readBody } from "../../http/request-body.ts";
import { advanceLogin } from "./advance-login.ts";
import type { AuthorizationRequest } from "../authorize/authorization-request.ts";
import { endTransaction, findProgress, renderLostLogin } from "./login-transaction.ts";
import { nameMfaRecipient } from "./mfa-code.ts";

const formSchema = z.object({ code: z.string().check(z.maxLength(20)) });

/** The second factor of a login: the code that went to the user's mailbox. */
export function addMfaRoutes(app: TenantApp, context: TenantContext): void {
  app.get("/u/mfa", (c) => {
    const login = findProgress(c, context);
    if (login === undefined) return renderLostLogin(c);
    return renderMfaPage(c, login.request, login.progress.user.email);
  });

  app.post("/u/mfa", async (c) => {
    const body = await readBody(c);
    const login = findProgress(c, context);
    if (login === undefined) return await renderLostLogin(c);
    const { request, progress } = login;
    const code = formSchema.safeParse(body.ok ? body.value : undefined).data?.code ?? "";
    if (!context.logins.codes.redeem(nameMfaRecipient(progress.user), code.trim())) {
      const problem = "The code is wrong or has expired.";
      return await renderMfaPage(c, request, progress.user.email, problem);
    }
    endTransaction(c, context);
    return await advanceLogin(c, context, request, {
      user: progress.user,
      connection: progress.connection,
      hasSecondFactor: true,
    });
  });
}

function renderMfaPage(
  c: TenantRequest,
  request: AuthorizationRequest,
  email: string,
  problem?: string,
): Response | Promise<Response> {
  return renderStepPage(c, request, {
    title: "Verify that it is you",
    lead: `A code went to ${email}; the tenant's controls show the message.`,
    problem,
    body: html`<form method="post">
      <label for="code">Code from the message</label>
      <input
        id="code"
        name="code"
        inputmode="numeric"
        autocomplete="one-time-code"
        required
        autofocus
      />
      <button type="submit">Continue</button>
    </form>`,
  });
}
