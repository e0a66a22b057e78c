import { html } from "hono/html";
import type { TenantRequest } from "../context.ts";
import { renderPage } from "./page-layout.ts";

/** What an error page says: what happened, what to do, and the values that somebody must compare. */
export interface ErrorPage {
  title: string;
  text: string;
  facts: Record<string, string>;
  list?: { title: string; items: readonly string[] };
}

/** A refusal that only the person in front of the browser may see: nothing is redirected. */
export function renderErrorPage(
  c: TenantRequest,
  status: 400 | 403 | 404 | 429 | 500,
  { title, text, facts, list }: ErrorPage,
): Response | Promise<Response> {
  const body = html`<main class="wide">
    <p class="tenant">Local tenant</p>
    <h1>${title}</h1>
    <p class="lead">${text}</p>
    <dl>
      ${Object.entries(facts).map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd><code>${value === "" ? "(none)" : value}</code></dd>`,
      )}
    </dl>
    ${
      list === undefined
        ? ""
        : html`<h2>${list.title}</h2>
            ${
              list.items.length === 0
                ? html`<p>The list is empty.</p>`
                : html`<ul>
                    ${list.items.map((item) => html`<li><code>${item}</code></li>`)}
                  </ul>`
            }`
    }
  </main>`;
  return renderPage(c, { status, title, body });
}

/** A page that only tells something. */
export function renderNoticePage(
  c: TenantRequest,
  { title, text }: { title: string; text: string },
): Response | Promise<Response> {
  const body = html`<main>
    <p class="tenant">Local tenant</p>
    <h1>${title}</h1>
    <p class="lead">${text}</p>
  </main>`;
  return renderPage(c, { status: 200, title, body });
}
