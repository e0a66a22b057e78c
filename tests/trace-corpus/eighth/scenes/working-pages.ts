import type { Configuration } from "oidc-provider";
import { interactionPath } from "../../../oidc-provider/interaction-pages.ts";
import { ownRoutes, plainRoutes, realmRoutes } from "../../scene-parts/provider-routes.ts";
import { pageClient } from "../../scene-parts/provider-clients.ts";
import { withQuery } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { pkceScript } from "../../scene-parts/pkce-script.ts";
import { showPage } from "../../scene-parts/responses.ts";
import { lifetimesWith } from "../../scene-parts/provider-lifetimes.ts";

interface PageSettings {
  readonly authorization: string;
  readonly token: string;
  readonly userinfo: string;
  readonly redirectUri: string;
}

/** Returns the settings of a page's script, with full URLs. */
const settingsOf = (
  { provider }: ProviderStage,
  routes: Omit<PageSettings, "redirectUri">,
  redirectUri: string,
): string => {
  const { authorization, token, userinfo } = routes;
  const urls = { authorization, token, userinfo };
  const full = Object.entries(urls).map(([name, path]) => [name, `${provider.origin}${path}`]);
  return JSON.stringify({ ...Object.fromEntries(full), redirectUri });
};

// Each login has an entry of its own in the storage that all tabs share.
const libraryScript = (settings: string): string => `${pkceScript}
const settings = ${settings};
const output = document.querySelector("output");
document.querySelector("button").onclick = async () => {
  const [state, verifier, nonce] = [createRandom(), createRandom(), createRandom()];
  const to = location.pathname + location.search;
  localStorage.setItem("login:" + state, JSON.stringify({ verifier, nonce, to }));
  location.assign(settings.authorization + "?" + new URLSearchParams({
    client_id: "shop-web", redirect_uri: settings.redirectUri, response_type: "code",
    scope: "openid email", state, nonce,
    code_challenge: await hash(verifier), code_challenge_method: "S256",
  }));
};
const finish = async (response) => {
  const key = "login:" + response.get("state");
  const { verifier, to } = JSON.parse(localStorage.getItem(key));
  localStorage.removeItem(key);
  const tokens = await post(settings.token, {
    grant_type: "authorization_code", client_id: "shop-web", code: response.get("code"),
    redirect_uri: settings.redirectUri, code_verifier: verifier,
  });
  history.replaceState(null, "", to);
  const user = await fetch(settings.userinfo, {
    headers: { authorization: "Bearer " + tokens.access_token },
  });
  output.textContent = "Reading as " + (await user.json()).email;
};
const response = new URLSearchParams(location.search);
if (location.pathname === "/library/return") finish(response);`;

/** Serves the reading room of a library, whose script is at each of its paths. */
function serveReadingRoom(stage: ProviderStage, redirectUri: string): void {
  const script = libraryScript(settingsOf(stage, realmRoutes, redirectUri));
  for (const path of ["/library/books", "/library/return"])
    stage.application.respond(path, () =>
      showPage(
        "Reading room",
        `<button>Sign in to read</button><output></output><script>${script}</script>`,
      ),
    );
}

const cancelPath = "/sign-in";

/** The provider's page for a user who does not go on. Its address is that of the response. */
const cancelPage = `<!doctype html><title>Sign in</title><link rel="icon" href="data:,">
<p>Sign in to Tickets</p><a id="cancel">Not now</a>
<script>
document.querySelector("#cancel").href = new URLSearchParams(location.search).get("back");
</script>`;

/** The user cancels the first login that needs one, and no other. */
function cancelFirst(): Pick<Configuration, "interactions"> {
  let count = 0;
  return {
    interactions: {
      async url(_context, interaction) {
        count += 1;
        if (count > 1) return `${interactionPath}${interaction.uid}`;
        interaction.result = {
          error: "access_denied",
          error_description: "End-User aborted interaction",
        };
        await interaction.save(600);
        return withQuery(cancelPath, { back: interaction.returnTo });
      },
    },
  };
}

const ticketScript = (settings: string): string => `${pkceScript}
const settings = ${settings};
const message = document.querySelector("p");
const login = async () => {
  const verifier = createRandom();
  const state = createRandom();
  Object.assign(sessionStorage, { verifier, state });
  location.href = settings.authorization + "?" + new URLSearchParams({
    response_type: "code", client_id: "shop-web", scope: "openid profile", state,
    redirect_uri: settings.redirectUri, response_mode: "fragment",
    code_challenge: await hash(verifier), code_challenge_method: "S256",
  });
};
document.querySelector("button").onclick = login;
const response = new URLSearchParams(location.hash.slice(1));
const isOwn = response.has("state") && response.get("state") === sessionStorage.state;
history.replaceState(null, "", location.pathname);
if (isOwn && response.get("error") === "access_denied")
  message.textContent = "You did not sign in. Your tickets are kept for ten minutes.";
else if (isOwn) post(settings.token, {
  client_id: "shop-web", grant_type: "authorization_code", code: response.get("code"),
  redirect_uri: settings.redirectUri, code_verifier: sessionStorage.verifier,
}).then(({ id_token }) => {
  const claims = JSON.parse(atob(id_token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/")));
  message.textContent = "Tickets for " + claims.sub;
});`;

// The page asks again and again; only the answer 401 makes it renew its token, once.
const dashboardScript = (settings: string): string => `${pkceScript}
const settings = ${settings};
const list = document.querySelector("ul");
let tokens;
const renew = async () => {
  tokens = await post(settings.token, {
    grant_type: "refresh_token", client_id: "shop-web", refresh_token: tokens.refresh_token,
  });
};
const call = async (path, mayRenew = true) => {
  const response = await fetch(path, {
    headers: { Authorization: "Bearer " + tokens.access_token },
  });
  if (response.status !== 401 || !mayRenew) return response;
  await renew();
  return call(path, false);
};
const show = async () => {
  const response = await call("/api/v2/machines");
  for (const name of await response.json())
    list.append(Object.assign(document.createElement("li"), { textContent: name }));
};
const start = async () => {
  const response = new URLSearchParams(location.search);
  const known = JSON.parse(sessionStorage.getItem("pending") ?? "null");
  if (known === null || known.state !== response.get("state")) {
    const [state, verifier] = [createRandom(), createRandom()];
    sessionStorage.setItem("pending", JSON.stringify({ state, verifier }));
    location.replace(settings.authorization + "?" + new URLSearchParams({
      response_type: "code", client_id: "shop-web", redirect_uri: settings.redirectUri, state,
      scope: "openid", code_challenge: await hash(verifier), code_challenge_method: "S256",
    }));
    return;
  }
  sessionStorage.removeItem("pending");
  tokens = await post(settings.token, {
    grant_type: "authorization_code", client_id: "shop-web", code: response.get("code"),
    redirect_uri: settings.redirectUri, code_verifier: known.verifier,
  });
  history.replaceState(null, "", "/dashboard");
  await show();
  setTimeout(show, 2500);
};
void start();`;

/** Serves an API that asks the provider whether a token is still valid. */
function serveMachines({ application, provider }: ProviderStage): void {
  application.respond("/api/v2/machines", async ({ headers }) => {
    const authorization = headers.get("authorization") ?? "";
    const checked = await fetch(`${provider.origin}${ownRoutes.userinfo}`, {
      headers: { authorization },
    });
    if (checked.ok) return Response.json(["Press 1", "Press 2"]);
    return Response.json(
      { message: "Unauthorized" },
      { status: 401, headers: { "www-authenticate": 'Bearer error="invalid_token"' } },
    );
  });
}

/** The provider's times, with access tokens that are valid for two seconds. */
const shortLived = lifetimesWith(2);

/** Logins of pages without a library, at a provider of another make, that work. */
export const workingPageScenes: ProviderScenes = {
  "sign-in-page-left-open": async (stage) => {
    const { tab, context, provider, application } = stage;
    const redirectUri = `${application.origin}/library/return`;
    provider.configure({ routes: realmRoutes, clients: [pageClient(redirectUri)] });
    serveReadingRoom(stage, redirectUri);
    await tab.goto(`${application.origin}/library/books?subject=maps`);
    await tab.getByRole("button", { name: "Sign in to read" }).click();
    await tab.getByRole("button", { name: "Log in" }).waitFor();
    const other = await context.newPage();
    await other.goto(`${application.origin}/library/books?subject=ships`);
    await other.getByRole("button", { name: "Sign in to read" }).click();
    await other.getByRole("button", { name: "Log in" }).click();
    await other.getByText("Reading as ada@example.com").waitFor();
    await tab.bringToFront();
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Reading as ada@example.com").waitFor();
  },
  "cancelled-once-then-signed-in": async (stage) => {
    const { tab, provider, application } = stage;
    const redirectUri = `${application.origin}/tickets`;
    provider.configure({
      routes: plainRoutes,
      clients: [pageClient(redirectUri)],
      ...cancelFirst(),
    });
    provider.showPage(cancelPath, cancelPage);
    const script = ticketScript(settingsOf(stage, plainRoutes, redirectUri));
    application.respond("/tickets", () =>
      showPage("Tickets", `<p></p><button>Sign in</button><script>${script}</script>`),
    );
    await tab.goto(redirectUri);
    await tab.getByRole("button", { name: "Sign in" }).click();
    await tab.getByRole("link", { name: "Not now" }).click();
    await tab.getByText("You did not sign in.").waitFor();
    await tab.getByRole("button", { name: "Sign in" }).click();
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Tickets for ada").waitFor();
  },
  "api-call-renews-expired-token": async (stage) => {
    const { tab, provider, application } = stage;
    const redirectUri = `${application.origin}/dashboard`;
    provider.configure({
      routes: ownRoutes,
      clients: [pageClient(redirectUri)],
      ttl: shortLived,
      clockTolerance: 0,
      // This provider gives every page of the company a refresh token.
      issueRefreshToken: async () => true,
    });
    serveMachines(stage);
    const script = dashboardScript(settingsOf(stage, ownRoutes, redirectUri));
    application.respond("/dashboard", () =>
      showPage("Machines", `<h1>Machines</h1><ul></ul><script>${script}</script>`),
    );
    await tab.goto(redirectUri);
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Press 2").nth(1).waitFor();
  },
};
