import { html } from "hono/html";
import type { TenantContext } from "../context.ts";
import { renderForm, type Html } from "./render-form.ts";

// The sections for the data of the tenant: its users, rules and clients.

export function renderUsers(context: TenantContext): Html {
  const rows = [...context.users.values()].slice(-50).map(
    (user) =>
      html`<tr>
        <td>
          ${user.email} ${user.blocked === true ? html`<span class="failed">blocked</span>` : ""}
        </td>
        <td>
          ${renderForm(
            user.blocked === true ? "unblock" : "block",
            html`<input type="hidden" name="user" value="${user.user_id}" />
              <button aria-label="${user.blocked === true ? "Unblock" : "Block"} ${user.email}">
                ${user.blocked === true ? "Unblock" : "Block"}
              </button>`,
          )}
        </td>
      </tr>`,
  );
  return html`<section aria-labelledby="users">
    <h2 id="users">Users</h2>
    <table>
      ${rows}
    </table>
  </section>`;
}

export function renderRules({ logins }: TenantContext): Html {
  return html`<section aria-labelledby="rules">
    <h2 id="rules">Rules</h2>
    <table>
      ${logins.rules.list().map(
        ({ id, name, runs }) =>
          html`<tr>
            <td>${name} <code>${id}</code></td>
            <td>${runs === 1 ? "1 run" : `${runs} runs`}</td>
          </tr>`,
      )}
    </table>
  </section>`;
}

export function renderClients(context: TenantContext): Html {
  const rows = [...context.clients.values()].map((client) => {
    const other = client.id_token_signing_alg === "RS256" ? "HS256" : "RS256";
    return html`<tr>
      <td><code>${client.client_id}</code> ${client.id_token_signing_alg}</td>
      <td>
        ${renderForm(
          "sign",
          html`<input type="hidden" name="client" value="${client.client_id}" />
            <input type="hidden" name="alg" value="${other}" />
            <button aria-label="Sign with ${other}: ID tokens of ${client.client_id}">
              Sign with ${other}
            </button>`,
        )}
      </td>
    </tr>`;
  });
  return html`<section aria-labelledby="clients">
    <h2 id="clients">Clients and their ID tokens</h2>
    <table>
      ${rows}
    </table>
  </section>`;
}
