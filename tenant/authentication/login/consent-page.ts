import { html } from "hono/html";
import * as z from "zod/mini";
import { parseBody } from "../../http/request-body.ts";
import type { TenantApp, TenantRequest } from "../../http/tenant-app.ts";
import { renderStepPage } from "../../pages/step-page.ts";
import type { AuthenticationContext } from "../authentication-context.ts";
import { AuthorizationError } from "../authorize/authorization-error.ts";
import type { AuthorizationRequest } from "../authorize/authorization-request.ts";
import { advanceLogin } from "./advance-login.ts";
import { giveConsent } from "./consents.ts";
import { endTransaction, requireProgress } from "./login-pages.ts";

const formSchema = z.object({ decision: z.enum(["accept", "decline"]) });

/** Adds the page that asks the user to consent to the scopes that the client requests. */
export function addConsentRoutes(app: TenantApp, context: AuthenticationContext): void {
  app.get("/u/consent", (c) => renderConsentPage(c, context, requireProgress(c, context).request));

  app.post("/u/consent", async (c) => {
    const form = await parseBody(c, formSchema);
    const { request, progress } = requireProgress(c, context);
    if (!form.success) return await renderConsentPage(c, context, request);
    endTransaction(c, context);
    if (form.data.decision === "decline") {
      const description = "User did not authorize the request";
      throw new AuthorizationError(context, request, "access_denied", description);
    }
    giveConsent(context, request, progress.user);
    return await advanceLogin(c, context, request, { ...progress, hasConsented: true });
  });
}

function renderConsentPage(
  c: TenantRequest,
  { resourceServers }: Pick<AuthenticationContext, "resourceServers">,
  request: AuthorizationRequest,
): Response | Promise<Response> {
  const api = resourceServers.get(request.audience ?? "");
  return renderStepPage(c, request, {
    title: `Authorize ${request.client.name}`,
    lead: `This application requests access to ${api?.name ?? "your profile"}:`,
    body: html`<ul>
        ${request.scopes.map((scope) => html`<li><code>${scope}</code></li>`)}
      </ul>
      <form method="post" class="decision">
        <button type="submit" name="decision" value="accept">Accept</button>
        <button type="submit" name="decision" value="decline" class="quiet">Decline</button>
      </form>`,
  });
}
