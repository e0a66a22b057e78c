import { html } from "hono/html";
import type { TenantContext } from "../context.ts";
import { eventTypes } from "../events/event-types.ts";
import { streamErrorCodes } from "../events/stream-error.ts";
import { renderForm, type Html } from "./render-form.ts";

/** Renders the controls of events and the state of the newest streams. */
export function renderStreamSection(context: TenantContext): Html {
  return html`<section aria-labelledby="events">
    <h2 id="events">Events</h2>
    ${renderForm(
      "emit",
      html`<label class="wide"
          >Type
          <select name="type">
            ${[...eventTypes, "all"].map((type) => html`<option>${type}</option>`)}
          </select></label
        >
        <label class="narrow"
          >Count <input name="count" value="1" inputmode="numeric" required
        /></label>
        <button class="main">Emit</button>`,
    )}
    ${renderForm(
      "fail",
      html`<label class="wide"
          >Error code
          <select name="code">
            ${streamErrorCodes.map((code) => html`<option>${code}</option>`)}
          </select></label
        >
        <button>End with error</button>`,
    )}
    ${renderForm(
      "interrupt",
      html`<label class="wide"
          >Break off within
          <select name="at">
            <option>frame</option>
            <option>field</option>
            <option>character</option>
          </select></label
        >
        <label
          >then
          <select name="ending">
            <option>close</option>
            <option>abort</option>
            <option>freeze</option>
          </select></label
        >
        <button>Break off</button>`,
    )}
    ${renderForm("freeze", html`<button>Freeze all streams</button>`)}
    ${renderForm("drop", html`<button>Drop all streams</button>`)} ${renderStreamTable(context)}
  </section>`;
}

/** Returns a number of streams in words: "1 stream", "2 streams". */
export function countStreams(count: number): string {
  return count === 1 ? "1 stream" : `${count} streams`;
}

function renderStreamTable({ streams }: TenantContext): Html | string {
  const newest = streams.list().slice(-10).reverse();
  if (newest.length === 0) return "";
  return html`<table>
    <tr>
      <th scope="col">Stream</th>
      <th scope="col">Client</th>
      <th scope="col">Position</th>
      <th scope="col">State</th>
    </tr>
    ${newest.map(
      (each) =>
        html`<tr>
          <td>${each.stream}</td>
          <td><code>${each.client_id}</code></td>
          <td>${each.position}</td>
          <td>${each.state} <span class="soft">${each.ending ?? ""}</span></td>
        </tr>`,
    )}
  </table>`;
}
