import { ClientSecretBasic } from "openid-client";
import { randomText } from "../../scene-parts/pkce.ts";
import { plainRoutes } from "../../scene-parts/provider-routes.ts";
import { basicClient, serverSecret } from "../../scene-parts/provider-clients.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import {
  beginLogin,
  connect,
  finishLogin,
  type Pending,
} from "../../scene-parts/openid-client-login.ts";
import { readCookie } from "../../scene-parts/cookies.ts";
import { addTo, originAt } from "../../scene-parts/urls.ts";

/** The domain of all applications behind the gateway. Its cookie is for all of them. */
const domain = "apps.localhost";

/** Serves a host that signs users in for the applications of its domain, and these applications. */
async function serveGateway({ application, provider }: ProviderStage): Promise<void> {
  const gateway = originAt(`gate.${domain}`, application);
  const config = await connect(provider.origin, "shop-server", ClientSecretBasic(serverSecret));
  const logins = new Map<string, Pending>();
  const users = new Map<string, string>();
  const shared = `Domain=${domain}; Path=/; HttpOnly; SameSite=Lax`;
  const own = "Path=/.gate; HttpOnly; SameSite=Lax";
  const protect = (path: string, body: (user: string) => string) =>
    application.respond(path, (request) => {
      const user = users.get(readCookie(request, "_gate") ?? "");
      if (user !== undefined) return showPage("Office", body(user), { "x-forwarded-user": user });
      return redirectTo(addTo(`${gateway}/.gate/sign_in`, { redirect_uri: request.url }));
    });
  protect(
    "/notes",
    (user) =>
      `<p>Notes of ${user}</p><a href="${originAt(`files.${domain}`, application)}/files">Files</a>`,
  );
  // The gateway has no pictures of the users, which the page does not need.
  protect(
    "/files",
    (user) =>
      `<p>Files of ${user}</p><script>fetch("/.gate/picture?size=32").catch(() => undefined);</script>`,
  );
  application.respond("/.gate/picture", () => new Response("404 page not found", { status: 404 }));
  application.respond("/.gate/sign_in", async ({ url }) => {
    const pending = await beginLogin(config, {
      to: new URL(url).searchParams.get("redirect_uri") ?? "/",
      callback: `${gateway}/.gate/callback`,
      scope: "openid profile email",
    });
    logins.set(pending.state, pending);
    return redirectTo(pending.url, [`_gate_csrf=${pending.state}; Max-Age=600; ${own}`]);
  });
  application.respond("/.gate/callback", async (request) => {
    const pending = logins.get(readCookie(request, "_gate_csrf") ?? "");
    if (pending === undefined) return new Response("Bad request", { status: 400 });
    const tokens = await finishLogin(config, new URL(request.url), pending);
    const id = randomText();
    users.set(id, tokens.claims()?.sub ?? "");
    return redirectTo(pending.to, [
      `_gate=${id}; Max-Age=50400; ${shared}`,
      `_gate_csrf=; Max-Age=0; ${own}`,
    ]);
  });
}

/** Logins at a gateway that work. */
export const gatewayScenes: ProviderScenes = {
  "sign-in-host-shares-cookie": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${originAt(`gate.${domain}`, application)}/.gate/callback`;
    provider.configure({ routes: plainRoutes, clients: [basicClient(callback)] });
    await serveGateway(stage);
    await tab.goto(`${originAt(`notes.${domain}`, application)}/notes`);
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Notes of ada").waitFor();
    await tab.getByRole("link", { name: "Files" }).click();
    await tab.getByText("Files of ada").waitFor();
  },
};
