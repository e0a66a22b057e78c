import * as z from "zod/mini";
import type { FetchHandler } from "../../../../tenant/server/listen.ts";
import { signIn, writeLogin } from "../../scene-parts/hand-written-page.ts";
import {
  logInAtSmallProvider,
  smallProviderOrigin,
  withProvider,
} from "../../scene-parts/scene-provider.ts";
import { createSmallProvider } from "../../scene-parts/small-provider.ts";
import { openApplication } from "../../scene-parts/tab.ts";
import { randomText } from "../../scene-parts/pkce.ts";
import { runScript } from "../../scene-parts/responses.ts";
import type { ProviderScenes } from "../../provider-stage.ts";

const invoicePaths = {
  authorization: "/api/v1/oauth2/authorize",
  token: "/api/v1/oauth2/token",
  keys: "/api/v1/oauth2/jwks",
} as const;

const agentPaths = {
  authorization: "/api/auth/oauth2/authorize",
  token: "/api/auth/oauth2/token",
  keys: "/api/auth/jwks",
} as const;

const orderPaths = {
  authorization: "/oauth2/authorize",
  token: "/oauth2/token",
  keys: "/oauth2/jwks",
} as const;

const mailPaths = { authorization: "/auth", token: "/token", keys: "/keys.json" } as const;

const tokensSchema = z.record(z.string(), z.unknown());

/** A page that loads its invoices if the user is known from before. */
const invoiceStart = `
  let token;
  const load = async () => {
    const answer = await fetch("/api/invoices", {
      headers: token ? { authorization: "Bearer " + token } : {},
    });
    if (answer.ok) say((await answer.json()).length + " invoices");
    else say("Your session has ended. Please log in");
  };
  if (isBack) {
    redeem().then((tokens) => {
      token = tokens.access_token;
      localStorage.signedIn = "yes";
      setTimeout(() => {
        history.replaceState(null, "", "/");
        load();
      }, 400);
    });
  } else if (localStorage.signedIn) load();
  else say("Please log in");`;

/** A page that renews its token, and starts a new login when its refresh token is not valid. */
const agentStart = `
  const renew = async (attempt = 1) => {
    const answer = await fetch("${smallProviderOrigin}${agentPaths.token}", {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "refresh_token",
        client_id: "agents",
        refresh_token: sessionStorage.refreshToken,
      }),
    });
    const { access_token: token, error } = await answer.json();
    if (token) return say("Connected");
    if (error === "invalid_grant") return signIn();
    if (attempt === 3) return say("Connection lost: " + error);
    setTimeout(() => renew(attempt + 1), 300);
  };
  if (isBack) {
    redeem().then((tokens) => {
      sessionStorage.refreshToken = tokens.refresh_token;
      setTimeout(() => {
        history.replaceState(null, "", "/");
        say("Connected");
      }, 400);
    });
  } else {
    say("Connect");
  }`;

/** A page that asks for both tokens at once, and checks them as the specification says. */
const orderScript = `
  const say = (text) => { document.querySelector("p").textContent = text; };
  const encode = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const read = (part) => JSON.parse(atob(part.replaceAll("-", "+").replaceAll("_", "/")));
  const login = () => {
    sessionStorage.state = crypto.randomUUID();
    sessionStorage.nonce = crypto.randomUUID();
    location.assign("${smallProviderOrigin}${orderPaths.authorization}?" + new URLSearchParams({
      client_id: "orders",
      redirect_uri: location.origin + "/",
      response_type: "id_token token",
      scope: "openid profile",
      state: sessionStorage.state,
      nonce: sessionStorage.nonce,
    }));
  };
  const check = async (response) => {
    if (response.get("state") !== sessionStorage.state) return "state";
    const token = response.get("id_token").split(".");
    const { keys } = await (await fetch("${smallProviderOrigin}${orderPaths.keys}")).json();
    const way = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("jwk", keys[0], way, false, ["verify"]);
    const bytes = Uint8Array.from(
      atob(token[2].replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const signed = new TextEncoder().encode(token[0] + "." + token[1]);
    if (!(await crypto.subtle.verify(way, key, bytes, signed))) return "signature";
    const claims = read(token[1]);
    if (claims.nonce !== sessionStorage.nonce) return "nonce";
    const hash = await crypto.subtle.digest(
      "SHA-256", new TextEncoder().encode(response.get("access_token")));
    return claims.at_hash === encode(hash.slice(0, 16)) ? undefined : "at_hash";
  };
  const response = new URLSearchParams(location.hash.slice(1));
  if (response.has("id_token")) {
    check(response).then((wrong) => {
      if (wrong) setTimeout(() => location.replace("/unauthorized"), 400);
      else say("Your orders");
    });
  } else if (location.pathname === "/unauthorized") {
    say("401: You have no rights to access this. Please login");
  } else {
    say("Orders");
  }`;

/** Reads the grant type of a token request, whose body stays for the provider. */
async function readForm(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(await request.clone().text());
}

const refuse = (description: string, error: string, origin: string | null): Response =>
  Response.json(
    { error, error_description: description },
    { status: 400, headers: { "access-control-allow-origin": origin ?? "*" } },
  );

/** Adds refresh tokens to a provider, for whose sessions the given function answers. */
function withRefreshTokens(provider: FetchHandler, hasSession: () => boolean): FetchHandler {
  return async (request) => {
    const isToken = new URL(request.url).pathname === agentPaths.token;
    if (!isToken || request.method !== "POST") return await provider(request);
    const origin = request.headers.get("origin");
    const form = await readForm(request);
    if (form.get("grant_type") === "refresh_token" && !hasSession())
      return refuse("session not found", "invalid_request", origin);
    const answer = await provider(request);
    const tokens = tokensSchema.parse(await answer.json());
    return Response.json(
      { ...tokens, refresh_token: randomText() },
      { headers: { "access-control-allow-origin": origin ?? "*", "cache-control": "no-store" } },
    );
  };
}

/** Makes a provider keep each redirect URI as a URL parser writes it. */
function withParsedUris(provider: FetchHandler): FetchHandler {
  return async (request) => {
    const url = new URL(request.url);
    if (url.pathname === mailPaths.token && request.method === "POST") {
      const sent = (await readForm(request)).get("redirect_uri") ?? "";
      if (new URL(sent).href !== sent)
        return refuse(
          "redirect_uri does not match the original from the authorization request",
          "invalid_grant",
          request.headers.get("origin"),
        );
    }
    const redirectUri = url.searchParams.get("redirect_uri");
    if (redirectUri === null) return await provider(request);
    url.searchParams.set("redirect_uri", new URL(redirectUri).href);
    const { method, headers } = request;
    return await provider(new Request(url, { method, headers }));
  };
}

/** The scenes at small providers of other makes. */
export const smallMakeScenes: ProviderScenes = {
  "invoices-after-reload": async (stage) => {
    const { tab, application } = stage;
    const script = writeLogin({
      provider: smallProviderOrigin,
      paths: invoicePaths,
      clientId: "invoices",
      scope: "openid profile",
      callback: `location.origin + "/"`,
      start: invoiceStart,
    });
    application.respond("/", () => runScript(script));
    application.respond("/api/invoices", ({ headers }) =>
      headers.has("authorization")
        ? Response.json([{ number: 1 }, { number: 2 }])
        : Response.json(
            { error: "Unauthorized" },
            { status: 401, headers: { "www-authenticate": "Bearer" } },
          ),
    );
    await withProvider(await createSmallProvider({ paths: invoicePaths }), async () => {
      await openApplication(stage);
      await signIn(stage);
      await logInAtSmallProvider(stage);
      await tab.getByText("2 invoices").waitFor();
      await tab.waitForLoadState("networkidle");
      await tab.reload();
      await tab.getByText("Your session has ended").waitFor();
    });
  },
  "agents-lose-connection": async (stage) => {
    const { tab, application } = stage;
    const script = writeLogin({
      provider: smallProviderOrigin,
      paths: agentPaths,
      clientId: "agents",
      scope: "openid profile offline_access",
      callback: `location.origin + "/"`,
      start: agentStart,
    });
    application.respond("/", () => runScript(script));
    let hasSession = true;
    const provider = await createSmallProvider({ paths: agentPaths });
    await withProvider(
      withRefreshTokens(provider, () => hasSession),
      async () => {
        await openApplication(stage);
        await signIn(stage);
        await logInAtSmallProvider(stage);
        await tab.getByText("Connected").waitFor();
        await tab.waitForLoadState("networkidle");
        // The user ends the session on another device.
        hasSession = false;
        await tab.evaluate("void renew()");
        await tab.getByText("Connection lost").waitFor();
      },
    );
  },
  "orders-say-no-rights": async (stage) => {
    const { tab, application } = stage;
    application.respond("/", () => runScript(orderScript));
    application.respond("/unauthorized", () => runScript(orderScript));
    await withProvider(await createSmallProvider({ paths: orderPaths }), async () => {
      await openApplication(stage);
      await tab.evaluate("login()");
      await logInAtSmallProvider(stage);
      await tab.getByText("401: You have no rights").waitFor();
    });
  },
  "login-by-mail-at-bare-address": async (stage) => {
    const { tab, application } = stage;
    const { otherOrigin } = application;
    const script = writeLogin({
      provider: smallProviderOrigin,
      paths: mailPaths,
      clientId: otherOrigin,
      scope: "openid email",
      callback: "location.origin",
      start: `
        if (isBack) redeem().then(({ error_description: problem }) => say(problem ?? "Welcome"));
        else say("Log in by mail");`,
    });
    application.respond("/", () => runScript(script));
    const provider = await createSmallProvider({ paths: mailPaths });
    await withProvider(withParsedUris(provider), async () => {
      await tab.goto(`${otherOrigin}/`);
      await signIn(stage);
      await logInAtSmallProvider(stage);
      await tab.getByText("redirect_uri does not match").waitFor();
    });
  },
};
