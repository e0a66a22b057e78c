import { pageFunctions, signIn, writeLogin } from "../../scene-parts/hand-written-page.ts";
import { openApplication } from "../../scene-parts/tab.ts";
import { pageClient } from "../../scene-parts/provider-clients.ts";
import { realmRoutes } from "../../scene-parts/provider-routes.ts";
import { logInAtProvider } from "../../scene-parts/provider-login.ts";
import { runScript } from "../../scene-parts/responses.ts";
import type { ProviderScenes } from "../../provider-stage.ts";

const consoleRoutes = {
  authorization: "/dex/auth",
  token: "/dex/token",
  userinfo: "/dex/userinfo",
  jwks: "/dex/keys",
} as const;

/** The login page of a console. It leaves for another page only if one was asked for before. */
const consoleStart = `
  const next = new URLSearchParams(sessionStorage.before).get("redirectTo");
  if (isBack) {
    redeem().then((tokens) => {
      if (tokens.error) return say("SSO Login failed: " + tokens.error);
      localStorage.token = tokens.id_token;
      if (next) location.replace(next);
    });
  }
  say("SSO Login");`;

/** A survey whose button asks for the login with a request of its script. */
const surveyScript = (authorize: string): string => `${pageFunctions}
  const start = async () => {
    sessionStorage.verifier = random();
    sessionStorage.state = random();
    const digest = await crypto.subtle.digest(
      "SHA-256", new TextEncoder().encode(sessionStorage.verifier));
    const request = new XMLHttpRequest();
    request.open("GET", "${authorize}?" + new URLSearchParams({
      client_id: "survey",
      response_type: "code",
      scope: "openid email",
      redirect_uri: location.origin + "/oauth2/redirect",
      state: sessionStorage.state,
      nonce: random(),
      code_challenge: encode(digest),
      code_challenge_method: "S256",
    }));
    request.setRequestHeader("Accept", "application/json, text/plain, */*");
    request.onload = () => say("Signed in");
    request.onerror = () => say("Network Error");
    request.send();
  };
  say("Sign in to answer");`;

/** The scenes of pages at a provider of another make. */
export const providerPageScenes: ProviderScenes = {
  "console-still-shows-sso-login": async (stage) => {
    const { tab, provider, application } = stage;
    provider.configure({
      routes: consoleRoutes,
      clients: [pageClient(`${application.origin}/login`, { client_id: "console" })],
    });
    const script = writeLogin({
      provider: provider.origin,
      paths: consoleRoutes,
      clientId: "console",
      scope: "openid profile email",
      callback: `location.origin + "/login"`,
      start: consoleStart,
    });
    application.respond("/login", () => runScript(script));
    await tab.goto(`${application.origin}/login`);
    await signIn(stage);
    await logInAtProvider(stage);
    await tab.waitForFunction(() => localStorage["token"] !== undefined);
    await tab.waitForLoadState("networkidle");
    await tab.reload();
    await tab.getByText("SSO Login failed").waitFor();
  },
  "survey-sign-in-has-network-error": async (stage) => {
    const { tab, provider, application } = stage;
    provider.configure({
      routes: realmRoutes,
      clients: [pageClient(`${application.origin}/oauth2/redirect`, { client_id: "survey" })],
    });
    application.respond("/", () =>
      runScript(surveyScript(provider.origin + realmRoutes.authorization)),
    );
    await openApplication(stage);
    await tab.evaluate("void start()");
    await tab.getByText("Network Error").waitFor();
  },
};
