import { html, raw } from "hono/html";

/** The task that a page of the tenant does by script. */
export type PageTask =
  /** Submits the page's one form. */
  | { task: "submit" }
  /** Posts a message to the window that opened or framed the page. */
  | { task: "post"; targetOrigin: string; message: Record<string, unknown> }
  /** Asks the framed page of an application for its proof, and submits the form with it. */
  | { task: "verify"; appOrigin: string; id: string };

/** The scripts. Each reads its facts from the page: `facts` is the task. */
const scripts: Readonly<Record<PageTask["task"], string>> = {
  submit: `document.forms[0].submit();`,
  post: `var receiver = window.opener || (window.parent === window ? null : window.parent);
  if (receiver) receiver.postMessage(facts.message, facts.targetOrigin);`,
  verify: `var frame = document.querySelector("iframe").contentWindow;
  var form = document.forms[0];
  addEventListener("message", function (event) {
    if (event.origin !== facts.appOrigin || event.source !== frame || !event.data) return;
    if (event.data.type === "ready") {
      frame.postMessage({ type: "co_verifier_request", request: { id: facts.id } }, facts.appOrigin);
    }
    if (event.data.type === "co_verifier_response" && event.data.response) {
      form.elements.verifier.value = String(event.data.response.verifier || "");
      form.submit();
    }
  });`,
};

/**
 * Returns the elements of a page that does one task by script. The task stands in the page as JSON,
 * so that a program without scripts can do it as well.
 *
 * @param nonce the nonce of the page's content security policy
 */
export function renderScript(nonce: string, task: PageTask) {
  return html`<script type="application/json" id="task">
      ${raw(toScriptJson(task))}
    </script>
    <script nonce="${nonce}">
      ${raw(`(function () {
  var facts = JSON.parse(document.getElementById("task").textContent);
  ${scripts[task.task]}
})();`)};
    </script>`;
}

/** Serializes JSON for a script element: no text in it can close the element. */
function toScriptJson(value: PageTask): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
