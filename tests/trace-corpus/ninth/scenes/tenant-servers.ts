import { demo } from "../../../launch/demo.ts";
import { html } from "../../application.ts";
import { createPkce, randomText } from "../../scenes/protocol.ts";
import { redirectTo, runScript, say, withQuery } from "../../second/relying-party.ts";
import type { SecondScenes, SecondStage } from "../../second/stage.ts";

/** The URL at which a server sends the browser to the tenant, and what the server remembers. */
function beginAtTenant({ tenant }: SecondStage, callback: string) {
  const { verifier, challenge } = createPkce();
  const state = randomText();
  const url = withQuery(`${tenant.origin}/authorize`, {
    client_id: demo.clientId,
    response_type: "code",
    redirect_uri: callback,
    scope: "openid profile email",
    state,
    code_challenge: challenge,
    code_challenge_method: "S256",
  });
  return { url, state, verifier };
}

const readCookie = ({ headers }: Request, name: string): string | undefined =>
  new RegExp(`(?:^|; )${name}=([^;]*)`).exec(headers.get("cookie") ?? "")?.[1];

/** The address of the application while it is developed, where nothing answers now. */
const developmentCallback = "http://localhost:5173/login/callback";

/** Serves a chat whose server knows its own address only from its settings. */
function serveChat(stage: SecondStage): void {
  const { application } = stage;
  application.respond("/", () =>
    html(`<!doctype html><title>Chat</title><link rel="icon" href="data:,">
<form action="/login" method="post"><button>Login</button></form>`),
  );
  application.respond("/login", () => {
    const { url } = beginAtTenant(stage, developmentCallback);
    return redirectTo(url, [`chat-session=${randomText()}; Path=/; HttpOnly; SameSite=Lax`]);
  });
}

/** The page of a server in development for an error of its callback. */
const renderError = (message: string): string =>
  `<!DOCTYPE html><html lang="en"><head><title>500 - ${message}</title><link rel="icon" href="data:,"></head><body><h1>500</h1><h2>${message}</h2></body></html>`;

/** Returns the claims of an access token, as a server that takes each for a JWT. */
function parseToken(token: string): unknown {
  const payload = token.split(".")[1] ?? "";
  if (payload === "") throw new Error("Invalid token");
  return JSON.parse(Buffer.from(payload, "base64url").toString());
}

/** Serves an application whose server reads the claims of its access token. */
function serveHandlers(stage: SecondStage, callback: string): void {
  const { application, tenant } = stage;
  const attempts = new Map<string, string>();
  application.respond("/", () => say(`<a href="/auth/auth0/login">Login with Auth0</a>`));
  application.respond("/auth/auth0/login", () => {
    const { url, state, verifier } = beginAtTenant(stage, callback);
    attempts.set(state, verifier);
    return redirectTo(url, [`oidc=${state}; Path=/; HttpOnly; SameSite=Lax; Max-Age=300`]);
  });
  application.respond("/auth/auth0/callback", async (request) => {
    const response = new URL(request.url).searchParams;
    const state = readCookie(request, "oidc") ?? "";
    if (response.get("state") !== state) throw new Error("The session was lost.");
    const answer = await fetch(`${tenant.origin}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: demo.clientId,
        code: response.get("code") ?? "",
        redirect_uri: callback,
        code_verifier: attempts.get(state) ?? "",
      }),
    });
    const tokens: unknown = await answer.json();
    const token: unknown = tokens instanceof Object ? Reflect.get(tokens, "access_token") : "";
    try {
      parseToken(String(token));
    } catch (error) {
      return new Response(renderError(`Token parsing failed: ${String(error)}`), {
        status: 500,
        headers: { "content-type": "text/html; charset=utf-8" },
      });
    }
    throw new Error("The token could be parsed.");
  });
}

/** Serves an API with a session on each of its hosts, and a page of another host that uses it. */
function servePastes(stage: SecondStage): void {
  const { application } = stage;
  const states = new Map<string, string>();
  application.respond("/", () =>
    say(`<a href="${application.otherOrigin}/api/v3/login">Log in</a>`),
  );
  application.respond("/api/v3/login", () => {
    const { url, state } = beginAtTenant(stage, `${application.origin}/api/v3/login/callback`);
    const id = randomText();
    states.set(id, state);
    return redirectTo(url, [`api.session_id=${id}; Path=/; HttpOnly; SameSite=Lax`]);
  });
  application.respond("/api/v3/login/callback", (request) => {
    if (states.has(readCookie(request, "api.session_id") ?? ""))
      throw new Error("The browser has the cookie of the session.");
    return new Response("400 - Bad Request\n\nsession not started yet", {
      status: 400,
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
  });
}

/** Begins a login with the redirect URI of the host on which the page runs. */
const arcadeScript = ({ tenant }: SecondStage): string => `
  const signIn = () => {
    sessionStorage.state = crypto.randomUUID();
    location.href = "${tenant.origin}/authorize?" + new URLSearchParams({
      client_id: "${demo.clientId}",
      redirect_uri: location.origin + "/callback",
      response_type: "token id_token",
      scope: "openid email",
      state: sessionStorage.state,
      nonce: crypto.randomUUID(),
    });
  };`;

/** The scenes of servers and pages at the tenant. */
export const tenantServerScenes: SecondScenes = {
  "chat-works-only-in-development": async (stage) => {
    const { tab, control, application } = stage;
    const deployed = application.origin.replace("localhost", "chat.localhost");
    await control.changeClient(demo.clientId, {
      callbacks: [developmentCallback, `${deployed}/login/callback`],
    });
    serveChat(stage);
    await tab.goto(`${deployed}/`);
    await tab.getByRole("button", { name: "Login" }).click();
    const failed = tab.waitForEvent("requestfailed");
    await stage.logInAtTenant().catch(() => undefined);
    await failed;
  },
  "callback-cannot-parse-token": async (stage) => {
    const { tab, control, application } = stage;
    const callback = `${application.origin}/auth/auth0/callback`;
    await control.changeClient(demo.clientId, { callbacks: [callback] });
    serveHandlers(stage, callback);
    await tab.goto(`${application.origin}/`);
    await tab.getByRole("link", { name: "Login" }).click();
    await stage.reachTenant();
    // As tenants respond to a request without an API; the local one makes every token a JWT.
    await control.planResponse({
      path: "/oauth/token",
      method: "POST",
      status: 200,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        access_token: `eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..${randomText()}`,
        scope: "openid profile email",
        expires_in: 86_400,
        token_type: "Bearer",
      }),
    });
    await stage.logInAtTenant();
    await tab.getByText("Token parsing failed").first().waitFor();
  },
  "paste-site-session-not-started": async (stage) => {
    const { tab, control, application } = stage;
    await control.changeClient(demo.clientId, {
      callbacks: [`${application.origin}/api/v3/login/callback`],
    });
    servePastes(stage);
    await tab.goto(`${application.origin.replace("localhost", "paste.localhost")}/`);
    await tab.getByRole("link", { name: "Log in" }).click();
    await stage.logInAtTenant();
    await tab.getByText("session not started yet").waitFor();
  },
  "arcade-set-up-on-own-host": async (stage) => {
    const { tab, control, application } = stage;
    const own = application.origin.replace("localhost", "arcade.localhost");
    await control.changeClient(demo.clientId, { callbacks: [`${own}/`] });
    application.respond("/", () => runScript(arcadeScript(stage)));
    await tab.goto(`${own}/`);
    await tab.evaluate("signIn()");
    await tab.getByText("Callback URL mismatch").first().waitFor();
  },
};
