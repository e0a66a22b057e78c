import { logIn } from "../../../e2e/pages/login-window.ts";
import { demo } from "../../../launch/demo.ts";
import type { ProviderScenes } from "../../provider-stage.ts";
import { pkceScript } from "../../scene-parts/pkce-script.ts";
import { showPage } from "../../scene-parts/responses.ts";
import { originAt } from "../../scene-parts/urls.ts";
import { allowOrigin } from "../../scene-parts/tenant-client.ts";

// The tenant may be busy for a moment: then the page waits as long as it says, and sends again.
const beaconScript = (domain: string): string => `${pkceScript}
const show = (text) => { document.querySelector("main").textContent = text; };
const callback = location.origin + "/lighthouse/";
const wait = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
document.querySelector("button").onclick = async () => {
  const login = { state: createRandom(), nonce: createRandom(), verifier: createRandom() };
  sessionStorage.setItem("login", JSON.stringify(login));
  location.assign("${domain}/authorize?" + new URLSearchParams({
    client_id: "${demo.clientId}", response_type: "code", redirect_uri: callback,
    scope: "openid profile offline_access", audience: "https://reports.demo.example/",
    state: login.state, nonce: login.nonce,
    code_challenge: await hash(login.verifier), code_challenge_method: "S256",
  }));
};
const redeem = async (fields) => {
  const answer = await fetch("${domain}/oauth/token", {
    method: "POST", body: new URLSearchParams({ client_id: "${demo.clientId}", ...fields }),
  });
  if (answer.status !== 429) return answer.json();
  show("One moment please");
  await wait(Number(answer.headers.get("retry-after") ?? 2));
  return redeem(fields);
};
const read = async (tokens) => {
  const answer = await fetch("/api/beacons", {
    headers: { authorization: "Bearer " + tokens.access_token },
  });
  return (await answer.json()).beacons;
};
const finish = async (response) => {
  const login = JSON.parse(sessionStorage.getItem("login"));
  if (response.get("state") !== login.state) throw new Error("The state differs.");
  history.replaceState(null, "", callback);
  const tokens = await redeem({
    grant_type: "authorization_code", redirect_uri: callback, code: response.get("code"),
    code_verifier: login.verifier,
  });
  show((await read(tokens)) + " beacons lit");
  // The night is long.
  await wait(1);
  const renewed = await redeem({ grant_type: "refresh_token", refresh_token: tokens.refresh_token });
  show((await read(renewed)) + " beacons still lit");
};
const response = new URLSearchParams(location.search);
if (response.has("code")) void finish(response);`;

/** Logins of pages without a library at the tenant that work. */
export const busyTenantScenes: ProviderScenes = {
  "lighthouse-waits-for-busy-tenant": async (stage) => {
    const { tab, application, tenant, control } = stage;
    const home = originAt("lighthouse.localhost", application);
    await allowOrigin(stage, home, "/lighthouse/");
    const domain = tenant.origin.replace("localhost", "127.0.0.1");
    application.respond("/lighthouse/", () =>
      showPage(
        "Lighthouse",
        `<main></main><button>Log in</button><script>${beaconScript(domain)}</script>`,
      ),
    );
    application.respond("/api/beacons", ({ headers }) =>
      headers.has("authorization")
        ? Response.json({ beacons: 4 })
        : Response.json({ message: "Who goes there?" }, { status: 401 }),
    );
    await control.planResponse({
      path: "/oauth/token",
      method: "POST",
      status: 429,
      headers: {
        "access-control-allow-origin": home,
        "access-control-expose-headers": "Retry-After",
        "retry-after": "1",
      },
      body: JSON.stringify({
        error: "too_many_requests",
        error_description: "Global limit has been reached",
      }),
    });
    await tab.goto(`${home}/lighthouse/`);
    await tab.getByRole("button", { name: "Log in" }).click();
    await logIn(tab, demo.secondUser);
    await tab.getByText("4 beacons still lit").waitFor();
  },
};
