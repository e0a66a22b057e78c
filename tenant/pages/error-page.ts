import { html } from "hono/html";
import { Refusal } from "../http/refusal.ts";
import type { TenantRequest } from "../http/tenant-app.ts";
import { renderPage } from "./page-layout.ts";

type ErrorPageStatus = 400 | 403 | 404 | 429 | 500;

/** The content of an error page: what happened, what to do, and the values to compare. */
export interface ErrorPageContent {
  title: string;
  text: string;
  facts?: Record<string, string>;
  list?: { title: string; items: readonly string[] };
}

/** An error that the user sees: the browser is not redirected. */
export class ErrorPage extends Refusal {
  override name = "ErrorPage";
  readonly #status: ErrorPageStatus;
  readonly #content: ErrorPageContent;

  constructor(status: ErrorPageStatus, content: ErrorPageContent) {
    super(status, { message: content.title });
    this.#status = status;
    this.#content = content;
  }

  override respond(c: TenantRequest): Response | Promise<Response> {
    const body = renderContent(c, this.#content);
    return renderPage(c, { status: this.#status, title: this.#content.title, body });
  }
}

function renderContent(c: TenantRequest, { title, text, facts = {}, list }: ErrorPageContent) {
  return html`<main class="wide">
    <p class="tenant">${c.var.tenantName}</p>
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
}

/** Renders a page that confirms an action of the user. */
export function renderNoticePage(
  c: TenantRequest,
  { title, text }: { title: string; text: string },
): Response | Promise<Response> {
  const body = html`<main>
    <p class="tenant">${c.var.tenantName}</p>
    <h1>${title}</h1>
    <p class="lead">${text}</p>
  </main>`;
  return renderPage(c, { status: 200, title, body });
}
