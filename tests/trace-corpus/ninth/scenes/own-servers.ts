import * as z from "zod/mini";
import { html } from "../../application.ts";
import { randomText } from "../../scenes/protocol.ts";
import { ownRoutes, plainRoutes, serverClient, serverSecret } from "../../second/provider.ts";
import {
  createAttempt,
  logInAtProvider,
  redirectTo,
  runScript,
  withQuery,
} from "../../second/relying-party.ts";
import type { SecondScenes, SecondStage } from "../../second/stage.ts";
import { createInstance, discoverProvider } from "../../seventh/scenes/openid-client.ts";

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
function serveCollaboration({ application, provider }: SecondStage, callback: string): void {
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
    const answer = await fetch(`${provider.origin}${ownRoutes.token}`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: "shop-server",
        client_secret: serverSecret,
        redirect_uri: callback,
        ...redemptionSchema.parse(await request.json()),
      }),
    });
    return answer.ok
      ? setCookie(randomText(), 3600)
      : Response.json({ success: false }, { status: 401 });
  });
}

/** The lifetime of a dashboard's access cookie, in seconds. */
const accessLifetime = 5;

const readings = ["/api/v4/entries", "/api/v4/treatments", "/api/v4/devicestatus"] as const;

/** Asks for all parts at once, and shows the login if one of them knows no user. */
const dashboardScript = `
  Promise.all(${JSON.stringify(readings)}.map((path) => fetch(path))).then((answers) => {
    const isKnown = answers.every(({ ok }) => ok);
    document.querySelector("p").textContent = isKnown ? "All is well" : "Please sign in";
  });`;

/** Serves a dashboard whose API renews a session by itself, with the refresh token in a cookie. */
async function serveDashboard(stage: SecondStage, callback: string): Promise<void> {
  const { application } = stage;
  const instance = createInstance(await discoverProvider(stage), callback);
  const accessTokens = new Set<string>();
  const refreshTokens = new Set<string>();
  const issue = (): string[] => {
    const [access, refresh] = [randomText(), randomText()];
    accessTokens.add(access);
    refreshTokens.add(refresh);
    return [
      `access=${access}; Max-Age=${accessLifetime}; Path=/; HttpOnly; SameSite=Lax`,
      `refresh=${refresh}; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax`,
    ];
  };
  application.respond("/", () => runScript(dashboardScript));
  application.respond("/signin", (request) => instance.begin(request));
  application.respond("/signin/return", async (request) => {
    const { failure, cookies } = await instance.finish(request, new URL(request.url));
    if (failure !== undefined) throw new Error(failure);
    return redirectTo("/", [...cookies, ...issue()]);
  });
  for (const path of readings)
    application.respond(path, (request) => {
      if (accessTokens.has(readCookie(request, "access"))) return Response.json({ items: [] });
      // Each refresh token is good for one renewal.
      if (!refreshTokens.delete(readCookie(request, "refresh")))
        return Response.json({ error: "unauthorized" }, { status: 401 });
      const response = Response.json({ items: [] });
      for (const cookie of issue()) response.headers.append("set-cookie", cookie);
      return response;
    });
}

const forbiddenPage = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Error</title><link rel="icon" href="data:,"></head>
<body><pre>ForbiddenError: invalid csrf token</pre></body></html>`;

/**
 * Serves an editor whose session cookie is a secure one. On a connection without TLS its session
 * library sends no cookie at all, so each request gets a session of its own.
 */
function serveEditor({ application }: SecondStage): void {
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
export const ownServerScenes: SecondScenes = {
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
  "dashboard-asks-to-sign-in-again": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/signin/return`;
    provider.configure({ routes: plainRoutes, clients: [serverClient(callback)] });
    await serveDashboard(stage, callback);
    await tab.goto(`${application.origin}/signin`);
    await logInAtProvider(stage);
    await tab.getByText("All is well").waitFor();
    await tab.waitForTimeout((accessLifetime + 2) * 1000);
    await tab.reload();
    await tab.getByText("Please sign in").waitFor();
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
