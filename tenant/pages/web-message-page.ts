import { html, raw } from "hono/html";
import type { TenantContext, TenantRequest } from "../context.ts";
import { renderPage, toScriptJson } from "./page-layout.ts";

/**
 * The page behind `response_mode=web_message`: posts the response to the window that opened or
 * frames it, and to that one origin only. Callers check the origin against the allowed web origins.
 */
export function renderWebMessage(
  c: TenantRequest,
  context: TenantContext,
  targetOrigin: string,
  response: Record<string, string | number>,
): Response | Promise<Response> {
  const nonce = context.random.text(24);
  const message = toScriptJson({ type: "authorization_response", response });
  const body = html`<script nonce="${nonce}">
    (function () {
      var targetOrigin = ${raw(toScriptJson(targetOrigin))};
      var message = ${raw(message)};
      var receiver = window.opener || (window.parent === window ? null : window.parent);
      if (receiver) receiver.postMessage(message, targetOrigin);
    })();
  </script>`;
  return renderPage(c, {
    status: 200,
    title: "Authorization response",
    body,
    policy: { scriptNonce: nonce, frameAncestor: targetOrigin },
  });
}
