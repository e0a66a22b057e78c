import { leave, readResponse, showRoute } from "../../scene-parts/tab.ts";
import { postForm, sendFromPage } from "../../scene-parts/page-requests.ts";
import { serveBackend } from "../../scene-parts/backend.ts";
import { ownRoutes, plainRoutes, realmRoutes } from "../../scene-parts/provider-routes.ts";
import { serverClient } from "../../scene-parts/provider-clients.ts";
import { createAttempt } from "../../scene-parts/attempt.ts";
import {
  beginUrl,
  confirmLogout,
  leaveFrom,
  logInAtProvider,
} from "../../scene-parts/provider-login.ts";
import { redirectTo, say } from "../../scene-parts/responses.ts";
import { withQuery } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { logInAtServer, serveGreeting } from "../../scene-parts/backend-login.ts";
import { redeemAtServer } from "../../scene-parts/redeem-at-server.ts";

/** Serves an API that gives the page a session for a code and its verifier. */
function serveCodeApi({ application, provider }: ProviderStage, callback: string): void {
  let isLoggedIn = false;
  application.respond("/api/sign-in", async (request) => {
    const redeemed = await redeemAtServer(`${provider.origin}${ownRoutes.token}`, {
      redirect_uri: callback,
      ...Object.fromEntries(new URLSearchParams(await request.text())),
    });
    isLoggedIn = redeemed.ok;
    const { state } = createAttempt(callback).parameters;
    const headers = { "set-cookie": `shop_session=${state}; Path=/; HttpOnly; SameSite=Lax` };
    return new Response(null, { status: isLoggedIn ? 204 : 401, headers });
  });
  application.respond("/api/session", ({ headers }) => {
    const isKnown = isLoggedIn && headers.get("cookie")?.includes("shop_session=") === true;
    return Response.json({ loggedIn: isKnown, name: isKnown ? "Ada" : null });
  });
}

/** Logins of servers at a provider of another make that work. */
export const serverScenes: ProviderScenes = {
  "code-given-to-own-api": async (stage) => {
    const { provider, application } = stage;
    const callback = `${application.origin}/signed-in`;
    provider.configure({ routes: ownRoutes, clients: [serverClient(callback)] });
    serveCodeApi(stage, callback);
    const attempt = createAttempt(callback, { clientId: "shop-server" });
    await leaveFrom(stage, `${application.origin}/`, beginUrl(stage, ownRoutes, attempt));
    await logInAtProvider(stage);
    const response = readResponse(stage);
    if (response.get("state") !== attempt.parameters.state) throw new Error("The state differs.");
    await showRoute(stage, "/");
    await postForm(stage, `${application.origin}/api/sign-in`, {
      code: response.get("code") ?? "",
      code_verifier: attempt.verifier,
    });
    await sendFromPage(stage, { url: `${application.origin}/api/session` });
  },
  "started-by-portal": async (stage) => {
    const { tab, provider, application } = stage;
    const { port } = new URL(application.origin);
    const [portal, orders] = [`http://portal.localhost:${port}`, `http://orders.localhost:${port}`];
    provider.configure({ routes: plainRoutes, clients: [serverClient(`${orders}/callback`)] });
    serveBackend(stage, { origin: orders, routes: plainRoutes, parameters: { login_hint: "ada" } });
    serveGreeting(stage);
    application.respond("/start", ({ url }) =>
      new URL(url).searchParams.get("iss") === provider.origin
        ? redirectTo("/login")
        : say("The issuer is unknown.", { status: 400 }),
    );
    const link = withQuery(`${orders}/start`, {
      iss: provider.origin,
      login_hint: "ada",
      target_link_uri: `${orders}/`,
    });
    application.respond("/applications", () =>
      say(`<a href="${link.replaceAll("&", "&amp;")}">Orders</a>`),
    );
    await tab.goto(`${portal}/applications`);
    await tab.getByRole("link", { name: "Orders" }).click();
    await tab.waitForURL((url) => url.origin === provider.origin);
    await logInAtProvider(stage);
    await tab.getByText("You are logged in").waitFor();
  },
  "server-ends-both-sessions": async (stage) => {
    const { tab, provider, application } = stage;
    const home = `${application.origin}/`;
    provider.configure({
      routes: realmRoutes,
      clients: [serverClient(`${home}callback`, { post_logout_redirect_uris: [home] })],
    });
    serveBackend(stage, { routes: realmRoutes });
    serveGreeting(stage);
    const logoutUrl = withQuery(`${provider.origin}${realmRoutes.end_session}`, {
      client_id: "shop-server",
      post_logout_redirect_uri: home,
    });
    application.respond("/logout", () =>
      redirectTo(logoutUrl, ["shop_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax"]),
    );
    await tab.goto(home);
    await logInAtServer(stage, application.origin);
    await leave(stage, `${home}logout`);
    await confirmLogout(stage, home);
    await logInAtServer(stage, application.origin);
  },
};
