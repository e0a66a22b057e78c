import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from "jose";
import { createHash, randomUUID } from "node:crypto";
import { leave } from "../scene-parts/tab.ts";
import { randomText } from "../scene-parts/pkce.ts";
import { getWithToken, postForm, redeemCode, sendFromPage } from "../scene-parts/page-requests.ts";
import { serveBackend } from "../scene-parts/backend.ts";
import { ownPages } from "../scene-parts/provider.ts";
import { ownRoutes, plainRoutes, realmRoutes } from "../scene-parts/provider-routes.ts";
import { pageClient, serverClient } from "../scene-parts/provider-clients.ts";
import { createAttempt } from "../scene-parts/attempt.ts";
import { runScript, say } from "../scene-parts/responses.ts";
import { withQuery } from "../scene-parts/urls.ts";
import { confirmLogout, leaveFrom, logInAtProvider } from "../scene-parts/provider-login.ts";
import type { ProviderScenes, ProviderStage } from "../provider-stage.ts";

/** Logs in at an application with a server, and waits until its page knows its user. */
async function logInAtBackend(stage: ProviderStage): Promise<void> {
  const { tab, application } = stage;
  application.respond("/", () =>
    runScript(`fetch("/api/session").then((r) => r.json()).then(({ name }) => {
      document.body.append(name ? "Hello " + name : "Please log in");
    });`),
  );
  await tab.goto(`${application.origin}/`);
  await tab.getByText("Please log in").waitFor();
  await leave(stage, `${application.origin}/login`);
  await logInAtProvider(stage);
  await tab.getByText("Hello Ada").waitFor();
}

/** Creates DPoP proofs with one key (RFC 9449, section 4.2). */
async function createProver() {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const jwk = await exportJWK(publicKey);
  return async (htm: string, htu: string, accessToken?: string): Promise<string> => {
    const ath = accessToken && createHash("sha256").update(accessToken).digest("base64url");
    return await new SignJWT({ htm, htu, jti: randomUUID(), ...(ath && { ath }) })
      .setProtectedHeader({ typ: "dpop+jwt", alg: "ES256", jwk })
      .setIssuedAt()
      .sign(privateKey);
  };
}

/** Logins at a provider of another make that work. */
export const providerCleanScenes: ProviderScenes = {
  "realm-paths": async (stage) => {
    const { tab, provider, application } = stage;
    const home = `${application.origin}/`;
    provider.configure({
      routes: realmRoutes,
      clients: [pageClient(`${home}signed-in`, { post_logout_redirect_uris: [home] })],
    });
    await tab.goto(home);
    await sendFromPage(stage, { url: `${provider.origin}/.well-known/openid-configuration` });
    const attempt = createAttempt(`${home}signed-in`);
    await leave(
      stage,
      withQuery(`${provider.origin}${realmRoutes.authorization}`, attempt.parameters),
    );
    const returned = await logInAtProvider(stage);
    const tokens = await redeemCode(
      stage,
      realmRoutes.token,
      attempt,
      returned.searchParams.get("code") ?? "",
    );
    await getWithToken(stage, `${provider.origin}${realmRoutes.userinfo}`, tokens["access_token"]);
    // A router's own navigation: no request.
    await tab.evaluate(() => history.replaceState(null, "", "/orders"));
    await leave(
      stage,
      withQuery(`${provider.origin}${realmRoutes.end_session}`, {
        id_token_hint: String(tokens["id_token"]),
        post_logout_redirect_uri: home,
      }),
    );
    await confirmLogout(stage, home);
  },
  "server-redeems": async (stage) => {
    const callback = `${stage.application.origin}/callback`;
    stage.provider.configure({ routes: plainRoutes, clients: [serverClient(callback)] });
    serveBackend(stage, { routes: plainRoutes });
    await logInAtBackend(stage);
  },
  "hybrid-posted-to-server": async (stage) => {
    const callback = `${stage.application.origin}/callback`;
    stage.provider.configure({
      routes: ownRoutes,
      clients: [
        serverClient(callback, {
          application_type: "native",
          grant_types: ["authorization_code", "implicit"],
          response_types: ["code id_token"],
        }),
      ],
    });
    serveBackend(stage, {
      routes: ownRoutes,
      parameters: { response_type: "code id_token", response_mode: "form_post" },
      loginCookie: "Path=/; HttpOnly; Secure; SameSite=None",
    });
    await logInAtBackend(stage);
  },
  "id-token-only": async (stage) => {
    const { provider, application } = stage;
    const callback = `${application.origin}/enter`;
    provider.configure({
      routes: ownRoutes,
      clients: [
        pageClient(callback, {
          application_type: "native",
          grant_types: ["implicit"],
          response_types: ["id_token"],
        }),
      ],
    });
    const url = withQuery(`${provider.origin}${ownRoutes.authorization}`, {
      client_id: "shop-web",
      redirect_uri: callback,
      response_type: "id_token",
      scope: "openid email",
      nonce: randomText(),
      state: `${randomText()}~/orders?page=2`,
    });
    await leaveFrom(stage, `${application.origin}/orders?page=2`, url);
    await logInAtProvider(stage);
    await stage.tab.evaluate(() => history.replaceState(null, "", "/orders?page=2"));
  },
  "refresh-rotates": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({
      routes: plainRoutes,
      clients: [pageClient(callback)],
      rotateRefreshToken: true,
    });
    const attempt = createAttempt(callback, { scope: "openid profile offline_access" });
    const url = withQuery(`${provider.origin}/auth`, { ...attempt.parameters, prompt: "consent" });
    await leaveFrom(stage, `${application.origin}/`, url);
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByRole("button", { name: "Allow" }).click();
    await tab.waitForURL((reached) => reached.origin === application.origin);
    await tab.waitForLoadState();
    const code = new URL(tab.url()).searchParams.get("code") ?? "";
    let tokens = await redeemCode(stage, "/token", attempt, code);
    for (let count = 0; count < 3; count += 1) {
      await getWithToken(stage, `${provider.origin}/me`, tokens["access_token"]);
      tokens = await postForm(stage, `${provider.origin}/token`, {
        grant_type: "refresh_token",
        client_id: "shop-web",
        refresh_token: String(tokens["refresh_token"]),
      });
    }
  },
  "popup-login": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/popup-done`;
    provider.configure({ routes: plainRoutes, clients: [pageClient(callback)] });
    application.respond("/popup-done", () =>
      runScript("opener.postMessage(location.search, location.origin); close();"),
    );
    await tab.goto(`${application.origin}/`);
    const attempt = createAttempt(callback);
    const opened = tab.waitForEvent("popup");
    const answered = tab.evaluate(
      (url) => {
        const { promise, resolve } = Promise.withResolvers<string>();
        addEventListener("message", ({ data }) => resolve(String(data)), { once: true });
        open(url, "login", "popup,width=400,height=500");
        return promise;
      },
      withQuery(`${provider.origin}/auth`, attempt.parameters),
    );
    const popup = await opened;
    await popup.getByRole("button", { name: "Log in" }).click();
    const code = new URLSearchParams(await answered).get("code") ?? "";
    const tokens = await redeemCode(stage, "/token", attempt, code);
    await getWithToken(stage, `${provider.origin}/me`, tokens["access_token"]);
  },
  "pushed-by-server": async (stage) => {
    const callback = `${stage.application.origin}/callback`;
    stage.provider.configure({
      routes: plainRoutes,
      clients: [serverClient(callback)],
      features: { ...ownPages, pushedAuthorizationRequests: { enabled: true } },
    });
    serveBackend(stage, { routes: plainRoutes, pushPath: "/request" });
    await logInAtBackend(stage);
  },
  "response-as-jwt": async (stage) => {
    const { provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({
      routes: realmRoutes,
      clients: [pageClient(callback, { authorization_signed_response_alg: "RS256" })],
      features: { ...ownPages, jwtResponseModes: { enabled: true } },
    });
    const attempt = createAttempt(callback);
    const url = withQuery(`${provider.origin}${realmRoutes.authorization}`, {
      ...attempt.parameters,
      response_mode: "jwt",
    });
    await leaveFrom(stage, `${application.origin}/`, url);
    const returned = await logInAtProvider(stage);
    await sendFromPage(stage, { url: `${provider.origin}${realmRoutes.jwks}` });
    const { code } = decodeJwt(returned.searchParams.get("response") ?? "");
    await redeemCode(stage, realmRoutes.token, attempt, String(code));
  },
  "dpop-tokens": async (stage) => {
    const { provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({
      routes: plainRoutes,
      clients: [pageClient(callback, { dpop_bound_access_tokens: true })],
      features: { ...ownPages, dPoP: { enabled: true } },
    });
    const prove = await createProver();
    const attempt = createAttempt(callback);
    const url = withQuery(`${provider.origin}/auth`, attempt.parameters);
    await leaveFrom(stage, `${application.origin}/`, url);
    const returned = await logInAtProvider(stage);
    const tokenUrl = `${provider.origin}/token`;
    const fields = {
      grant_type: "authorization_code",
      client_id: "shop-web",
      redirect_uri: callback,
      code: returned.searchParams.get("code") ?? "",
      code_verifier: attempt.verifier,
    };
    const proof = await prove("POST", tokenUrl);
    const tokens = await postForm(stage, tokenUrl, fields, { dpop: proof });
    const accessToken = String(tokens["access_token"]);
    const userUrl = `${provider.origin}/me`;
    const dpop = await prove("GET", userUrl, accessToken);
    await sendFromPage(stage, {
      url: userUrl,
      headers: { authorization: `DPoP ${accessToken}`, dpop },
    });
  },
  "elliptic-keys": async (stage) => {
    const { provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({
      routes: ownRoutes,
      clients: [
        pageClient(callback, {
          id_token_signed_response_alg: "ES256",
          userinfo_signed_response_alg: "ES256",
        }),
      ],
      features: { ...ownPages, claimsParameter: { enabled: true }, jwtUserinfo: { enabled: true } },
    });
    const attempt = createAttempt(callback);
    const url = withQuery(`${provider.origin}${ownRoutes.authorization}`, {
      ...attempt.parameters,
      claims: JSON.stringify({ id_token: { email: { essential: true } } }),
      max_age: "600",
    });
    await leaveFrom(stage, `${application.origin}/`, url);
    const returned = await logInAtProvider(stage);
    const code = returned.searchParams.get("code") ?? "";
    const tokens = await redeemCode(stage, ownRoutes.token, attempt, code);
    await sendFromPage(stage, { url: `${provider.origin}${ownRoutes.jwks}` });
    await getWithToken(stage, `${provider.origin}${ownRoutes.userinfo}`, tokens["access_token"]);
  },
  "provider-under-app-origin": async (stage) => {
    const { tab, provider } = stage;
    const callback = `${provider.origin}/app/done`;
    const routes = {
      authorization: "/idp/auth",
      token: "/idp/token",
      userinfo: "/idp/me",
      jwks: "/idp/keys",
    };
    provider.configure({ routes, clients: [pageClient(callback)] });
    const page = await say("Shop").text();
    provider.showPage("/app/", page);
    provider.showPage("/app/done", page);
    const attempt = createAttempt(callback);
    const url = withQuery(`${provider.origin}${routes.authorization}`, attempt.parameters);
    await leaveFrom(stage, `${provider.origin}/app/`, url);
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.waitForURL((reached) => reached.pathname === "/app/done");
    await tab.waitForLoadState();
    const code = new URL(tab.url()).searchParams.get("code") ?? "";
    const tokens = await redeemCode(stage, routes.token, attempt, code);
    await getWithToken(stage, `${provider.origin}${routes.userinfo}`, tokens["access_token"]);
  },
};
