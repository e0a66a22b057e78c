import { html } from "hono/html";

export type Html = ReturnType<typeof html>;

/** A form for one action; what it changes is shown by the page that follows. */
export function renderForm(action: string, content: Html, className = ""): Html {
  return html`<form method="post" action="/_control" class="${className}">
    <input type="hidden" name="do" value="${action}" />${content}
  </form>`;
}
