import { html } from "hono/html";
import type { TenantContext } from "../context.ts";
import type { LogEntry } from "../core/tenant-log.ts";
import type { Html } from "./render-form.ts";

const entriesShown = 200;

/** Renders the newest entries of the log. */
export function renderLog(context: TenantContext): Html {
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
        ? html`<p class="soft">No entries yet. Each request to this tenant appears here.</p>`
        : html`<div class="scroll" role="group" aria-labelledby="log" tabindex="0">
            <table class="log">
              <tr>
                <th scope="col">Time, UTC</th>
                <th scope="col">Status</th>
                <th scope="col">Entry</th>
              </tr>
              ${rows}
            </table>
          </div>`
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
