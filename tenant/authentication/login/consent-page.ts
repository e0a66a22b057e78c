import { html } from "hono/html";
import * as z from "zod/mini";
import type { TenantApp, TenantContext, TenantRequest } from "../../context.ts";
import { renderStepPage } from "../../pages/step-page.ts";
import { readBody } from "../../http/request-body.ts";
import { advanceLogin } from "./advance-login.ts";
import type { AuthorizationRequest } from "../authorize/authorization-request.ts";
import { respondWithError } from "../authorize/authorization-response.ts";
import { giveConsent } from "./consents.ts";
import { endTransaction, findProgress, renderLostLogin } from "./login-transaction.ts";

const formSchema = z.object({ decision: z.enum(["accept", "decline"]) });

/** Asks the user whether the client may have what it asks for. */
export function addConsentRoutes(app: TenantApp, context: TenantContext): void {
  app.get("/u/consent", (c) => {
    const login = findProgress(c, context);
    return login === undefined ? renderLostLogin(c) : renderConsentPage(c, context, login.request);
  });

  app.post("/u/consent", async (c) => {
    const body = await readBody(c);
    const login = findProgress(c, context);
    if (login === undefined) return await renderLostLogin(c);
    const { request, progress } = login;
    const form = formSchema.safeParse(body.ok ? body.value : undefined);
    if (!form.success) return await renderConsentPage(c, context, request);
    endTransaction(c, context);
    if (form.data.decision === "decline") {
      const description = "User did not authorize the request";
      return await respondWithError(c, context, request, { error: "access_denied", description });
    }
    giveConsent(context, request, progress.user);
    return await advanceLogin(c, context, request, { ...progress, hasConsented: true });
  });
}

function renderConsentPage(
  c: TenantRequest,
  context: TenantContext,
  request: AuthorizationRequest,
): Response | Promise<Response> {
  const api = context.resourceServers.get(request.audience ?? "");
  return renderStepPage(c, request, {
    title: `Authorize ${request.client.name}`,
    lead: `It asks for access to ${api?.name ?? "your profile"}:`,
    body: html`<ul>
        ${request.scopes.map((scope) => html`<li><code>${scope}</code></li>`)}
      </ul>
      <form method="post" class="decision">
        <button type="submit" name="decision" value="accept">Accept</button>
        <button type="submit" name="decision" value="decline" class="quiet">Decline</button>
      </form>`,
  });
}
