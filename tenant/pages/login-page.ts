import { html } from "hono/html";
import type { AuthorizationRequest } from "../authentication/authorization-request.ts";
import type { TenantRequest } from "../context.ts";
import { renderPage, toSource } from "./page-layout.ts";

/**
 * The login form. It has no action attribute: it posts to its own address. Browsers also hold the
 * redirect after the form against `form-action`, so the callback's origin is listed.
 */
export function renderLoginPage(
  c: TenantRequest,
  request: AuthorizationRequest,
  form: { username: string; problem?: string },
): Response | Promise<Response> {
  const { client, redirectUri } = request;
  const body = html`<main>
    <p class="tenant">Local tenant</p>
    <h1>Log in</h1>
    <p class="lead">to continue to ${client.name}</p>
    ${form.problem === undefined ? "" : html`<p class="problem" role="alert">${form.problem}</p>`}
    <form method="post">
      <label for="username">Email address</label>
      <input
        id="username"
        name="username"
        type="email"
        value="${form.username}"
        autocomplete="username"
        required
        ${form.username === "" ? "autofocus" : ""}
      />
      <label for="password">Password</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="current-password"
        required
        ${form.username === "" ? "" : "autofocus"}
      />
      <button type="submit">Continue</button>
    </form>
  </main>`;
  return renderPage(c, {
    status: form.problem === undefined ? 200 : 400,
    title: `Log in to ${client.name}`,
    body,
    policy: { formAction: ["'self'", toSource(redirectUri)] },
  });
}
