import { pageClient } from "../../scene-parts/provider-clients.ts";
import { logInAtProvider } from "../../scene-parts/provider-login.ts";
import { runScript } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveLibraryPages } from "../../scene-parts/library-pages.ts";
import { declareManager } from "../../scene-parts/user-manager.ts";

/** The paths of a provider's endpoints under one folder. */
const routesUnder = (folder: string, names: { authorization: string; userinfo: string }) => ({
  authorization: `${folder}/${names.authorization}`,
  token: `${folder}/token`,
  userinfo: `${folder}/${names.userinfo}`,
  jwks: `${folder}/keys`,
  end_session: `${folder}/logout`,
});

const connectRoutes = routesUnder("/connect", { authorization: "authorize", userinfo: "userinfo" });
const directory = "/directory/oauth2/v2.0";
const realm = "/realms/campus/protocol/openid-connect";
const versioned = "/api/v2/oauth";

/** The lifetime of the access tokens of the page that does not renew them, in seconds. */
const shortLifetime = 30;

/** Finishes the login, then asks for the state of the session as the page does at each start. */
const finishThenRenew = `
  manager.signinRedirectCallback()
    .then(() => history.replaceState(null, "", "/"))
    .then(() => manager.signinSilent())
    .then((user) => show("Hello " + user.profile.name), (error) => show("Error: " + error.message));`;

/** Loads the orders with the token of the login, however old it is. */
const ordersScript = `
  const load = async () => {
    const { access_token: token } = await manager.getUser();
    const answer = await fetch("/api/v1/orders", { headers: { Authorization: "Bearer " + token } });
    show(answer.ok ? "3 open orders" : "Could not load the orders: " + answer.status);
  };
  if (location.search.includes("code=")) {
    manager.signinRedirectCallback().then(() => history.replaceState(null, "", "/orders")).then(load);
  } else {
    show("Please sign in");
  }`;

/** The PKCE functions of hand-written scripts. */
const pkceScript = `
  const encode = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const random = () => encode(crypto.getRandomValues(new Uint8Array(32)));
  const challengeOf = async (verifier) =>
    encode(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
  const say = (text) => { document.querySelector("p").textContent = text; };`;

/** The library of a directory: it keeps the request in the session storage of its origin. */
const directoryScript = (authorize: string, redirectUri: string): string => `${pkceScript}
  const response = new URLSearchParams(location.hash.slice(1));
  if (response.has("code")) {
    const request = sessionStorage.getItem("request.params." + response.get("state"));
    history.replaceState(null, "", "/");
    if (request === null) say("no_token_request_cache_error: No token request found in cache.");
    else say("Signing in");
  } else {
    say("Timesheets");
  }
  const signIn = async () => {
    const [verifier, state, nonce] = [random(), random(), random()];
    sessionStorage.setItem("request.params." + state, JSON.stringify({ verifier, nonce }));
    location.assign("${authorize}?" + new URLSearchParams({
      client_id: "timesheets",
      scope: "openid profile offline_access",
      redirect_uri: "${redirectUri}",
      response_mode: "fragment",
      response_type: "code",
      code_challenge: await challengeOf(verifier),
      code_challenge_method: "S256",
      state,
      nonce,
    }));
  };`;

/** The adapter of a realm. After a response it leaves all parameters that it does not know. */
const adapterScript = (base: string): string => `${pkceScript}
  const begin = async (prompt) => {
    const [verifier, state, nonce] = [random(), crypto.randomUUID(), crypto.randomUUID()];
    const redirectUri = location.href;
    localStorage.setItem("callback-" + state, JSON.stringify({ verifier, redirectUri, prompt }));
    location.assign("${base}/auth?" + new URLSearchParams({
      client_id: "campus-web",
      redirect_uri: redirectUri,
      state,
      response_mode: "query",
      response_type: "code",
      scope: "openid",
      nonce,
      ...(prompt && { prompt }),
      code_challenge: await challengeOf(verifier),
      code_challenge_method: "S256",
    }));
  };
  const finish = (parameters, { redirectUri, verifier, prompt }) => {
    if (parameters.has("error") && prompt !== "none") return say("Login Error.");
    if (parameters.has("error")) return say("Catalogue for guests");
    fetch("${base}/token", {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code: parameters.get("code"),
        client_id: "campus-web",
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
    }).then(() => say("Catalogue for members"));
  };
  const parameters = new URLSearchParams(location.search);
  const key = "callback-" + parameters.get("state");
  const stored = localStorage.getItem(key);
  if (stored === null) begin("none");
  else {
    localStorage.removeItem(key);
    const address = new URL(location.href);
    for (const name of ["code", "state", "iss", "error_description"]) {
      address.searchParams.delete(name);
    }
    history.replaceState(null, "", address);
    finish(parameters, JSON.parse(stored));
  }`;

/** Redeems the code as the page calls every other API: with JSON. */
const jsonScript = (base: string): string => `${pkceScript}
  const redirectUri = location.origin + "/desk/return";
  const signIn = async () => {
    sessionStorage.verifier = random();
    sessionStorage.state = random();
    location.href = "${base}/authorize?" + new URLSearchParams({
      response_type: "code",
      client_id: "ticket-desk",
      redirect_uri: redirectUri,
      scope: "openid email",
      state: sessionStorage.state,
      code_challenge: await challengeOf(sessionStorage.verifier),
      code_challenge_method: "S256",
    });
  };
  const redeem = async (code) => {
    const response = await fetch("${base}/token", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
        client_id: "ticket-desk",
        code_verifier: sessionStorage.verifier,
      }),
    });
    say(response.ok ? "Signed in" : "Token request failed: " + response.status);
  };
  const response = new URLSearchParams(location.search);
  if (response.has("code") && response.get("state") === sessionStorage.state) {
    redeem(response.get("code")).catch((error) => say("Token request failed: " + error.message));
  }`;

/** Serves an API that knows when each token ends, as APIs read it in a token or at the provider. */
function serveOrders({ application, provider }: ProviderStage, userInfoPath: string): void {
  const ends = new Map<string, number>();
  application.respond("/api/v1/orders", async ({ headers }) => {
    const authorization = headers.get("authorization") ?? "";
    const checked = await fetch(`${provider.origin}${userInfoPath}`, {
      headers: { authorization },
    });
    const end = ends.get(authorization) ?? Date.now() + shortLifetime * 1000;
    ends.set(authorization, end);
    if (checked.ok && Date.now() < end)
      return Response.json({ orders: [{ id: 17 }, { id: 21 }, { id: 22 }] });
    const challenge = 'Bearer error="invalid_token", error_description="The access token expired"';
    return Response.json(
      { status: 401, title: "Unauthorized" },
      { status: 401, headers: { "www-authenticate": challenge } },
    );
  });
}

/** The scenes of pages at a provider of another make. */
export const providerPageScenes: ProviderScenes = {
  "session-cookie-none-without-secure": async (stage) => {
    const { tab, provider, application } = stage;
    const [callback, silent] = [
      `${application.origin}/signin-callback`,
      `${application.origin}/silent-callback`,
    ];
    provider.configure({
      routes: connectRoutes,
      clients: [pageClient(callback, { client_id: "spa", redirect_uris: [callback, silent] })],
      cookies: {
        keys: ["a key of the corpus"],
        names: { session: "provider.session" },
        long: { httpOnly: true, signed: false, sameSite: "none", secure: false },
      },
    });
    const declare = declareManager(provider.origin, {
      client_id: "spa",
      redirect_uri: callback,
      silent_redirect_uri: silent,
      scope: "openid profile",
    });
    await serveLibraryPages(stage, {
      library: "oidc-client-ts",
      title: "Courses",
      scripts: {
        "/": `${declare}show("Courses");`,
        "/signin-callback": declare + finishThenRenew,
        "/silent-callback": `${declare}manager.signinSilentCallback();`,
      },
    });
    await tab.goto(`${application.origin}/`);
    await tab.evaluate("void manager.signinRedirect()");
    await logInAtProvider(stage);
    await tab.getByText("End-User authentication is required").waitFor();
  },
  "response-on-other-origin": async (stage) => {
    const { tab, provider, application } = stage;
    const redirectUri = `${application.otherOrigin}/`;
    const routes = routesUnder(directory, { authorization: "authorize", userinfo: "me" });
    provider.configure({
      routes,
      clients: [pageClient(redirectUri, { client_id: "timesheets" })],
    });
    const authorize = `${provider.origin}${routes.authorization}`;
    application.respond("/", () => runScript(directoryScript(authorize, redirectUri)));
    await tab.goto(`${application.origin}/`);
    await tab.getByText("Timesheets").waitFor();
    await tab.evaluate("void signIn()");
    await logInAtProvider(stage);
    await tab.getByText("no_token_request_cache_error").waitFor();
  },
  "silent-check-left-its-error": async (stage) => {
    const { tab, provider, application } = stage;
    const start = `${application.origin}/library/`;
    // This provider has no wildcards, so both URLs are registered.
    const uris = [start, `${start}?error=login_required`];
    provider.configure({
      routes: routesUnder(realm, { authorization: "auth", userinfo: "userinfo" }),
      clients: [pageClient(start, { client_id: "campus-web", redirect_uris: uris })],
    });
    application.respond("/library/", () => runScript(adapterScript(provider.origin + realm)));
    await tab.goto(start);
    await tab.getByText("Catalogue for guests").waitFor();
    await tab.waitForLoadState("networkidle");
    await tab.evaluate("void begin()");
    await logInAtProvider(stage);
    await tab.getByText("Login Error").waitFor();
  },
  "exchange-as-json": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/desk/return`;
    provider.configure({
      routes: routesUnder(versioned, { authorization: "authorize", userinfo: "users/me" }),
      clients: [pageClient(callback, { client_id: "ticket-desk" })],
    });
    const page = () => runScript(jsonScript(provider.origin + versioned));
    application.respond("/desk", page);
    application.respond("/desk/return", page);
    await tab.goto(`${application.origin}/desk`);
    await tab.evaluate("void signIn()");
    await logInAtProvider(stage);
    await tab.getByText("Token request failed").waitFor();
  },
  "api-called-with-old-token": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/orders`;
    const routes = routesUnder("/identity", { authorization: "login", userinfo: "whoami" });
    provider.configure({
      routes,
      clients: [pageClient(callback, { client_id: "backoffice" })],
      ttl: { AccessToken: shortLifetime },
    });
    const declare = declareManager(provider.origin, {
      client_id: "backoffice",
      redirect_uri: callback,
      scope: "openid profile email",
    });
    await serveLibraryPages(stage, {
      library: "oidc-client-ts",
      title: "Back office",
      scripts: { "/orders": declare + ordersScript },
    });
    serveOrders(stage, routes.userinfo);
    await tab.goto(callback);
    await tab.evaluate("void manager.signinRedirect()");
    await logInAtProvider(stage);
    await tab.getByText("3 open orders").waitFor();
    await tab.waitForTimeout((shortLifetime + 2) * 1000);
    await tab.evaluate("void load()");
    await tab.getByText("Could not load the orders").waitFor();
  },
};
