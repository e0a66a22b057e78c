import { html } from "hono/html";
import type { AuthorizationRequest } from "../authentication/authorize/authorization-request.ts";
import type { TenantRequest } from "../http/tenant-app.ts";
import { renderPage, toSource } from "./page-layout.ts";

/** The content of one step of a login. */
export interface StepPage {
  title: string;
  lead: string;
  problem?: string | undefined;
  body: ReturnType<typeof html>;
}

/**
 * Renders a page whose forms post to its own URL and may redirect to the application's callback.
 */
export function renderStepPage(
  c: TenantRequest,
  request: AuthorizationRequest,
  { title, lead, problem, body }: StepPage,
): Response | Promise<Response> {
  return renderPage(c, {
    status: problem === undefined ? 200 : 400,
    title,
    body: html`<main>
      <p class="tenant">${c.var.tenantName}</p>
      <h1>${title}</h1>
      <p class="lead">${lead}</p>
      ${problem === undefined ? "" : html`<p class="problem" role="alert">${problem}</p>`} ${body}
    </main>`,
    policy: { formAction: ["'self'", toSource(request.redirectUri)] },
  });
}
