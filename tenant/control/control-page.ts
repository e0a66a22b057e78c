import { html } from "hono/html";
import type { TenantContext } from "../context.ts";
import type { LogEntry } from "../core/tenant-log.ts";
import { renderForm, type Html } from "./render-form.ts";
import { countStreams, renderStreamSection } from "./stream-section.ts";

const entriesShown = 200;

/**
 * Renders the control page: the log and the state, with a form for each control, without scripts.
 */
export function renderControlPage(context: TenantContext, notice: string | undefined): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${context.name}: controls</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/_control/page.css" />
      </head>
      <body>
        <header>
          <h1>${context.name}</h1>
          <p>${context.issuer}</p>
          <p>${describeState(context)}</p>
          <a href="/_control">Refresh</a>
        </header>
        ${notice === undefined ? "" : html`<p class="notice" role="status">${notice}</p>`}
        <main class="columns">
          <div>${renderLog(context)}</div>
          <div>
            ${renderStreamSection(context)} ${renderMailbox(context)} ${renderFaults(context)}
            ${renderUsers(context)} ${renderRules(context)} ${renderClients(context)}
            ${renderNextResponse(context)} ${renderSettings(context)}
          </div>
        </main>
      </body>
    </html> `;
}

function describeState(context: TenantContext): string {
  const { streams, events, clock } = context;
  const skew = clock.skew === 0 ? "clock correct" : `clock offset ${clock.skew / 1000} s`;
  return `${countStreams(streams.size)} open, ${events.end - events.start} events kept, ${skew}`;
}

function renderLog(context: TenantContext): Html {
  const entries = context.log.list(0).slice(-entriesShown).reverse();
  const rows = entries.map(
    (entry) =>
      html`<tr>
        <td class="time">${entry.time.slice(11, 23)}</td>
        ${entry.kind === "request" ? renderRequest(entry) : renderFact(entry)}
      </tr>`,
  );
  return html`<section aria-labelledby="log">
    <h2 id="log">Log, newest first</h2>
    ${
      rows.length === 0
        ? html`<p class="soft">No entries yet. Log in at the demo web app.</p>`
        : html`<table class="log">
            <tr>
              <th scope="col">Time, UTC</th>
              <th scope="col">Status</th>
              <th scope="col">Entry</th>
            </tr>
            ${rows}
          </table>`
    }
  </section>`;
}

function renderRequest(entry: Extract<LogEntry, { kind: "request" }>): Html {
  const names = [
    ...entry.query.map(([name, value]) => `${name}=${value}`),
    ...(entry.body_fields ?? []),
  ];
  const ids = [entry.client_id, entry.subject].filter((each) => each !== undefined);
  return html`<td class=${entry.status >= 400 ? "failed" : ""}>${entry.status}</td>
    <td>
      <code>${entry.method} ${entry.path}</code>
      <span class="soft">${[...names, ...ids].join(" ")}</span>
    </td>`;
}

function renderFact(entry: Extract<LogEntry, { kind: "fact" }>): Html {
  const details = Object.entries(entry.details).map(
    ([name, value]) => `${name}=${String(value).slice(0, 200)}`,
  );
  return html`<td></td>
    <td>${entry.fact} <span class="soft">${details.join(" ")}</span></td>`;
}

function renderMailbox(context: TenantContext): Html {
  const messages = context.mailbox.list().slice(-20).reverse();
  const rows = messages.map(
    ({ kind, to, code, link, sentAt }) =>
      html`<tr>
        <td>
          ${to} <span class="soft">${kind.replaceAll("_", " ")}, ${sentAt.slice(11, 19)}</span
          ><br />
          ${code === undefined ? "" : html`<code>${code}</code>`}
          ${link === undefined ? "" : html`<a href="${link}">Open the link</a>`}
        </td>
      </tr>`,
  );
  return html`<section aria-labelledby="mailbox">
    <h2 id="mailbox">Emails and text messages</h2>
    ${
      rows.length === 0
        ? html`<p class="soft">No messages yet.</p>`
        : html`<table>
              ${rows}
            </table>
            ${renderForm("empty", html`<button>Delete all messages</button>`)}`
    }
  </section>`;
}

function renderFaults(context: TenantContext): Html {
  const boxes = Object.entries(context.faults.list()).map(
    ([name, isPlanted]) =>
      html`<label class="check"
        ><input type="checkbox" name="fault" value="${name}" ${isPlanted ? "checked" : ""} />
        ${name}</label
      >`,
  );
  return html`<section aria-labelledby="faults">
    <h2 id="faults">Planted faults</h2>
    ${renderForm("faults", html`${boxes} <button>Apply faults</button>`)}
  </section>`;
}

function renderUsers(context: TenantContext): Html {
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

function renderRules({ logins }: TenantContext): Html {
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

function renderClients(context: TenantContext): Html {
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

function renderNextResponse(context: TenantContext): Html {
  const planned = context.nextResponses.list();
  return html`<section aria-labelledby="responses">
    <h2 id="responses">Next response</h2>
    ${renderForm(
      "respond",
      html`<label class="whole">Path <input name="path" value="/oauth/token" required /></label>
        <label class="narrow">Status <input name="status" inputmode="numeric" /></label>
        <label class="narrow">Delay, ms <input name="delay" inputmode="numeric" /></label>
        <label class="narrow">Cut after, bytes <input name="cut" inputmode="numeric" /></label>
        <label class="check"
          ><input type="checkbox" name="broken" value="yes" /> Send half of the body</label
        >
        <button>Plan response</button>`,
    )}
    ${
      planned.length === 0
        ? ""
        : html`<pre>${planned.map((plan) => JSON.stringify(plan)).join("\n")}</pre>`
    }
  </section>`;
}

function renderSettings(context: TenantContext): Html {
  const fields = Object.entries(context.limits).map(
    ([name, value]) =>
      html`<label
        >${name} <input name="${name}" value="${value}" inputmode="numeric" required
      /></label>`,
  );
  return html`<section aria-labelledby="settings">
    <h2 id="settings">Clock, limits and keys</h2>
    ${renderForm(
      "clock",
      html`<label class="wide"
          >Clock offset, seconds <input name="skew" value="${context.clock.skew / 1000}" required
        /></label>
        <button>Set clock</button>`,
    )}
    ${renderForm("limits", html`${fields} <button>Set limits</button>`, "limits")}
    ${renderForm("rotate", html`<button>Rotate signing keys</button>`)}
    ${renderForm("reset", html`<button>Reset to seed data</button>`)}
  </section>`;
}
