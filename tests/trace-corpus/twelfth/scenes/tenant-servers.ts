import * as z from "zod/mini";
import { demo } from "../../../launch/demo.ts";
import { html } from "../../application.ts";
import { readCookie } from "../../scene-parts/cookies.ts";
import { withoutForeignCookies } from "../../scene-parts/foreign-cookies.ts";
import { randomText } from "../../scene-parts/pkce.ts";
import { createAttempt, type Attempt } from "../../scene-parts/attempt.ts";
import { redirectTo, runScript } from "../../scene-parts/responses.ts";
import { withQuery, type Fields } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";

const tokensSchema = z.object({ access_token: z.string() });

interface ServerLogin {
  /** The path that begins a login. */
  readonly begin: string;
  /** The callback: an absolute URL. */
  readonly callback: string;
  /** Answers the callback of a login that worked. */
  readonly finish: (accessToken: string) => Response;
}

/** Serves the logins of an application's server, which redeems the codes itself. */
async function serveLogin(
  { tenant, application, control }: ProviderStage,
  { begin, callback, finish }: ServerLogin,
): Promise<void> {
  await control.changeClient(demo.clientId, { callbacks: [callback] });
  const attempts = new Map<string, Attempt>();
  application.respond(begin, () => {
    const attempt = createAttempt(callback, {
      clientId: demo.clientId,
      scope: "openid profile email",
    });
    const { state } = attempt.parameters;
    attempts.set(state, attempt);
    return redirectTo(withQuery(`${tenant.origin}/authorize`, attempt.parameters), [
      `login_state=${state}; Path=/; HttpOnly; SameSite=Lax`,
    ]);
  });
  application.respond(new URL(callback).pathname, async (request) => {
    const query = new URL(request.url).searchParams;
    const state = query.get("state") ?? "";
    const attempt = attempts.get(state);
    if (attempt === undefined || readCookie(request, "login_state") !== state)
      return new Response("This login is too old.", { status: 400 });
    attempts.delete(state);
    const answer = await fetch(`${tenant.origin}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: demo.clientId,
        redirect_uri: callback,
        code: query.get("code") ?? "",
        code_verifier: attempt.verifier,
      }),
    });
    return finish(tokensSchema.parse(await answer.json()).access_token);
  });
}

/** Sends the browser on to another host with a page, as the tenant's form allows no such redirect. */
const continueTo = (url: string, cookie: string): Response =>
  html(
    `<!doctype html><title>Signing in</title><link rel="icon" href="data:,"><script>location.replace("${url}")</script>`,
    { "set-cookie": cookie },
  );

/** A page that asks its server on another host who the user is. */
const whoScript = (url: string, login: string): string => `
  const say = (text) => { document.querySelector("p").textContent = text; };
  const login = () => location.assign("${login}");
  const load = async () => {
    try {
      const answer = await fetch("${url}", { credentials: "include" });
      if (answer.ok) say("Hello " + (await answer.json()).name);
      else say("Please log in, " + answer.status);
    } catch (error) {
      say("Could not load your account: " + error.message);
    }
  };
  if (location.pathname === "/") say("Welcome");
  else load();`;

/** Serves the answer to the question who the user is, for the cookie with this name. */
function serveWho(
  { application }: ProviderStage,
  {
    path,
    cookie,
    sessions,
    headers,
  }: {
    path: string;
    cookie: string;
    sessions: ReadonlySet<string>;
    headers: Fields;
  },
): void {
  application.respond(path, (request) => {
    if (sessions.has(readCookie(request, cookie) ?? ""))
      return Response.json({ name: "Ada" }, { headers });
    return Response.json({ error: "Not authenticated" }, { status: 401, headers });
  });
}

/** A file store: its server gives the page a code of its own, and the page asks for a session. */
const filesScript = `
  const say = (text) => { document.querySelector("p").textContent = text; };
  const routes = {
    "/": () => location.replace("/files"),
    "/files": async () => {
      const answer = await fetch("/api/auth/me");
      if (answer.ok) say("Files of " + (await answer.json()).name);
      else location.replace("/login?redirect=%2Ffiles");
    },
    "/login": async () => {
      const code = new URLSearchParams(location.search).get("oidc_code");
      if (code === null) return say("Sign in to your cloud");
      await fetch("/api/auth/oidc/exchange", { method: "POST", body: JSON.stringify({ code }) });
      location.replace("/files");
    },
  };
  const signIn = () => location.assign("/api/auth/oidc/start");
  routes[location.pathname]();`;

/** The scenes of applications with a server at the tenant. */
export const tenantServerScenes: ProviderScenes = {
  "planner-in-another-browser": async (stage) => {
    const { tab, application } = stage;
    const { origin: server, otherOrigin: pages } = application;
    const sessions = new Set<string>();
    await serveLogin(stage, {
      begin: "/user/oauth",
      callback: `${server}/user/oauth/callback`,
      finish: () => {
        const id = randomText();
        sessions.add(id);
        return continueTo(
          `${pages}/dashboard`,
          `oauth_token=${id}; Max-Age=3600; Path=/; HttpOnly; Secure; SameSite=None`,
        );
      },
    });
    serveWho(stage, {
      path: "/user/me",
      cookie: "oauth_token",
      sessions,
      headers: {
        "access-control-allow-origin": pages,
        "access-control-allow-credentials": "true",
        vary: "Origin",
      },
    });
    const script = whoScript(`${server}/user/me`, `${server}/user/oauth`);
    application.respond("/", () => runScript(script));
    application.respond("/dashboard", () => runScript(script));
    await withoutForeignCookies(stage, async () => {
      await tab.goto(`${pages}/`);
      await tab.evaluate("login()");
      await stage.logInAtTenant();
      await tab.getByText("Please log in, 401").waitFor();
    });
  },
  "profile-of-shop-does-not-load": async (stage) => {
    const { tab, application } = stage;
    const pages = application.origin.replace("localhost", "app.shop.localhost");
    const server = application.origin.replace("localhost", "api.shop.localhost");
    const sessions = new Set<string>();
    await serveLogin(stage, {
      begin: "/login",
      callback: `${server}/login/callback`,
      finish: () => {
        const id = randomText();
        sessions.add(id);
        return continueTo(`${pages}/profile`, `session=${id}; Path=/; HttpOnly; SameSite=Lax`);
      },
    });
    serveWho(stage, {
      path: "/me",
      cookie: "session",
      sessions,
      headers: {
        "access-control-allow-origin": "*",
        "access-control-allow-credentials": "true",
        "access-control-allow-headers": "Content-Type, Authorization",
        "access-control-allow-methods": "GET, POST, OPTIONS",
      },
    });
    const script = whoScript(`${server}/me`, `${server}/login`);
    application.respond("/", () => runScript(script));
    application.respond("/profile", () => runScript(script));
    await tab.goto(`${pages}/`);
    await tab.evaluate("login()");
    await stage.logInAtTenant();
    await tab.getByText("Could not load your account").waitFor();
  },
  "cloud-shows-sign-in-form-again": async (stage) => {
    const { tab, application } = stage;
    const { origin } = application;
    await serveLogin(stage, {
      begin: "/api/auth/oidc/start",
      callback: `${origin}/api/auth/oidc/callback`,
      finish: () => redirectTo(`${origin}/?oidc_code=${randomText()}`),
    });
    application.respond("/api/auth/me", () =>
      Response.json({ error: "Unauthorized" }, { status: 401 }),
    );
    for (const path of ["/", "/files", "/login"])
      application.respond(path, () => runScript(filesScript));
    await tab.goto(`${origin}/login`);
    await tab.getByText("Sign in to your cloud").waitFor();
    await tab.evaluate("signIn()");
    await stage.logInAtTenant();
    await tab.waitForURL((url) => url.pathname === "/login");
    await tab.getByText("Sign in to your cloud").waitFor();
  },
};
