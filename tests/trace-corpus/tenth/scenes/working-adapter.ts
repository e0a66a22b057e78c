import { pageClient } from "../../scene-parts/provider-clients.ts";
import { realmRoutes } from "../../scene-parts/provider-routes.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { confirmLogout } from "../../scene-parts/provider-login.ts";
import { pkceScript } from "../../scene-parts/pkce-script.ts";
import { showPage } from "../../scene-parts/responses.ts";
import { originAt } from "../../scene-parts/urls.ts";

const realm = "/realms/acme/protocol/openid-connect";

const framePage = (script: string): string =>
  `<!doctype html><title>Frame</title><link rel="icon" href="data:,"><script>${script}</script>`;

/** Shows the provider's frames: the check of cookies, and the one that watches the session. */
function showFrames({ provider }: ProviderStage): void {
  provider.showPage(`${realm}/3p-cookies/step1.html`, framePage(`location.href = "step2.html";`));
  provider.showPage(
    `${realm}/3p-cookies/step2.html`,
    framePage(`parent.postMessage("supported", "*");`),
  );
  provider.showPage(
    `${realm}/login-status-iframe.html`,
    framePage(`addEventListener("message", ({ source, origin }) => {
  source.postMessage("unchanged", origin);
});`),
  );
}

// Works as an adapter for pages: the response is in the fragment, and frames of the provider tell
// whether the session has changed.
const adapterScript = (settings: object): string => `${pkceScript}
const { origin, realm, home, routes } = ${JSON.stringify(settings)};
const show = (text) => { document.querySelector("main").textContent = text; };
const openFrame = (path, question) => new Promise((resolve) => {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.src = origin + realm + path;
  frame.onload = () => { if (question) frame.contentWindow.postMessage(question, origin); };
  addEventListener("message", ({ source, data }) => {
    if (source === frame.contentWindow) resolve(data);
  });
  document.body.append(frame);
});
let tokens;
const login = async () => {
  const [state, nonce, verifier] = [crypto.randomUUID(), crypto.randomUUID(), createRandom()];
  localStorage.setItem("kc-callback-" + state, JSON.stringify({ nonce, verifier }));
  location.replace(origin + routes.authorization + "?" + new URLSearchParams({
    client_id: "shop-web", redirect_uri: home, state, response_mode: "fragment",
    response_type: "code", scope: "openid", nonce,
    code_challenge: await hash(verifier), code_challenge_method: "S256",
  }));
};
const ask = async (fields) => {
  tokens = await post(origin + routes.token, { client_id: "shop-web", ...fields });
};
const start = async () => {
  const response = new URLSearchParams(location.hash.slice(1));
  const key = "kc-callback-" + response.get("state");
  const known = JSON.parse(localStorage.getItem(key));
  await openFrame("/3p-cookies/step1.html");
  if (known === null) return login();
  localStorage.removeItem(key);
  history.replaceState(null, "", home);
  await ask({
    grant_type: "authorization_code", code: response.get("code"), redirect_uri: home,
    code_verifier: known.verifier,
  });
  await openFrame("/login-status-iframe.html", "shop-web " + response.get("session_state"));
  const user = await fetch(origin + routes.userinfo, {
    headers: { Authorization: "bearer " + tokens.access_token },
  });
  show("Orchard of " + (await user.json()).sub);
};
document.querySelector("#keep").onclick = async () => {
  await ask({ grant_type: "refresh_token", refresh_token: tokens.refresh_token });
  show("The token is new");
};
document.querySelector("#out").onclick = () => {
  location.href = origin + routes.end_session + "?" + new URLSearchParams({
    client_id: "shop-web", post_logout_redirect_uri: location.origin + "/bye",
    id_token_hint: tokens.id_token,
  });
};
void start();`;

/** Logins of an adapter for pages that work. */
export const adapterScenes: ProviderScenes = {
  "adapter-watches-session": async (stage) => {
    const { tab, provider, application } = stage;
    const page = originAt("orchard.localhost", application);
    const home = `${page}/orchard/`;
    const bye = `${page}/bye`;
    provider.configure({
      routes: realmRoutes,
      clients: [pageClient(home, { post_logout_redirect_uris: [bye] })],
      // This provider gives every page of the company a refresh token.
      issueRefreshToken: async () => true,
    });
    showFrames(stage);
    const settings = { origin: provider.origin, realm, home, routes: realmRoutes };
    application.respond("/orchard/", () =>
      showPage(
        "Orchard",
        `<main></main><button id="keep">Keep</button><button id="out">Log out</button><script>${adapterScript(settings)}</script>`,
      ),
    );
    application.respond("/bye", () => showPage("Orchard", "<p>See you soon</p>"));
    await tab.goto(home);
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Orchard of ada").waitFor();
    await tab.getByRole("button", { name: "Keep" }).click();
    await tab.getByText("The token is new").waitFor();
    await tab.getByRole("button", { name: "Log out" }).click();
    await tab.waitForURL((url) => url.origin === provider.origin);
    await confirmLogout(stage, bye);
    await tab.getByText("See you soon").waitFor();
  },
};
