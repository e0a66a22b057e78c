import { html } from "hono/html";
import type { TenantContext } from "../context.ts";
import { renderForm, type Html } from "./render-form.ts";

/** Renders the newest emails and text messages, with their codes and links. */
export function renderMailbox(context: TenantContext): Html {
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
