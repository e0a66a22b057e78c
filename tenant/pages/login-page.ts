import { html } from "hono/html";
import type { AuthorizationRequest } from "../authentication/authorize/authorization-request.ts";
import { connections, type Connection } from "../directory/connections.ts";
import type { TenantRequest } from "../http/tenant-app.ts";
import { renderPage, toSource } from "./page-layout.ts";

/**
 * Renders the login form. The form has no action attribute, so it posts to its own URL. The policy
 * lists the callback's origin because browsers check the redirect after the form against
 * `form-action`.
 */
export function renderLoginPage(
  c: TenantRequest,
  request: AuthorizationRequest,
  form: { username: string; problem?: string; database: Pick<Connection, "requiresUsername"> },
): Response | Promise<Response> {
  const { client, redirectUri, organization } = request;
  const state = c.req.query("state") ?? "";
  const takesNames = form.database.requiresUsername === true;
  const body = html`<main>
    <p class="tenant">${c.var.tenantName}</p>
    <h1>Log in${organization === undefined ? "" : html` to ${organization.displayName}`}</h1>
    <p class="lead">to continue to ${client.name}</p>
    ${form.problem === undefined ? "" : html`<p class="problem" role="alert">${form.problem}</p>`}
    <form method="post">
      <label for="username">${takesNames ? "Username or email address" : "Email address"}</label>
      <input
        id="username"
        name="username"
        type="${takesNames ? "text" : "email"}"
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
    <p class="aside">No account yet? <a href="/u/signup?state=${state}">Sign up</a></p>
    ${request.connection === undefined ? listOtherWays(state) : ""}
  </main>`;
  return renderPage(c, {
    status: form.problem === undefined ? 200 : 400,
    title: `Log in to ${client.name}`,
    body,
    policy: { formAction: ["'self'", toSource(redirectUri)] },
  });
}

function listOtherWays(state: string) {
  return html`<h2>Or log in with</h2>
    <ul class="ways">
      ${connections
        .filter((each) => each.strategy !== "auth0")
        .map((each) => {
          const isSocial = each.strategy !== "email" && each.strategy !== "sms";
          const page = isSocial ? "social" : "passwordless";
          const address = `/u/${page}?state=${state}&connection=${each.name}`;
          return html`<li><a class="way" href="${address}">${each.displayName}</a></li>`;
        })}
    </ul>`;
}
