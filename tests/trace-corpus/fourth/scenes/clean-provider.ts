import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { leave } from "../../scene-parts/tab.ts";
import { randomText } from "../../scene-parts/pkce.ts";
import {
  getWithToken,
  redeemCode,
  redeemInTab,
  sendFromPage,
} from "../../scene-parts/page-requests.ts";
import { serveBackend } from "../../scene-parts/backend.ts";
import { ownRoutes, plainRoutes, realmRoutes } from "../../scene-parts/provider-routes.ts";
import { pageClient, serverClient } from "../../scene-parts/provider-clients.ts";
import { createAttempt, type Attempt } from "../../scene-parts/attempt.ts";
import { redirectTo, runScript, say } from "../../scene-parts/responses.ts";
import { withQuery } from "../../scene-parts/urls.ts";
import {
  beginUrl,
  confirmLogout,
  leaveFrom,
  logInAtProvider,
} from "../../scene-parts/provider-login.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";

/** Opens an application with a server at this origin, and logs in until its page greets. */
async function logInAtServer(stage: ProviderStage, origin: string): Promise<void> {
  const { tab, application } = stage;
  application.respond("/", () =>
    runScript(`fetch("/api/session").then((r) => r.json()).then(({ loggedIn }) => {
      document.body.append(loggedIn ? "Hello Ada" : "Please log in");
    });`),
  );
  await tab.goto(`${origin}/`);
  await tab.getByText("Please log in").waitFor();
  await leave(stage, `${origin}/login`);
  await logInAtProvider(stage);
  await tab.getByText("Hello Ada").waitFor();
}

/** Serves a tool of one user, a public client that redeems its code by itself. */
function serveTool({ application, provider }: ProviderStage): void {
  const callback = `${application.otherOrigin}/callback`;
  const attempts = new Map<string, Attempt>();
  let isLoggedIn = false;
  application.respond("/login", () => {
    const attempt = createAttempt(callback, { clientId: "shop-tool" });
    attempts.set(attempt.parameters.state, attempt);
    return redirectTo(withQuery(`${provider.origin}/auth`, attempt.parameters));
  });
  application.respond("/callback", async (request) => {
    const { searchParams } = new URL(request.url);
    const attempt = attempts.get(searchParams.get("state") ?? "");
    if (attempt === undefined) return say("Sign-in failed.", { status: 400 });
    const redeemed = await fetch(`${provider.origin}/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: "shop-tool",
        redirect_uri: callback,
        code: searchParams.get("code") ?? "",
        code_verifier: attempt.verifier,
      }),
    });
    isLoggedIn = redeemed.ok;
    return redirectTo("/");
  });
  application.respond("/api/session", () => Response.json({ loggedIn: isLoggedIn }));
}

/** Ends the provider's session, and confirms it. */
async function logOut(stage: ProviderStage, idToken: unknown, home: string): Promise<void> {
  const { provider } = stage;
  const url = withQuery(`${provider.origin}${ownRoutes.end_session}`, {
    id_token_hint: String(idToken),
    post_logout_redirect_uri: home,
  });
  await leave(stage, url);
  await confirmLogout(stage, home);
}

/** Logins at a provider of another make that work. */
export const providerCleanScenes: ProviderScenes = {
  "oidc-client-refreshes": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/signed-in`;
    provider.configure({ routes: realmRoutes, clients: [pageClient(callback)] });
    const { resolve } = createRequire(import.meta.url);
    const library = await readFile(
      resolve("oidc-client-ts").replace(/dist\/.*$/, "dist/browser/oidc-client-ts.min.js"),
      "utf8",
    );
    application.respond(
      "/oidc.js",
      () => new Response(library, { headers: { "content-type": "text/javascript" } }),
    );
    const settings = {
      authority: provider.origin,
      client_id: "shop-web",
      redirect_uri: callback,
      scope: "openid profile offline_access",
      prompt: "consent",
      loadUserInfo: true,
    };
    const page = (script: string) =>
      say(`Shop</p><script src="/oidc.js"></script><script>
        const manager = new oidc.UserManager(${JSON.stringify(settings)});
        ${script}</script><p>`);
    application.respond("/", () => page(""));
    application.respond("/signed-in", () =>
      page(`manager.signinCallback().then(({ profile }) => {
        document.body.append("Hello " + profile.name);
      });`),
    );
    await tab.goto(`${application.origin}/`);
    await tab.evaluate("void manager.signinRedirect()");
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByRole("button", { name: "Allow" }).click();
    await tab.getByText("Hello Ada").waitFor();
    await tab.evaluate("manager.signinSilent().then(() => null)");
    await tab.evaluate("manager.signinSilent().then(() => null)");
  },
  "step-up-before-payment": async (stage) => {
    const { provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({ routes: plainRoutes, clients: [pageClient(callback)] });
    application.respond("/api/payments", ({ headers }) =>
      headers.has("authorization")
        ? Response.json({ paid: true }, { status: 201 })
        : Response.json({ error: "unauthorized" }, { status: 401 }),
    );
    const first = createAttempt(callback);
    await leaveFrom(stage, `${application.origin}/`, beginUrl(stage, plainRoutes, first));
    await logInAtProvider(stage);
    await redeemInTab(stage, plainRoutes, first);
    const second = createAttempt(callback);
    await leave(
      stage,
      beginUrl(stage, plainRoutes, second, { prompt: "login", max_age: "300", login_hint: "ada" }),
    );
    await logInAtProvider(stage);
    const tokens = await redeemInTab(stage, plainRoutes, second);
    await sendFromPage(stage, {
      url: `${application.origin}/api/payments`,
      method: "POST",
      headers: {
        authorization: `Bearer ${String(tokens["access_token"])}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ amount: 1200 }),
    });
  },
  "second-app-signs-on": async (stage) => {
    const { provider, application } = stage;
    const { origin, otherOrigin } = application;
    provider.configure({
      routes: ownRoutes,
      clients: [
        pageClient(`${origin}/callback`),
        pageClient(`${otherOrigin}/oidc/return`, { client_id: "stock-web" }),
      ],
    });
    const shop = createAttempt(`${origin}/callback`);
    await leaveFrom(stage, `${origin}/`, beginUrl(stage, ownRoutes, shop));
    await logInAtProvider(stage);
    await redeemInTab(stage, ownRoutes, shop);
    const stock = createAttempt(`${otherOrigin}/oidc/return`, { clientId: "stock-web" });
    await leaveFrom(stage, `${otherOrigin}/`, beginUrl(stage, ownRoutes, stock));
    const tokens = await redeemInTab(stage, ownRoutes, stock);
    await getWithToken(stage, `${provider.origin}${ownRoutes.userinfo}`, tokens["access_token"]);
  },
  "tool-on-loopback": async (stage) => {
    stage.provider.configure({
      routes: plainRoutes,
      clients: [
        pageClient("http://127.0.0.1/callback", {
          client_id: "shop-tool",
          application_type: "native",
        }),
      ],
    });
    serveTool(stage);
    await logInAtServer(stage, stage.application.otherOrigin);
  },
  "code-posted-across-sites": async (stage) => {
    const { provider, application } = stage;
    const { otherOrigin } = application;
    provider.configure({
      routes: realmRoutes,
      clients: [serverClient(`${otherOrigin}/callback`)],
    });
    serveBackend(stage, {
      origin: otherOrigin,
      routes: realmRoutes,
      parameters: { response_mode: "form_post" },
      loginCookie: "Path=/; HttpOnly; Secure; SameSite=None",
    });
    await logInAtServer(stage, otherOrigin);
  },
  "state-with-odd-characters": async (stage) => {
    const { provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({ routes: realmRoutes, clients: [pageClient(callback)] });
    const attempt = createAttempt(callback);
    const state = `${randomText()}|/search?q="50% off"&sort=price+name#größe;a=b/c`;
    const url = beginUrl(stage, realmRoutes, attempt, { state });
    await leaveFrom(stage, `${application.origin}/search`, url);
    const { searchParams } = await logInAtProvider(stage);
    if (searchParams.get("state") !== state) throw new Error("The state has changed.");
    const code = searchParams.get("code") ?? "";
    const tokens = await redeemCode(stage, realmRoutes.token, attempt, code);
    await getWithToken(stage, `${provider.origin}${realmRoutes.userinfo}`, tokens["access_token"]);
  },
  "other-user-after-logout": async (stage) => {
    const { tab, provider, application } = stage;
    const home = `${application.origin}/`;
    const callback = `${home}callback`;
    provider.configure({
      routes: ownRoutes,
      clients: [pageClient(callback, { post_logout_redirect_uris: [home] })],
    });
    await tab.goto(home);
    const logInAs = async (name: string) => {
      const attempt = createAttempt(callback, { scope: "openid" });
      await leave(stage, beginUrl(stage, ownRoutes, attempt));
      await tab.getByLabel("Name").fill(name);
      await logInAtProvider(stage);
      return await redeemInTab(stage, ownRoutes, attempt);
    };
    const tokens = await logInAs("ada");
    await logOut(stage, tokens["id_token"], home);
    await logInAs("grace");
  },
  "asks-silently-first": async (stage) => {
    const { provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({ routes: plainRoutes, clients: [pageClient(callback)] });
    const silent = createAttempt(callback);
    const url = beginUrl(stage, plainRoutes, silent, { prompt: "none" });
    await leaveFrom(stage, `${application.origin}/`, url);
    const attempt = createAttempt(callback);
    await leave(stage, beginUrl(stage, plainRoutes, attempt));
    await logInAtProvider(stage);
    const tokens = await redeemInTab(stage, plainRoutes, attempt);
    await getWithToken(stage, `${provider.origin}${plainRoutes.userinfo}`, tokens["access_token"]);
  },
};
