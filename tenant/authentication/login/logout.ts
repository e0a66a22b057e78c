import { allowsUrl } from "../../directory/allows-url.ts";
import type { TenantApp } from "../../http/tenant-app.ts";
import { ErrorPage, renderNoticePage } from "../../pages/error-page.ts";
import type { AuthenticationContext } from "../authentication-context.ts";
import { endSession } from "./sessions.ts";
import { endProviderSession } from "./social-page.ts";

/**
 * Adds `GET /v2/logout`. The route ends the session and redirects to `returnTo` if that is an
 * allowed logout URL. The list is that of the client, or that of the account without `client_id`.
 * With `client_id` but without `returnTo`, it redirects to the first URL of the list. `federated`
 * also ends the session at the identity provider.
 */
export function addLogoutRoute(app: TenantApp, context: AuthenticationContext): void {
  app.get("/v2/logout", (c) => {
    const query = new URL(c.req.url).searchParams;
    const clientId = query.get("client_id");
    const client = clientId === null ? undefined : context.clients.get(clientId);
    if (clientId !== null && client === undefined) {
      throw new ErrorPage(400, {
        title: "Unknown client",
        text: "The application is not registered at this tenant. No session was ended. Check the client_id of the logout URL.",
        facts: { client_id: clientId },
      });
    }
    if (client !== undefined) c.set("clientId", client.client_id);
    endSession(c, context);
    if (query.has("federated")) endProviderSession(c);
    const allowed = client?.allowed_logout_urls ?? context.accountLogoutUrls;
    const returnTo = query.get("returnTo") ?? client?.allowed_logout_urls[0];
    if (returnTo === undefined) {
      return renderNoticePage(c, { title: "You are logged out", text: "You can close this page." });
    }
    if (allowsUrl(allowed, returnTo)) return c.redirect(returnTo, 302);
    throw new ErrorPage(400, {
      title: "returnTo is not allowed",
      text: "You are logged out. The tenant did not redirect you: returnTo is not one of the allowed logout URLs. Add the URL to the list.",
      facts: { ...(clientId !== null && { client_id: clientId }), "returnTo received": returnTo },
      list: {
        title: client === undefined ? "The account's allowed logout URLs" : "Allowed logout URLs",
        items: allowed,
      },
    });
  });
}
