import { html } from "hono/html";

export type Html = ReturnType<typeof html>;

/** Renders the form of one action; the next page shows the result. */
export function renderForm(action: string, content: Html, className = ""): Html {
  return html`<form method="post" action="/_control" class="${className}">
    <input type="hidden" name="do" value="${action}" />${content}
  </form>`;
}
