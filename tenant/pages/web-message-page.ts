import type { TenantCore } from "../core/tenant-core.ts";
import type { TenantRequest } from "../http/tenant-app.ts";
import { renderPage } from "./page-layout.ts";
import { renderScript } from "./page-script.ts";

/**
 * Renders the page of `response_mode=web_message`. The page posts the response to its opener or
 * parent, with the target origin. Callers check that origin against the allowed web origins.
 *
 * Any page may frame it: only the target origin receives the message. `frame-ancestors` would have
 * to name each ancestor, and the ancestors of a panel of the developer tools have no nameable
 * origin.
 */
export function renderWebMessage(
  c: TenantRequest,
  context: Pick<TenantCore, "random">,
  targetOrigin: string,
  response: Record<string, string | number>,
): Response | Promise<Response> {
  const nonce = context.random.text(24);
  const message = { type: "authorization_response", response };
  const body = renderScript(nonce, { task: "post", targetOrigin, message });
  return renderPage(c, {
    status: 200,
    title: "Authorization response",
    body,
    policy: { scriptNonce: nonce, isFramable: true },
  });
}
