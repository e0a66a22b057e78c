import * as z from "zod/mini";
import { html } from "../../application.ts";
import { randomText } from "../../scene-parts/pkce.ts";
import { ownRoutes, plainRoutes } from "../../scene-parts/provider-routes.ts";
import { serverClient } from "../../scene-parts/provider-clients.ts";
import { createAttempt } from "../../scene-parts/attempt.ts";
import { logInAtProvider } from "../../scene-parts/provider-login.ts";
import { redirectTo, runScript, say } from "../../scene-parts/responses.ts";
import { withQuery } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { authJsCallback, serveAuthJs } from "../../scene-parts/auth-js-shop.ts";
import {
  logInAtSmallProvider,
  smallProviderOrigin,
  withProvider,
} from "../../scene-parts/scene-provider.ts";
import { createSmallProvider } from "../../scene-parts/small-provider.ts";
import { redeemAtServer } from "../../scene-parts/redeem-at-server.ts";

const readCookie = ({ headers }: Request, name: string): string =>
  new RegExp(`(?:^|; )${name}=([^;]*)`).exec(headers.get("cookie") ?? "")?.[1] ?? "";

const api = "/api/v1/authentication";

const redemptionSchema = z.object({ code: z.string(), code_verifier: z.string() });

/** Logs the user out when it opens, and lets them log in again from where they are. */
const logoutScript = `
  fetch("${api}/tokens", { method: "DELETE" }).then((answer) => answer.json()).then(() => {
    const link = document.createElement("a");
    link.href = "/auth?redirect=" + encodeURIComponent(location.pathname);
    link.textContent = "Log in again";
    document.body.replaceChildren("You are logged out. ", link);
  });`;

const authScript = `
  fetch("${api}/authorization-url").then((answer) => answer.json()).then(({ url, state, verifier }) => {
    const redirect = new URLSearchParams(location.search).get("redirect") ?? "/";
    sessionStorage.setItem(state, JSON.stringify({ verifier, redirect }));
    location.href = url;
  });`;

const callbackScript = `
  const response = new URLSearchParams(location.search);
  const { verifier, redirect } = JSON.parse(sessionStorage.getItem(response.get("state")));
  fetch("${api}/tokens", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code: response.get("code"), code_verifier: verifier }),
  }).then((answer) => answer.json()).then(({ success }) => {
    if (success) location.replace(redirect);
  });`;

/** Serves a page whose server redeems its codes and keeps the session in a cookie. */
function serveCollaboration({ application, provider }: ProviderStage, callback: string): void {
  application.respond("/logout", () => runScript(logoutScript));
  application.respond("/auth", () => runScript(authScript));
  application.respond("/oauth2/callback", () => runScript(callbackScript));
  application.respond(`${api}/authorization-url`, () => {
    const { verifier, parameters } = createAttempt(callback, { clientId: "shop-server" });
    const url = withQuery(`${provider.origin}${ownRoutes.authorization}`, parameters);
    return Response.json({ url, state: parameters.state, verifier });
  });
  application.respond(`${api}/tokens`, async (request) => {
    const setCookie = (value: string, age: number) =>
      Response.json(
        { success: true },
        {
          headers: {
            "set-cookie": `id_token=${value}; Max-Age=${age}; Path=/api; HttpOnly; SameSite=Strict`,
          },
        },
      );
    if (request.method === "DELETE") return setCookie("", 0);
    const answer = await redeemAtServer(`${provider.origin}${ownRoutes.token}`, {
      redirect_uri: callback,
      ...redemptionSchema.parse(await request.json()),
    });
    return answer.ok
      ? setCookie(randomText(), 3600)
      : Response.json({ success: false }, { status: 401 });
  });
}

/** Serves a portal that shows each error of its login, and keeps one state for each session. */
function servePortal({ application }: ProviderStage, callback: string): void {
  const states = new Map<string, string>();
  application.respond("/en", () => say('<a href="/login">Sign in</a>'));
  application.respond("/login", () => {
    const { parameters } = createAttempt(callback, { clientId: "portal", scope: "openid" });
    const id = randomText();
    states.set(id, parameters.state);
    const url = withQuery(`${smallProviderOrigin}${portalPaths.authorization}`, parameters);
    return redirectTo(url, [`portal_session=${id}; Path=/; HttpOnly; SameSite=Lax`]);
  });
  application.respond("/auth-callback", (request) => {
    const id = readCookie(request, "portal_session");
    const expected = states.get(id);
    states.delete(id);
    if (expected === new URL(request.url).searchParams.get("state"))
      return redirectTo("/en/users/me");
    return say("Invalid session state", { status: 400 });
  });
  application.respond("/en/users/me", () => say("Your profile and applications"));
}

const portalPaths = {
  authorization: "/oxauth/restv1/authorize",
  token: "/oxauth/restv1/token",
  keys: "/oxauth/restv1/jwks",
} as const;

const campusRoutes = { ...plainRoutes, authorization: "/oauth/authorize" } as const;

/** Sends the code to the API that redeems it. */
const codeScript = `
  fetch("/api/auth/callback" + location.search).then(async (answer) => {
    document.querySelector("p").textContent = answer.ok ? "Welcome" : JSON.stringify(await answer.json());
  });`;

/** Serves a page whose API passes on what the provider says. */
function serveCampus({ application, provider }: ProviderStage, callback: string): void {
  application.respond("/", () => {
    const url = withQuery(`${provider.origin}${campusRoutes.authorization}`, {
      client_id: "shop-server",
      redirect_uri: callback,
      response_type: "code",
      scope: "openid",
    });
    return html(`<!doctype html><title>Campus</title><link rel="icon" href="data:,">
<a href="${url.replaceAll("&", "&amp;")}">Login with campus</a>`);
  });
  application.respond("/auth/callback", () => runScript(codeScript));
  application.respond("/api/auth/callback", async ({ url }) => {
    const answer = await fetch(`${provider.origin}${campusRoutes.token}`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: "shop-server",
        client_secret: "the-secret-of-last-year",
        code: new URL(url).searchParams.get("code") ?? "",
        redirect_uri: callback,
      }),
    });
    return Response.json(await answer.json(), { status: answer.status });
  });
}

// The page does as the library's own functions for pages, and returns to its own address.
const loginPage = `<!doctype html><title>Log in</title><link rel="icon" href="data:,">
<button>Sign in with Acme</button>
<script>
document.querySelector("button").onclick = async () => {
  const { csrfToken } = await (await fetch("/auth/csrf")).json();
  const callbackUrl = new URLSearchParams(location.search).get("callbackUrl") ?? location.href;
  const answer = await fetch("/auth/signin/acme", {
    method: "POST",
    headers: { "X-Auth-Return-Redirect": "1" },
    body: new URLSearchParams({ csrfToken, callbackUrl }),
  });
  location.href = (await answer.json()).url;
};
</script>`;

const forbiddenPage = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Error</title><link rel="icon" href="data:,"></head>
<body><pre>ForbiddenError: invalid csrf token</pre></body></html>`;

/**
 * Serves an editor whose session cookie is a secure one. On a connection without TLS its session
 * library sends no cookie at all, so each request gets a session of its own.
 */
function serveEditor({ application }: ProviderStage): void {
  const tokens = new Map<string, string>();
  application.respond("/project", () => redirectTo("/login"));
  application.respond("/login", async (request) => {
    const id = readCookie(request, "sharelatex.sid") || randomText();
    if (request.method === "POST") {
      const sent = new URLSearchParams(await request.text()).get("_csrf");
      if (sent === tokens.get(id)) throw new Error("The session was kept.");
      const headers = { "content-type": "text/html; charset=utf-8" };
      return new Response(forbiddenPage, { status: 403, headers });
    }
    const token = randomText();
    tokens.set(id, token);
    return html(`<!doctype html><title>Editor</title><link rel="icon" href="data:,">
<form method="post"><input type="hidden" name="_csrf" value="${token}">
<input name="email" type="email"><input name="password" type="password"><button>Log In</button></form>`);
  });
}

/** The scenes of applications whose server keeps the session. */
export const ownServerScenes: ProviderScenes = {
  "back-at-logout-after-login": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/oauth2/callback`;
    provider.configure({ routes: ownRoutes, clients: [serverClient(callback)] });
    serveCollaboration(stage, callback);
    await tab.goto(`${application.origin}/logout`);
    await tab.getByRole("link", { name: "Log in again" }).click();
    await logInAtProvider(stage);
    await tab.getByText("You are logged out").waitFor();
  },
  "portal-entered-twice": async (stage) => {
    const { tab, application } = stage;
    servePortal(stage, `${application.origin}/auth-callback`);
    const provider = await createSmallProvider({ paths: portalPaths, keepsSessions: false });
    await withProvider(provider, async () => {
      await tab.goto(`${application.origin}/en`);
      await tab.getByRole("link", { name: "Sign in" }).click();
      await logInAtSmallProvider(stage);
      await tab.getByText("Your profile").waitFor();
      await tab.waitForLoadState("networkidle");
      await tab.goBack();
      await logInAtSmallProvider(stage);
      await tab.getByText("Invalid session state").waitFor();
    });
  },
  "campus-login-returns-json": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/auth/callback`;
    const pkce = { required: () => false };
    provider.configure({ routes: campusRoutes, clients: [serverClient(callback)], pkce });
    serveCampus(stage, callback);
    await tab.goto(`${application.origin}/`);
    await tab.getByRole("link", { name: "Login with campus" }).click();
    await logInAtProvider(stage);
    await tab.getByText("invalid_client").waitFor();
  },
  "login-page-comes-back": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}${authJsCallback}`;
    provider.configure({ routes: plainRoutes, clients: [serverClient(callback)] });
    serveAuthJs(stage);
    application.respond("/auth/login", () => html(loginPage));
    await tab.goto(`${application.origin}/auth/login`);
    await tab.getByRole("button", { name: "Sign in with Acme" }).click();
    await logInAtProvider(stage);
    await tab.getByRole("button", { name: "Sign in with Acme" }).waitFor();
  },
  "editor-refuses-every-login": async (stage) => {
    const { tab, application } = stage;
    serveEditor(stage);
    await tab.goto(`${application.origin.replace("localhost", "editor.localhost")}/project`);
    await tab.locator("[name=email]").fill("ada@example.com");
    await tab.locator("[name=password]").fill("correct-horse-1");
    await tab.getByRole("button", { name: "Log In" }).click();
    await tab.getByText("invalid csrf token").waitFor();
  },
};
