import { html } from "hono/html";
import * as z from "zod/mini";
import { parseBody } from "../../http/request-body.ts";
import type { TenantApp, TenantRequest } from "../../http/tenant-app.ts";
import { renderStepPage } from "../../pages/step-page.ts";
import type { AuthenticationContext } from "../authentication-context.ts";
import type { AuthorizationRequest } from "../authorize/authorization-request.ts";
import { advanceLogin } from "./advance-login.ts";
import { endTransaction, requireProgress } from "./login-pages.ts";
import { nameMfaRecipient } from "./mfa-code.ts";

const formSchema = z.object({ code: z.string().check(z.maxLength(20)) });

/** Adds the page of the second factor: the code that was sent to the user's mailbox. */
export function addMfaRoutes(app: TenantApp, context: AuthenticationContext): void {
  app.get("/u/mfa", (c) => {
    const { request, progress } = requireProgress(c, context);
    return renderMfaPage(c, request, progress.user.email);
  });

  app.post("/u/mfa", async (c) => {
    const form = await parseBody(c, formSchema);
    const { request, progress } = requireProgress(c, context);
    const code = form.data?.code ?? "";
    const { user, connection } = progress;
    if (!context.logins.codes.redeem(nameMfaRecipient(user), code.trim())) {
      const problem = "The code is wrong or has expired.";
      return await renderMfaPage(c, request, user.email, problem);
    }
    endTransaction(c, context);
    return await advanceLogin(c, context, request, { user, connection, hasSecondFactor: true });
  });
}

function renderMfaPage(
  c: TenantRequest,
  request: AuthorizationRequest,
  email: string,
  problem?: string,
): Response | Promise<Response> {
  return renderStepPage(c, request, {
    title: "Verify your identity",
    lead: `A code was sent to ${email}. Read the message in the tenant's controls.`,
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
