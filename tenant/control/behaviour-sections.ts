import { html } from "hono/html";
import type { TenantContext } from "../context.ts";
import { faultNames } from "../core/faults.ts";
import { renderForm, type Html } from "./render-form.ts";
import { faultLabels, limitLabels, limitNames } from "./setting-labels.ts";

// How the tenant behaves: its planted faults, its next responses, its clock, limits and keys.

export function renderFaults(context: TenantContext): Html {
  const boxes = faultNames.map(
    (name) =>
      html`<label class="check"
        ><input
          type="checkbox"
          name="fault"
          value="${name}"
          ${context.faults.isPlanted(name) ? "checked" : ""}
        />
        ${faultLabels[name]}</label
      >`,
  );
  return html`<section aria-labelledby="faults">
    <h2 id="faults">Planted faults</h2>
    ${renderForm("faults", html`${boxes} <button>Apply faults</button>`)}
  </section>`;
}

export function renderNextResponse(context: TenantContext): Html {
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

export function renderSettings(context: TenantContext): Html {
  const fields = limitNames.map(
    (name) =>
      html`<label
        >${limitLabels[name]}
        <input name="${name}" value="${context.limits[name]}" inputmode="numeric" required
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
