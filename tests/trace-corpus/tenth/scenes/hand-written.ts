import { openApplication } from "../../scene-parts/tab.ts";
import { pageClient } from "../../scene-parts/provider-clients.ts";
import { logInAtProvider } from "../../scene-parts/provider-login.ts";
import { runScript } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";

interface Page {
  readonly authorize: string;
  readonly token: string;
  readonly clientId: string;
  readonly scope: string;
  /** The redirect URIs, as expressions of the page's script. */
  readonly sentTo: string;
  readonly redeemedFor: string;
  /** What the page does with the `tokens`. */
  readonly use: string;
}

/** The script of a page that logs in without a library. */
const loginScript = ({
  authorize,
  token,
  clientId,
  scope,
  sentTo,
  redeemedFor,
  use,
}: Page): string => `
  const encode = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const random = () => encode(crypto.getRandomValues(new Uint8Array(32)));
  const say = (text) => { document.querySelector("p").textContent = text; };
  const post = async (fields) => {
    const body = new URLSearchParams({ client_id: "${clientId}", ...fields });
    const answer = await fetch("${token}", { method: "POST", body });
    return await answer.json();
  };
  const signIn = async () => {
    sessionStorage.verifier = random();
    sessionStorage.state = random();
    const digest = await crypto.subtle.digest(
      "SHA-256", new TextEncoder().encode(sessionStorage.verifier));
    location.assign("${authorize}?" + new URLSearchParams({
      client_id: "${clientId}",
      response_type: "code",
      scope: "${scope}",
      redirect_uri: ${sentTo},
      state: sessionStorage.state,
      code_challenge: encode(digest),
      code_challenge_method: "S256",
    }));
  };
  const use = (tokens) => { ${use} };
  const response = new URLSearchParams(location.search);
  if (response.has("code") && response.get("state") === sessionStorage.state) {
    history.replaceState(null, "", location.pathname);
    post({
      grant_type: "authorization_code",
      code: response.get("code"),
      redirect_uri: ${redeemedFor},
      code_verifier: sessionStorage.verifier,
    }).then((tokens) => tokens.error ? say("Login failed: " + tokens.error) : use(tokens));
  }`;

const poolRoutes = {
  authorization: "/oauth2/authorize",
  token: "/oauth2/token",
  userinfo: "/oauth2/userInfo",
  jwks: "/pool/jwks.json",
} as const;

const servicesRoutes = {
  authorization: "/services/oauth2/authorize",
  token: "/services/oauth2/token",
  userinfo: "/services/oauth2/userinfo",
  jwks: "/id/keys",
} as const;

const kitchenRoutes = {
  authorization: "/idp/authorize",
  token: "/idp/token",
  userinfo: "/idp/me",
  jwks: "/idp/keys",
  end_session: "/idp/end-session",
} as const;

/** The access tokens of the connected system are valid for a moment, in seconds. */
const shortLifetime = 3;

const logInInPage = async (stage: ProviderStage, page: Page): Promise<void> => {
  stage.application.respond("/", () => runScript(loginScript(page)));
  await openApplication(stage);
  await stage.tab.evaluate("void signIn()");
  await logInAtProvider(stage);
};

/** The scenes of pages without a library, at a provider of another make. */
export const handWrittenScenes: ProviderScenes = {
  "pool-answers-with-error": async (stage) => {
    const { tab, provider, application } = stage;
    const client = pageClient(`${application.origin}/`, { client_id: "7pool7client7of7web" });
    provider.configure({ routes: poolRoutes, clients: [client] });
    await logInInPage(stage, {
      authorize: `${provider.origin}${poolRoutes.authorization}`,
      token: `${provider.origin}${poolRoutes.token}`,
      clientId: client.client_id,
      scope: "openid email",
      sentTo: `location.origin + "/"`,
      redeemedFor: "location.origin",
      use: `say("Signed in");`,
    });
    await tab.getByText("Login failed").waitFor();
  },
  "connection-breaks-off-later": async (stage) => {
    const { tab, provider, application } = stage;
    const client = pageClient(`${application.origin}/`, { client_id: "connected-app" });
    provider.configure({
      routes: servicesRoutes,
      clients: [client],
      ttl: { AccessToken: shortLifetime },
    });
    await logInInPage(stage, {
      authorize: `${provider.origin}${servicesRoutes.authorization}`,
      token: `${provider.origin}${servicesRoutes.token}`,
      clientId: client.client_id,
      scope: "openid profile",
      sentTo: `location.origin + "/"`,
      redeemedFor: `location.origin + "/"`,
      use: `
        say("Connected");
        setTimeout(async () => {
          const renewed = await post({
            grant_type: "refresh_token",
            refresh_token: tokens.refresh_token,
          });
          say(renewed.error ? "Connection lost, please connect again" : "Connected");
        }, tokens.expires_in * 1000);`,
    });
    await tab.getByText("Connection lost").waitFor();
  },
  "signed-out-but-not-back": async (stage) => {
    const { tab, provider, application } = stage;
    const home = `${application.origin}/`;
    const client = pageClient(home, {
      client_id: "kitchen",
      post_logout_redirect_uris: [home],
    });
    provider.configure({ routes: kitchenRoutes, clients: [client] });
    const endSession = `${provider.origin}${kitchenRoutes.end_session}`;
    await logInInPage(stage, {
      authorize: `${provider.origin}${kitchenRoutes.authorization}`,
      token: `${provider.origin}${kitchenRoutes.token}`,
      clientId: client.client_id,
      scope: "openid profile",
      sentTo: `location.origin + "/"`,
      redeemedFor: `location.origin + "/"`,
      use: `
        const store = new Map(Object.entries(tokens));
        say("Recipes of the kitchen");
        window.signOut = () => {
          store.clear();
          const hint = store.get("id_token");
          location.assign("${endSession}?" + new URLSearchParams({
            ...(hint && { id_token_hint: hint }),
            post_logout_redirect_uri: location.origin + "/",
          }));
        };`,
    });
    await tab.getByText("Recipes of the kitchen").waitFor();
    // The next page at once would take the bodies of the responses from the panel.
    await tab.waitForLoadState("networkidle");
    await tab.evaluate("void signOut()");
    await tab.getByRole("button", { name: "Yes, sign me out" }).click();
    await tab.getByText("Sign-out Success").first().waitFor();
  },
};
