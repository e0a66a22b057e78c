import { demo } from "../../../launch/demo.ts";
import { signIn, writeLogin } from "../../scene-parts/hand-written-page.ts";
import { openApplication } from "../../scene-parts/tab.ts";
import { runScript } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveLibraryPages } from "../../scene-parts/library-pages.ts";

/** A gallery with auth0-spa-js. After the logout it wants to say goodbye on a page of its own. */
const galleryScript = ({ tenant, application }: ProviderStage): string => `
  const client = new auth0.Auth0Client(${JSON.stringify({
    domain: tenant.origin,
    clientId: demo.clientId,
    authorizationParams: { redirect_uri: `${application.origin}/` },
  })});
  const leave = () => client.logout({ logoutParams: { returnTo: location.origin + "/goodbye" } });
  if (location.search.includes("code=")) {
    client.handleRedirectCallback()
      .then(() => new Promise((resolve) => setTimeout(resolve, 400)))
      .then(() => history.replaceState(null, "", "/"))
      .then(() => client.getUser())
      .then((user) => show("Pictures of " + user.name));
  } else {
    show("Please log in");
  }`;

/** A dashboard whose button sends the authorization request as it sends requests to its API. */
const dashboardScript = ({ tenant }: ProviderStage): string => `
  const encode = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const random = () => encode(crypto.getRandomValues(new Uint8Array(32)));
  const say = (text) => { document.querySelector("p").textContent = text; };
  const login = async () => {
    sessionStorage.verifier = random();
    sessionStorage.state = random();
    const digest = await crypto.subtle.digest(
      "SHA-256", new TextEncoder().encode(sessionStorage.verifier));
    const query = new URLSearchParams({
      client_id: "${demo.clientId}",
      response_type: "code",
      redirect_uri: location.origin + "/callback",
      scope: "openid profile",
      state: sessionStorage.state,
      code_challenge: encode(digest),
      code_challenge_method: "S256",
    });
    try {
      const answer = await fetch("${tenant.origin}/authorize?" + query, { credentials: "include" });
      say("Hello " + (await answer.json()).name);
    } catch (error) {
      say("Login failed: " + error.message);
    }
  };
  say("Dashboard");`;

/** The start of a page that renews its access token with a button. */
const recipesStart = (token: string): string => `
  const renew = async () => {
    const answer = await fetch("${token}", {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "refresh_token",
        client_id: "${demo.clientId}",
        refresh_token: sessionStorage.refreshToken,
      }),
    });
    const { access_token: accessToken, error } = await answer.json();
    if (error) return say("Please log in again: " + error);
    sessionStorage.accessToken = accessToken;
    sessionStorage.renewals = Number(sessionStorage.renewals) + 1;
    say("Renewed: " + sessionStorage.renewals);
  };
  if (isBack) {
    redeem().then((tokens) => {
      sessionStorage.accessToken = tokens.access_token;
      sessionStorage.refreshToken = tokens.refresh_token;
      sessionStorage.renewals = 0;
      setTimeout(() => {
        history.replaceState(null, "", "/");
        say("Your recipes");
      }, 400);
    });
  } else {
    say("Log in to cook");
  }`;

/** The scenes of pages at the tenant. */
export const tenantPageScenes: ProviderScenes = {
  "leaving-the-gallery": async (stage) => {
    const { tab } = stage;
    await serveLibraryPages(stage, {
      library: "@auth0/auth0-spa-js",
      title: "Gallery",
      scripts: { "/": galleryScript(stage) },
    });
    await openApplication(stage);
    await tab.evaluate("void client.loginWithRedirect()");
    await stage.logInAtTenant();
    await tab.getByText("Pictures of").waitFor();
    // The next page at once would take the bodies of the responses from the panel.
    await tab.waitForLoadState("networkidle");
    await tab.evaluate("void leave()");
    await stage.reachTenant();
    await tab.waitForLoadState();
  },
  "dashboard-button-does-nothing": async (stage) => {
    const { tab, application } = stage;
    application.respond("/", () => runScript(dashboardScript(stage)));
    await openApplication(stage);
    await tab.evaluate("void login()");
    await tab.getByText("Login failed").waitFor();
  },
  "recipes-ask-for-login-in-the-afternoon": async (stage) => {
    const { tab, tenant, application } = stage;
    const script = writeLogin({
      provider: tenant.origin,
      paths: { authorization: "/authorize", token: "/oauth/token" },
      clientId: demo.clientId,
      scope: "openid profile offline_access",
      callback: `location.origin + "/"`,
      start: recipesStart(`${tenant.origin}/oauth/token`),
    });
    application.respond("/", () => runScript(script));
    await openApplication(stage);
    await signIn(stage);
    await stage.logInAtTenant();
    await tab.getByText("Your recipes").waitFor();
    await tab.waitForLoadState("networkidle");
    await tab.evaluate("void renew()");
    await tab.getByText("Renewed: 1").waitFor();
    await tab.waitForLoadState("networkidle");
    await tab.evaluate("void renew()");
    await tab.getByText("Please log in again").waitFor();
  },
};
