import type { TenantCore } from "../../core/tenant-core.ts";
import type { TenantRequest } from "../../http/tenant-app.ts";
import { readOrigin } from "../../http/read-origin.ts";
import { renderFormPost } from "../../pages/form-post-page.ts";
import { renderWebMessage } from "../../pages/web-message-page.ts";
import type { AuthorizationTarget } from "./authorization-request.ts";

type ResponseParameters = Record<string, string | number>;

/** Sends the parameters of an authorization response to the callback, in the response mode. */
export function deliverResponse(
  c: TenantRequest,
  context: Pick<TenantCore, "random">,
  { state, responseMode, redirectUri }: AuthorizationTarget,
  given: ResponseParameters,
): Response | Promise<Response> {
  const parameters = state === undefined ? given : { ...given, state };
  c.header("cache-control", "no-store");
  switch (responseMode) {
    case "web_message":
      return renderWebMessage(c, context, readOrigin(redirectUri), parameters);
    case "form_post":
      return renderFormPost(c, context, redirectUri, parameters);
    case "query":
      return c.redirect(addToQuery(redirectUri, parameters), 302);
    case "fragment": {
      const fragment = new URLSearchParams(toPairs(parameters)).toString().replaceAll("+", "%20");
      return c.redirect(`${redirectUri}#${fragment}`, 302);
    }
  }
}

function addToQuery(redirectUri: string, parameters: ResponseParameters): string {
  const url = new URL(redirectUri);
  for (const [name, value] of toPairs(parameters)) url.searchParams.set(name, value);
  return url.toString();
}

function toPairs(parameters: ResponseParameters): [string, string][] {
  return Object.entries(parameters).map(([name, value]) => [name, String(value)]);
}
