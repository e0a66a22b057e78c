import { html } from "hono/html";
import type { TenantCore } from "../core/tenant-core.ts";
import type { TenantRequest } from "../http/tenant-app.ts";
import { renderPage, toSource } from "./page-layout.ts";
import { renderScript } from "./page-script.ts";

/** Renders the page of the OAuth 2.0 Form Post Response Mode; its button works without scripts. */
export function renderFormPost(
  c: TenantRequest,
  context: Pick<TenantCore, "random">,
  redirectUri: string,
  response: Record<string, string | number>,
): Response | Promise<Response> {
  const nonce = context.random.text(24);
  const body = html`<main>
    <h1>One moment</h1>
    <form method="post" action="${redirectUri}">
      ${Object.entries(response).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${String(value)}" />`,
      )}
      <button type="submit">Continue to the application</button>
    </form>
    ${renderScript(nonce, { task: "submit" })}
  </main>`;
  return renderPage(c, {
    status: 200,
    title: "Continue",
    body,
    policy: { scriptNonce: nonce, formAction: [toSource(redirectUri)] },
  });
}
