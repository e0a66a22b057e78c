import * as z from "zod/mini";
import { randomText } from "../../scene-parts/pkce.ts";
import { plainRoutes } from "../../scene-parts/provider-routes.ts";
import { serverClient } from "../../scene-parts/provider-clients.ts";
import { createAttempt, type Attempt } from "../../scene-parts/attempt.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import { withQuery } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { readCookie } from "../../scene-parts/cookies.ts";
import { redeemAtServer } from "../../scene-parts/redeem-at-server.ts";

const tokensSchema = z.object({ access_token: z.string() });
const userSchema = z.object({ email: z.string() });

/** The path of the proxy's callback. */
const callbackPath = "/oauth2/callback";

// Everyone can read the wiki. The page asks the proxy who reads, and the wiki for a banner that
// exists on some days only.
const wikiScript = `
const name = document.querySelector("#name");
fetch("/oauth2/userinfo").then(async (response) => {
  name.textContent = response.ok ? (await response.json()).email : "Reader";
});
fetch("/wiki/banner.txt").then(async (response) => {
  if (response.ok) document.querySelector("#banner").textContent = await response.text();
});`;

/** Serves a wiki behind a proxy that logs its users in and has their sessions. */
function serveWiki({ application, provider }: ProviderStage, callback: string): void {
  const attempts = new Map<string, Attempt>();
  const sessions = new Map<string, string>();
  const attributes = "Path=/; HttpOnly; SameSite=Lax";
  application.respond("/wiki/start", () =>
    showPage(
      "Wiki",
      `<p id="banner"></p><p id="name"></p><a href="/oauth2/start?rd=%2Fwiki%2Fstart">Sign in</a>
<script>${wikiScript}</script>`,
    ),
  );
  application.respond("/wiki/banner.txt", () => new Response("No such page", { status: 404 }));
  application.respond("/oauth2/userinfo", (request) => {
    const email = sessions.get(readCookie(request, "_wiki_proxy") ?? "");
    return email === undefined
      ? new Response("Unauthorized\n", { status: 401 })
      : Response.json({ user: "ada", email });
  });
  application.respond("/oauth2/start", ({ url }) => {
    const attempt = createAttempt(callback, { clientId: "shop-server", scope: "openid email" });
    const state = `${attempt.parameters.state}:${new URL(url).searchParams.get("rd") ?? "/"}`;
    const secret = randomText();
    attempts.set(secret, attempt);
    const sent = { ...attempt.parameters, state };
    return redirectTo(withQuery(`${provider.origin}${plainRoutes.authorization}`, sent), [
      `_wiki_proxy_csrf=${secret}; Max-Age=900; ${attributes}`,
    ]);
  });
  application.respond(callbackPath, async (request) => {
    const response = new URL(request.url).searchParams;
    const attempt = attempts.get(readCookie(request, "_wiki_proxy_csrf") ?? "");
    const [state, path = "/"] = response.get("state")?.split(":") ?? [];
    if (attempt === undefined || attempt.parameters.state !== state)
      return new Response("Forbidden\n", { status: 403 });
    const redeemed = await redeemAtServer(`${provider.origin}${plainRoutes.token}`, {
      redirect_uri: callback,
      code: response.get("code") ?? "",
      code_verifier: attempt.verifier,
    });
    const { access_token: token } = tokensSchema.parse(await redeemed.json());
    const answer = await fetch(`${provider.origin}${plainRoutes.userinfo}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const session = randomText();
    sessions.set(session, userSchema.parse(await answer.json()).email);
    return redirectTo(path, [
      `_wiki_proxy_csrf=; Max-Age=0; ${attributes}`,
      `_wiki_proxy=${session}; Max-Age=604800; ${attributes}`,
    ]);
  });
}

/** Logins at a proxy in front of an application that work. */
export const workingProxyScenes: ProviderScenes = {
  "open-wiki-behind-proxy": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}${callbackPath}`;
    provider.configure({ routes: plainRoutes, clients: [serverClient(callback)] });
    serveWiki(stage, callback);
    await tab.goto(`${application.origin}/wiki/start`);
    await tab.getByText("Reader").waitFor();
    await tab.getByRole("link", { name: "Sign in" }).click();
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("ada@example.com").waitFor();
  },
};
