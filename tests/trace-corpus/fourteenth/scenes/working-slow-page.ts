import { logIn } from "../../../e2e/pages/login-window.ts";
import { demo } from "../../../launch/demo.ts";
import { pkceScript } from "../../scene-parts/pkce-script.ts";
import { showPage } from "../../scene-parts/responses.ts";
import { originAt } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { allowOrigin } from "../../scene-parts/tenant-client.ts";

// High in the mountains everything takes long, and the weather is given up after a second.
const hutScript = (domain: string): string => `${pkceScript}
const show = (text) => { document.querySelector("main").textContent = text; };
const note = (text) => { document.querySelector("output").textContent = text; };
const callback = location.origin + "/ski-hut";
document.querySelector("button").onclick = async () => {
  const login = { state: createRandom(), nonce: createRandom(), verifier: createRandom() };
  sessionStorage.setItem("hut", JSON.stringify(login));
  show("One moment");
  location.assign("${domain}/authorize?" + new URLSearchParams({
    client_id: "${demo.clientId}", response_type: "code", redirect_uri: callback,
    scope: "openid email", state: login.state, nonce: login.nonce, login_hint: "${demo.user.email}",
    code_challenge: await hash(login.verifier), code_challenge_method: "S256",
  }));
};
const weather = async () => {
  try {
    await fetch("/api/weather", { signal: AbortSignal.timeout(1000) });
  } catch {
    note("Look out of the window for the weather");
  }
};
const finish = async (response) => {
  const login = JSON.parse(sessionStorage.getItem("hut"));
  if (response.get("state") !== login.state) throw new Error("The state differs.");
  const waiting = setTimeout(() => show("Still on our way"), 1500);
  const tokens = await post("${domain}/oauth/token", {
    grant_type: "authorization_code", client_id: "${demo.clientId}", redirect_uri: callback,
    code: response.get("code"), code_verifier: login.verifier,
  });
  clearTimeout(waiting);
  history.replaceState(null, "", callback);
  const user = await (await fetch("${domain}/userinfo", {
    headers: { authorization: "Bearer " + tokens.access_token },
  })).json();
  show("A bed for " + user.email);
};
void weather();
const response = new URLSearchParams(location.search);
if (response.has("code")) void finish(response);`;

/** Makes each answer take longer, as in a network with a weak signal. */
async function slowDown(
  { tab, context }: ProviderStage,
  latency: number,
): Promise<() => Promise<void>> {
  const session = await context.newCDPSession(tab);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency,
    downloadThroughput: 40_000,
    uploadThroughput: 20_000,
  });
  return () => session.detach();
}

/** Logins in a slow network that work. */
export const slowPageScenes: ProviderScenes = {
  "ski-hut-has-weak-signal": async (stage) => {
    const { tab, application, tenant, control } = stage;
    const home = originAt("ski.localhost", application);
    await allowOrigin(stage, home, "/ski-hut");
    const domain = tenant.origin.replace("localhost", "127.0.0.1");
    application.respond("/ski-hut", () =>
      showPage(
        "Ski hut",
        `<main></main><output></output><button>Log in</button><script>${hutScript(domain)}</script>`,
      ),
    );
    application.respond("/api/weather", async () => {
      await new Promise((resolve) => setTimeout(resolve, 3000));
      return Response.json({ message: "The station is covered with snow" }, { status: 504 });
    });
    await control.planResponse({ path: "/oauth/token", method: "POST", delay: 2500 });
    const restore = await slowDown(stage, 700);
    try {
      await tab.goto(`${home}/ski-hut`);
      await tab.getByText("Look out of the window").waitFor();
      await tab.getByRole("button", { name: "Log in" }).click();
      await tab.getByLabel("Password").waitFor();
      await logIn(tab, demo.user);
      await tab.getByText("Still on our way").waitFor();
      await tab.getByText(`A bed for ${demo.user.email}`).waitFor();
    } finally {
      await restore();
    }
  },
};
