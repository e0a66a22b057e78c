import { openApplication } from "../../scene-parts/tab.ts";
import { pageClient } from "../../scene-parts/provider-clients.ts";
import { logInAtProvider } from "../../scene-parts/provider-login.ts";
import { runScript } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import {
  pageFunctions,
  writeSignIn,
  type HandWrittenPage,
} from "../../scene-parts/hand-written-page.ts";

interface Page extends HandWrittenPage {
  /** What the page does with the `tokens`. */
  readonly use: string;
}

/** The script of a page that logs in without a library, and also sends other token requests. */
const loginScript = (page: Page): string => `${pageFunctions}
  const post = async (fields) => {
    const body = new URLSearchParams({ client_id: "${page.clientId}", ...fields });
    const answer = await fetch("${page.provider}${page.paths.token}", { method: "POST", body });
    return await answer.json();
  };${writeSignIn(page)}
  const use = (tokens) => { ${page.use} };
  const response = new URLSearchParams(location.search);
  if (response.has("code") && response.get("state") === sessionStorage.state) {
    history.replaceState(null, "", location.pathname);
    post({
      grant_type: "authorization_code",
      code: response.get("code"),
      redirect_uri: ${page.redeemedFor ?? page.callback},
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
      provider: provider.origin,
      paths: poolRoutes,
      clientId: client.client_id,
      scope: "openid email",
      callback: `location.origin + "/"`,
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
      provider: provider.origin,
      paths: servicesRoutes,
      clientId: client.client_id,
      scope: "openid profile",
      callback: `location.origin + "/"`,
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
      provider: provider.origin,
      paths: kitchenRoutes,
      clientId: client.client_id,
      scope: "openid profile",
      callback: `location.origin + "/"`,
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
