import { openApplication } from "../../scene-parts/tab.ts";
import { ownRoutes, plainRoutes, routesOfRealm } from "../../scene-parts/provider-routes.ts";
import { pageClient, serverClient } from "../../scene-parts/provider-clients.ts";
import { logInAtProvider } from "../../scene-parts/provider-login.ts";
import { runScript } from "../../scene-parts/responses.ts";
import type { Fields } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveLibraryPages } from "../../scene-parts/library-pages.ts";

const realm = "/realms/intranet/protocol/openid-connect";

const intranetRoutes = routesOfRealm("intranet");

/** Declares the manager of oidc-client-ts. */
const declareManager = ({ provider }: ProviderStage, settings: Fields): string =>
  `const manager = new oidc.UserManager(${JSON.stringify({
    authority: provider.origin,
    ...settings,
  })});`;

/** Reads a response in the address, as the React component of the library does at each start. */
const finishScript = `
  const parameters = new URLSearchParams(location.search);
  const pending = parameters.has("code") ? manager.signinCallback() : manager.getUser();
  pending.then(
    (user) => show(user ? "Organizations of " + user.profile.sub : "Please sign in"),
    (error) => show("Oops... " + error.message),
  );`;

// The guard gives up after some attempts, as the developer added when the loop was noticed.
const guardScript = `
  manager.getUser().then((user) => {
    const attempts = Number(sessionStorage.getItem("attempts"));
    if (user) show("Hello " + user.profile.sub);
    else if (attempts === 4) show("Something went wrong");
    else {
      sessionStorage.setItem("attempts", attempts + 1);
      manager.signinRedirect({ state: location.pathname });
    }
  });`;

/** The adapter of a realm, which reads the response in the fragment and requires a login. */
const adapterScript = (base: string) => `
  const toText = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const random = () => crypto.randomUUID();
  const redirectUri = location.origin + location.pathname;
  const login = async () => {
    const pkceCodeVerifier = toText(crypto.getRandomValues(new Uint8Array(48)));
    const state = random();
    const nonce = random();
    localStorage.setItem("kc-callback-" + state, JSON.stringify({ nonce, pkceCodeVerifier }));
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(pkceCodeVerifier));
    location.assign("${base}/auth?" + new URLSearchParams({
      client_id: "intranet-web",
      redirect_uri: redirectUri,
      state,
      response_mode: "fragment",
      response_type: "code",
      scope: "openid",
      nonce,
      code_challenge: toText(hash),
      code_challenge_method: "S256",
    }));
  };
  const redeem = (response) => {
    const key = "kc-callback-" + response.get("state");
    const { pkceCodeVerifier } = JSON.parse(localStorage.getItem(key));
    localStorage.removeItem(key);
    history.replaceState(null, "", redirectUri);
    const request = new XMLHttpRequest();
    request.open("POST", "${base}/token");
    request.setRequestHeader("Content-type", "application/x-www-form-urlencoded");
    request.withCredentials = true;
    request.onload = () => document.body.append("Welcome to the intranet");
    request.onerror = () => document.body.append("Failed to initialize the adapter");
    request.send(new URLSearchParams({
      code: response.get("code"),
      grant_type: "authorization_code",
      client_id: "intranet-web",
      redirect_uri: redirectUri,
      code_verifier: pkceCodeVerifier,
    }));
  };
  const response = new URLSearchParams(location.hash.slice(1));
  if (response.has("code")) redeem(response); else login();`;

/** The scenes of the logins of pages, at a provider of another make, that fail most often. */
export const frequentSpaScenes: ProviderScenes = {
  "reload-at-callback": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/de/admin/organizations`;
    provider.configure({ routes: intranetRoutes, clients: [pageClient(callback)] });
    const settings = {
      client_id: "shop-web",
      redirect_uri: callback,
      scope: "openid profile",
    };
    await serveLibraryPages(stage, {
      library: "oidc-client-ts",
      title: "Administration",
      scripts: { "/de/admin/organizations": declareManager(stage, settings) + finishScript },
    });
    await tab.goto(callback);
    await tab.getByText("Please sign in").waitFor();
    await tab.evaluate("void manager.signinRedirect()");
    await logInAtProvider(stage);
    await tab.getByText("Organizations of ada").waitFor();
    // A reload at once would take the bodies of the responses from the panel.
    await tab.waitForLoadState("networkidle");
    await tab.reload();
    await tab.getByText("No matching state").waitFor();
  },
  "page-registered-as-server": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/auth-response`;
    const client = serverClient(callback, {
      client_id: "timesheets",
      token_endpoint_auth_method: "client_secret_basic",
    });
    provider.configure({ routes: plainRoutes, clients: [client] });
    const declare = declareManager(stage, {
      client_id: "timesheets",
      redirect_uri: callback,
      response_mode: "query",
      scope: "openid profile email",
    });
    await serveLibraryPages(stage, {
      library: "oidc-client-ts",
      title: "Timesheets",
      scripts: { "/": declare, "/auth-response": declare + finishScript },
    });
    await openApplication(stage);
    await tab.evaluate("void manager.signinRedirect()");
    await logInAtProvider(stage);
    await tab.getByText("Oops").waitFor();
  },
  "sign-in-before-response-is-read": async (stage) => {
    const { tab, provider, application } = stage;
    const home = `${application.origin}/`;
    const client = pageClient(home, { client_id: "dashboard" });
    provider.configure({ routes: ownRoutes, clients: [client] });
    const declare = declareManager(stage, {
      client_id: "dashboard",
      redirect_uri: home,
      scope: "openid profile",
    });
    await serveLibraryPages(stage, {
      library: "oidc-client-ts",
      title: "Dashboard",
      scripts: { "/": declare + guardScript },
    });
    await tab.goto(home);
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Something went wrong").waitFor();
  },
  "web-origins-empty": async (stage) => {
    const { tab, provider, application } = stage;
    const portal = `${application.origin}/portal/`;
    provider.configure({
      routes: intranetRoutes,
      clients: [pageClient(portal, { client_id: "intranet-web" })],
      clientBasedCORS: () => false,
    });
    const base = `${provider.origin}${realm}`;
    application.respond("/portal/", () => runScript(adapterScript(base)));
    await tab.goto(portal);
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Failed to initialize the adapter").waitFor();
  },
};
