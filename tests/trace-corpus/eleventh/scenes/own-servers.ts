import * as z from "zod/mini";
import { randomText } from "../../scene-parts/pkce.ts";
import { realmRoutes } from "../../scene-parts/provider-routes.ts";
import { serverClient } from "../../scene-parts/provider-clients.ts";
import { createAttempt } from "../../scene-parts/attempt.ts";
import { logInAtProvider } from "../../scene-parts/provider-login.ts";
import { runScript } from "../../scene-parts/responses.ts";
import { withQuery } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { authJsCallback, pressAtShop, serveAuthJs } from "../../scene-parts/auth-js-shop.ts";
import { redeemAtServer } from "../../scene-parts/redeem-at-server.ts";

const rootRoutes = {
  authorization: "/oauth/authorize",
  token: "/oauth/redeem",
  userinfo: "/oauth/whoami",
  jwks: "/oauth/discovery/keys",
} as const;

const exchangeSchema = z.object({ code: z.string(), code_verifier: z.string() });
const tokensSchema = z.object({ access_token: z.string() });

/** The pages of a convention: they ask their server for a token before they show anything. */
const conventionScript = `
  const post = (path, fields, token) => fetch(path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token && { authorization: "Bearer " + token }),
    },
    body: JSON.stringify(fields),
  });
  const say = (text) => { document.querySelector("p").textContent = text; };
  const signIn = async () => {
    const { url, state, verifier } = await (await post("/client_configuration", {})).json();
    sessionStorage.setItem(state, verifier);
    location.assign(url);
  };
  const finish = async () => {
    const response = new URLSearchParams(location.search);
    const answer = await post("/oauth_session/exchange", {
      code: response.get("code"),
      code_verifier: sessionStorage.getItem(response.get("state")),
    });
    const { signed_in: isSignedIn } = await answer.json();
    say(isSignedIn ? "Welcome back" : "");
    setTimeout(() => location.replace("/my_schedule"), 400);
  };
  const start = async () => {
    say("");
    const answer = await post("/oauth_session/refresh", {});
    const { access_token: token } = await answer.json();
    const { data } = await (await post("/graphql", { query: "{ currentUser { name } }" }, token)).json();
    if (data.currentUser) say("Schedule of " + data.currentUser.name);
    else document.title = "Sign in";
  };`;

/** The server of the convention: its cookie holds the session, its pages hold a token. */
function answerConvention({ provider }: ProviderStage, callback: string) {
  const sessions = new Map<string, string>();
  const verifierOf = { clientId: "shop-server", scope: "openid profile" };
  return async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname === "/client_configuration") {
      const { verifier, parameters } = createAttempt(callback, verifierOf);
      const url = withQuery(`${provider.origin}${rootRoutes.authorization}`, parameters);
      return Response.json({ url, state: parameters.state, verifier });
    }
    if (pathname === "/oauth_session/exchange") {
      const answer = await redeemAtServer(`${provider.origin}${rootRoutes.token}`, {
        redirect_uri: callback,
        ...exchangeSchema.parse(await request.json()),
      });
      const { access_token: token } = tokensSchema.parse(await answer.json());
      const id = randomText();
      sessions.set(id, token);
      const cookie = `intercon_refresh=${id}; Path=/; HttpOnly; SameSite=Lax`;
      return Response.json({ signed_in: true }, { headers: { "set-cookie": cookie } });
    }
    if (pathname === "/oauth_session/refresh") {
      const cookie = request.headers.get("cookie") ?? "";
      const token = sessions.get(/intercon_refresh=([^;]*)/.exec(cookie)?.[1] ?? "");
      if (token !== undefined) return Response.json({ access_token: token });
      return Response.json({ error: "missing_refresh_token" }, { status: 401 });
    }
    const isKnown = request.headers.has("authorization");
    return Response.json({ data: { currentUser: isKnown ? { name: "Ada" } : null } });
  };
}

/** Serves the convention behind a CDN, whose policy forwards no cookies to the server. */
function serveBehindCdn(stage: ProviderStage, callback: string): void {
  const answer = answerConvention(stage, callback);
  const forward = async (request: Request): Promise<Response> => {
    const headers = new Headers(request.headers);
    headers.delete("cookie");
    const body = await request.text();
    const response = await answer(new Request(request.url, { method: "POST", headers, body }));
    response.headers.set("via", "1.1 edge-7.cdn.example (EdgeCache)");
    response.headers.set("x-cache", response.ok ? "Miss from edge" : "Error from edge");
    return response;
  };
  const { application } = stage;
  for (const path of [
    "/client_configuration",
    "/oauth_session/exchange",
    "/oauth_session/refresh",
    "/graphql",
  ])
    application.respond(path, forward);
  application.respond("/", () => runScript(conventionScript));
  application.respond("/oauth/callback", () => runScript(`${conventionScript}finish();`));
  application.respond("/my_schedule", () => runScript(`${conventionScript}start();`));
}

/** The scenes of applications with a server, at a provider of another make. */
export const ownServerScenes: ProviderScenes = {
  "convention-page-stays-blank": async (stage) => {
    const { tab, provider, application } = stage;
    const origin = application.origin.replace("localhost", "con.localhost");
    const callback = `${origin}/oauth/callback`;
    provider.configure({ routes: rootRoutes, clients: [serverClient(callback)] });
    serveBehindCdn(stage, callback);
    await tab.goto(`${origin}/`);
    const asked = tab.waitForResponse("**/graphql");
    await tab.evaluate("void signIn()");
    await logInAtProvider(stage);
    await asked;
    await tab.waitForFunction(() => document.title === "Sign in");
  },
  "signed-out-and-in-again": async (stage) => {
    const { tab, provider, application } = stage;
    provider.configure({
      routes: realmRoutes,
      clients: [serverClient(`${application.origin}${authJsCallback}`)],
      conformIdTokenClaims: false,
    });
    serveAuthJs(stage, { checks: ["pkce"] });
    await tab.goto(`${application.origin}/`);
    await pressAtShop(stage, { greeting: "Please sign in", button: "Sign in" });
    await logInAtProvider(stage);
    await tab.getByText("Hello Ada").waitFor();
    await tab.waitForLoadState("networkidle");
    await pressAtShop(stage, { greeting: "Hello", button: "Sign out" });
    await tab.getByText("Please sign in").waitFor();
    await tab.waitForLoadState("networkidle");
    await pressAtShop(stage, { greeting: "Please sign in", button: "Sign in" });
    await tab.getByText("Hello Ada").waitFor();
  },
};
