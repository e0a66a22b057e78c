import { html } from "hono/html";
import type { TenantContext } from "../context.ts";
import { renderFaults, renderNextResponse, renderSettings } from "./behaviour-sections.ts";
import { renderClients, renderRules, renderUsers } from "./directory-sections.ts";
import { renderLog } from "./log-section.ts";
import { renderMailbox } from "./mailbox-section.ts";
import type { Html } from "./render-form.ts";
import { countStreams, renderStreamSection } from "./stream-section.ts";

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
        <main>
          ${renderLog(context)}
          <div class="columns">
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
