import { authorizationCodeGrant, ClientSecretPost } from "openid-client";
import { logIn } from "../../../e2e/pages/login-window.ts";
import { demo } from "../../../launch/demo.ts";
import { randomText } from "../../scene-parts/pkce.ts";
import { redirectTo } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { claimOf, connect } from "../../scene-parts/openid-client-login.ts";
import { lax, readCookie } from "../../scene-parts/cookies.ts";
import { originAt } from "../../scene-parts/urls.ts";
import { allowOrigin } from "../../scene-parts/tenant-client.ts";
import { servePages } from "../../scene-parts/pages-with-buttons.ts";
import { tenantOverrides } from "../../scene-parts/web-auth-settings.ts";
import { clientSecret } from "../../scene-parts/tenant-names.ts";

// The tenant's page posts from another site.
const posted = "Path=/cellar; Max-Age=600; HttpOnly; Secure; SameSite=None";

const createAuth = ({ tenant }: ProviderStage, settings: object) =>
  `const auth = new auth0.WebAuth(${JSON.stringify({
    domain: tenant.origin,
    clientID: demo.clientId,
    scope: "openid profile email",
    overrides: tenantOverrides({ tenant }),
    ...settings,
  })});`;

// The server makes state and nonce, and gets the code: the library only leaves for the tenant.
const cellarScript = `
press("in", async () => {
  const { state, nonce } = await (await fetch("/cellar/begin", { method: "POST" })).json();
  auth.authorize({ responseType: "code", responseMode: "form_post", state, nonce });
});
const start = async () => {
  const owner = await fetch("/cellar/owner");
  if (owner.status === 401) return show("Whose cellar is this?");
  const { bottles, name } = await owner.json();
  show(bottles + " bottles of " + name);
};
void start();`;

// Members have an address, guests have a name: they are in different directories.
const choirScript = `
const value = (id) => document.getElementById(id).value;
press("in", () => {
  auth.login({ realm: value("realm"), username: value("name"), password: value("word") }, () => {
    show("No such singer here");
  });
});
press("out", () => auth.logout({ returnTo: location.origin + "/choir" }));
const { hash } = location;
if (hash) history.replaceState(null, "", "/choir");
if (hash) auth.parseHash({ hash }, async (error, result) => {
  if (error) return show("Please sing again");
  const headers = { authorization: "Bearer " + result.accessToken };
  const solos = await (await fetch("/api/solos", { headers })).json();
  show(result.idTokenPayload.name + (solos.message ? " has no solos" : " has solos"));
});
else show("Choir");`;

/** Serves a cellar, whose server gets the tenant's response by form post. */
async function serveCellar({ application, tenant }: ProviderStage): Promise<void> {
  const config = await connect(tenant.origin, demo.clientId, ClientSecretPost(clientSecret));
  const nonces = new Map<string, string>();
  const owners = new Map<string, string>();
  application.respond("/cellar/begin", () => {
    const [state, nonce] = [randomText(), randomText()];
    nonces.set(state, nonce);
    return Response.json(
      { state, nonce },
      { headers: { "set-cookie": `cellar_login=${state}; ${posted}` } },
    );
  });
  application.respond("/cellar/return", async (request) => {
    const state = readCookie(request, "cellar_login") ?? "";
    const tokens = await authorizationCodeGrant(config, request, {
      expectedState: state,
      expectedNonce: nonces.get(state) ?? "",
      idTokenExpected: true,
    });
    nonces.delete(state);
    const id = randomText();
    owners.set(id, claimOf(tokens, "name"));
    return redirectTo("/cellar", [`cellar=${id}; ${lax}`, `cellar_login=; ${posted}; Max-Age=0`]);
  });
  application.respond("/cellar/owner", (request) => {
    const name = owners.get(readCookie(request, "cellar") ?? "");
    return name === undefined
      ? Response.json({ message: "Unknown" }, { status: 401 })
      : Response.json({ name, bottles: 77 });
  });
}

/** Logins of pages with the library auth0-js that work. */
export const olderLibraryScenes: ProviderScenes = {
  "cellar-gets-posted-code": async (stage) => {
    const { tab, application } = stage;
    const home = originAt("cellar.localhost", application);
    await allowOrigin(stage, home, "/cellar/return");
    await serveCellar(stage);
    await servePages(stage, "older", {
      title: "Cellar",
      paths: ["/cellar"],
      body: `<button id="in">Log in</button>`,
      script: `${createAuth(stage, { redirectUri: `${home}/cellar/return` })}${cellarScript}`,
    });
    await tab.goto(`${home}/cellar`);
    await tab.getByText("Whose cellar is this?").waitFor();
    await tab.getByRole("button", { name: "Log in" }).click();
    await logIn(tab, demo.secondUser);
    await tab.getByText("77 bottles of Grace Hopper").waitFor();
  },
  "choir-has-two-directories": async (stage) => {
    const { tab, application } = stage;
    const home = application.origin;
    await allowOrigin(stage, home, "/choir", "/choir/back");
    const settings = { redirectUri: `${home}/choir/back`, responseType: "token id_token" };
    await servePages(stage, "older", {
      title: "Choir",
      paths: ["/choir", "/choir/back"],
      body: `<select id="realm"><option value="Username-Password-Authentication">Members</option><option value="Demo-Usernames">Guests</option></select><input id="name" placeholder="Name"><input id="word" type="password" placeholder="Password"><button id="in">Log in</button><button id="out">Log out</button>`,
      script: `${createAuth(stage, settings)}${choirScript}`,
    });
    application.respond("/api/solos", () =>
      Response.json({ message: "Guests sing no solos" }, { status: 403 }),
    );
    await tab.goto(`${home}/choir`);
    await tab.getByPlaceholder("Name").fill("emmy");
    await tab.getByPlaceholder("Password").fill("Noether-1882");
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("No such singer here").waitFor();
    await tab.getByRole("combobox").selectOption("Guests");
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Emmy Noether has no solos").waitFor();
    await tab.getByRole("button", { name: "Log out" }).click();
    await tab.getByRole("main").getByText("Choir").waitFor();
  },
};
