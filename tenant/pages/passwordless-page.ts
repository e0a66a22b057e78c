import { html } from "hono/html";
import type { AuthorizationRequest } from "../authentication/authorize/authorization-request.ts";
import type { TenantRequest } from "../http/tenant-app.ts";
import { renderPage, toSource } from "./page-layout.ts";

/** Renders the form for the recipient of the code or, once it was sent, the form for the code. */
export function renderPasswordlessPage(
  c: TenantRequest,
  request: AuthorizationRequest,
  page: { connection: "email" | "sms"; recipient: string; isCodeSent?: boolean; problem?: string },
): Response | Promise<Response> {
  const { connection, recipient, isCodeSent = false, problem } = page;
  const isMail = connection === "email";
  const step = isCodeSent
    ? html`<input type="hidden" name="recipient" value="${recipient}" />
        <label for="code">Code from the message</label>
        <input
          id="code"
          name="code"
          inputmode="numeric"
          autocomplete="one-time-code"
          required
          autofocus
        />
        <button type="submit">Continue</button>`
    : html`<label for="recipient">${isMail ? "Email address" : "Phone number"}</label>
        <input
          id="recipient"
          name="recipient"
          type="${isMail ? "email" : "tel"}"
          value="${recipient}"
          autocomplete="${isMail ? "email" : "tel"}"
          required
          autofocus
        />
        <button type="submit">Send a code</button>`;
  const body = html`<main>
    <p class="tenant">${c.var.tenantName}</p>
    <h1>${isCodeSent ? "Enter your code" : "Log in without a password"}</h1>
    <p class="lead">
      ${
        isCodeSent
          ? html`The code was sent to ${recipient}. Read the message in the tenant's controls.`
          : html`to continue to ${request.client.name}`
      }
    </p>
    ${problem === undefined ? "" : html`<p class="problem" role="alert">${problem}</p>`}
    <form method="post">${step}</form>
  </main>`;
  return renderPage(c, {
    status: problem === undefined ? 200 : 400,
    title: "Log in without a password",
    body,
    policy: { formAction: ["'self'", toSource(request.redirectUri)] },
  });
}
