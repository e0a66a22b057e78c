import { html } from "hono/html";
import type { AuthorizationRequest } from "../authentication/authorize/authorization-request.ts";
import type { LoginTicket } from "../authentication/embedded/login-ticket.ts";
import type { TenantCore } from "../core/tenant-core.ts";
import type { TenantRequest } from "../http/tenant-app.ts";
import { renderPage, toSource } from "./page-layout.ts";
import { renderScript } from "./page-script.ts";

/**
 * Renders a page that frames the application's verification page and asks it for the proof that
 * came with the ticket. The page accepts messages only from that frame and its origin.
 */
export function renderCrossOriginPage(
  c: TenantRequest,
  context: Pick<TenantCore, "random" | "issuer">,
  given: { page: string; state: string; ticket: LoginTicket; request: AuthorizationRequest },
): Response | Promise<Response> {
  const { page, state, ticket, request } = given;
  const nonce = context.random.text(24);
  const { origin } = new URL(context.issuer);
  const body = html`<main>
    <p class="tenant">${c.var.tenantName}</p>
    <h1>Checking your login</h1>
    <p class="lead">${request.client.name} confirms that this is the same browser.</p>
    <iframe hidden src="${page}#origin=${encodeURIComponent(origin)}" title="Verification"></iframe>
    <form method="post" action="/co/verify">
      <input type="hidden" name="state" value="${state}" />
      <input type="hidden" name="verifier" value="" />
      <noscript
        ><p class="problem">This page needs JavaScript. Allow it, then log in again.</p></noscript
      >
    </form>
    ${renderScript(nonce, {
      task: "verify",
      appOrigin: new URL(page).origin,
      id: ticket.verifierId,
    })}
  </main>`;
  return renderPage(c, {
    status: 200,
    title: "Checking your login",
    body,
    policy: {
      scriptNonce: nonce,
      frame: toSource(page),
      formAction: ["'self'", toSource(request.redirectUri)],
    },
  });
}
