import { html } from "hono/html";
import type { TenantRequest } from "../http/tenant-app.ts";
import { renderPage } from "./page-layout.ts";

/** Renders the page that the link of a password reset opens; its form posts to its own URL. */
export function renderResetPasswordPage(
  c: TenantRequest,
  given: { email: string; problem?: string; policy?: string | undefined },
): Response | Promise<Response> {
  const { email, problem, policy } = given;
  const body = html`<main>
    <p class="tenant">${c.var.tenantName}</p>
    <h1>Choose a new password</h1>
    <p class="lead">for ${email}</p>
    ${problem === undefined ? "" : html`<p class="problem" role="alert">${problem}</p>`}
    ${policy === undefined ? "" : html`<p class="policy">${policy}</p>`}
    <form method="post">
      <label for="password">New password</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="new-password"
        required
        autofocus
      />
      <button type="submit">Change password</button>
    </form>
  </main>`;
  return renderPage(c, {
    status: problem === undefined ? 200 : 400,
    title: "Choose a new password",
    body,
    policy: { formAction: ["'self'"] },
  });
}
