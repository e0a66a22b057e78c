import { createHash } from "node:crypto";
import { leave } from "../scene-parts/tab.ts";
import { randomText } from "../scene-parts/pkce.ts";
import { redeemCode, sendFromPage } from "../scene-parts/page-requests.ts";
import { serveBackend } from "../scene-parts/backend.ts";
import { ownRoutes, plainRoutes, realmRoutes } from "../scene-parts/provider-routes.ts";
import { pageClient, serverClient } from "../scene-parts/provider-clients.ts";
import { createAttempt } from "../scene-parts/attempt.ts";
import { leaveFrom, logInAtProvider } from "../scene-parts/provider-login.ts";
import { redirectTo, runScript } from "../scene-parts/responses.ts";
import { withQuery } from "../scene-parts/urls.ts";
import type { ProviderScenes } from "../provider-stage.ts";

/** Logins at a provider of another make that fail, each for one reason. */
export const providerFaultScenes: ProviderScenes = {
  "redirect-encoded-twice": async (stage) => {
    const { provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({ routes: realmRoutes, clients: [pageClient(callback)] });
    const { parameters } = createAttempt(callback);
    const url = withQuery(`${provider.origin}${realmRoutes.authorization}`, {
      ...parameters,
      redirect_uri: encodeURIComponent(callback),
    });
    await leaveFrom(stage, `${application.origin}/`, url);
  },
  "cookie-of-other-tab": async (stage) => {
    const { tab, context, provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({ routes: plainRoutes, clients: [serverClient(callback)] });
    serveBackend(stage, { routes: plainRoutes });
    await leaveFrom(stage, `${application.origin}/`, `${application.origin}/login`);
    const other = await context.newPage();
    await other.goto(`${application.origin}/login`);
    await other.getByRole("button", { name: "Log in" }).waitFor();
    await tab.bringToFront();
    await logInAtProvider(stage);
    await tab.getByText("the state does not match").waitFor();
  },
  "fragment-for-server": async (stage) => {
    const callback = `${stage.application.origin}/callback`;
    stage.provider.configure({ routes: realmRoutes, clients: [serverClient(callback)] });
    serveBackend(stage, { routes: realmRoutes, parameters: { response_mode: "fragment" } });
    const { origin } = stage.application;
    await leaveFrom(stage, `${origin}/`, `${origin}/login`);
    await logInAtProvider(stage);
    await stage.tab.getByText("the response has no code").waitFor();
  },
  "challenge-in-hex": async (stage) => {
    const { provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({ routes: realmRoutes, clients: [pageClient(callback)] });
    const attempt = createAttempt(callback);
    const url = withQuery(`${provider.origin}${realmRoutes.authorization}`, {
      ...attempt.parameters,
      code_challenge: createHash("sha256").update(attempt.verifier).digest("hex"),
    });
    await leaveFrom(stage, `${application.origin}/`, url);
    const returned = await logInAtProvider(stage);
    const code = returned.searchParams.get("code") ?? "";
    await redeemCode(stage, realmRoutes.token, attempt, code);
  },
  "token-as-json": async (stage) => {
    const { provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({ routes: plainRoutes, clients: [pageClient(callback)] });
    const attempt = createAttempt(callback);
    const url = withQuery(`${provider.origin}/auth`, attempt.parameters);
    await leaveFrom(stage, `${application.origin}/`, url);
    const returned = await logInAtProvider(stage);
    await sendFromPage(stage, {
      url: `${provider.origin}/token`,
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        grant_type: "authorization_code",
        client_id: "shop-web",
        redirect_uri: callback,
        code: returned.searchParams.get("code"),
        code_verifier: attempt.verifier,
      }),
    });
  },
  "renewal-frame-without-session": async (stage) => {
    const { tab, provider, application } = stage;
    const home = `${application.otherOrigin}/`;
    const callbacks = [`${home}callback`, `${home}silent`];
    provider.configure({
      routes: plainRoutes,
      clients: [pageClient(`${home}callback`, { redirect_uris: callbacks })],
    });
    application.respond("/silent", () => runScript("parent.postMessage(location.search, origin);"));
    const attempt = createAttempt(`${home}callback`);
    const url = withQuery(`${provider.origin}/auth`, attempt.parameters);
    await leaveFrom(stage, home, url);
    const returned = await logInAtProvider(stage);
    const code = returned.searchParams.get("code") ?? "";
    await redeemCode(stage, "/token", attempt, code);
    const renewal = createAttempt(`${home}silent`).parameters;
    await tab.evaluate(
      (src) => {
        const { promise, resolve } = Promise.withResolvers<string>();
        addEventListener("message", ({ data }) => resolve(String(data)), { once: true });
        const frame = document.createElement("iframe");
        frame.src = src;
        document.body.append(frame);
        return promise;
      },
      withQuery(`${provider.origin}/auth`, { ...renewal, prompt: "none" }),
    );
  },
  "logout-return-not-registered": async (stage) => {
    const { provider, application } = stage;
    const home = `${application.origin}/`;
    provider.configure({
      routes: plainRoutes,
      clients: [pageClient(`${home}callback`, { post_logout_redirect_uris: [`${home}bye`] })],
    });
    const attempt = createAttempt(`${home}callback`);
    await leaveFrom(stage, home, withQuery(`${provider.origin}/auth`, attempt.parameters));
    const returned = await logInAtProvider(stage);
    const code = returned.searchParams.get("code") ?? "";
    const tokens = await redeemCode(stage, "/token", attempt, code);
    const logout = {
      id_token_hint: String(tokens["id_token"]),
      post_logout_redirect_uri: `${home}goodbye`,
      state: randomText(),
    };
    await leave(stage, withQuery(`${provider.origin}/session/end`, logout));
  },
  "session-cookie-refused": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({ routes: ownRoutes, clients: [serverClient(callback)] });
    serveBackend(stage, {
      routes: ownRoutes,
      sessionCookie: "Path=/; HttpOnly; SameSite=None",
    });
    application.respond("/", () =>
      runScript(`fetch("/api/session").then(({ status }) => {
        const rounds = Number(sessionStorage.rounds ?? 0);
        if (status === 401 && rounds < 3) {
          sessionStorage.rounds = rounds + 1;
          location.assign("/login");
        } else document.body.append(status === 401 ? "You cannot be signed in" : "Hello");
      });`),
    );
    await tab.goto(`${application.origin}/`);
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("You cannot be signed in").waitFor();
  },
  "issuer-of-inner-host": async (stage) => {
    const { provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({
      issuer: "http://idp.internal.example:8080",
      routes: realmRoutes,
      clients: [pageClient(callback)],
    });
    const attempt = createAttempt(callback);
    const url = withQuery(`${provider.origin}${realmRoutes.authorization}`, attempt.parameters);
    await leaveFrom(stage, `${application.origin}/`, url);
    const returned = await logInAtProvider(stage);
    const code = returned.searchParams.get("code") ?? "";
    // The application compares `iss` with its configured authority, and stops.
    await redeemCode(stage, realmRoutes.token, attempt, code);
  },
  "api-redirects-fetch": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({ routes: plainRoutes, clients: [serverClient(callback)] });
    const sent = createAttempt(callback, { clientId: "shop-server" }).parameters;
    application.respond("/api/orders", () =>
      redirectTo(withQuery(`${provider.origin}/auth`, sent), [
        `shop_login=${sent.state}; Path=/; HttpOnly; SameSite=Lax`,
      ]),
    );
    await tab.goto(`${application.origin}/`);
    await sendFromPage(stage, { url: `${application.origin}/api/orders` });
  },
};
