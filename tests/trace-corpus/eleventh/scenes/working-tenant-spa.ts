import { logIn } from "../../../e2e/pages/login-window.ts";
import { demo } from "../../../launch/demo.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveLibraryFile } from "../../scene-parts/library-files.ts";
import { showPage } from "../../scene-parts/responses.ts";

interface ClientPage {
  readonly title: string;
  readonly paths: readonly string[];
  readonly body: string;
  readonly settings: object;
  readonly script: string;
}

/** Serves pages with the library auth0-spa-js. */
async function serveClient(stage: ProviderStage, page: ClientPage): Promise<void> {
  await serveLibraryFile(stage, "/bundle/auth0-spa-js.js", "@auth0/auth0-spa-js");
  for (const path of page.paths)
    stage.application.respond(path, () =>
      showPage(
        page.title,
        `<main></main>${page.body}<script src="/bundle/auth0-spa-js.js"></script><script>
const show = (text) => { document.querySelector("main").textContent = text; };
const press = (id, act) => { document.getElementById(id).onclick = act; };
const client = new auth0.Auth0Client(${JSON.stringify(page.settings)});
${page.script}</script>`,
      ),
    );
}

// The portrait is of users who have uploaded one; this one has not.
const allotmentScript = `
const greet = async () => {
  const user = await client.getUser();
  if (!user) return show("Allotment");
  const portrait = await fetch("/portraits/" + encodeURIComponent(user.sub));
  show("Allotment of " + user.name + (portrait.ok ? "" : " (no portrait)"));
};
press("in", () => client.loginWithRedirect());
press("renew", async () => {
  await client.getTokenSilently({ cacheMode: "off" });
  show("Renewed");
});
const start = async () => {
  if (location.search.includes("code=")) {
    const url = location.href;
    history.replaceState(null, "", "/allotment");
    await client.handleRedirectCallback(url);
  }
  await greet();
};
void start();`;

// The library sends a token request again if the connection broke off.
const ferryScript = `
press("in", () => client.loginWithRedirect({ authorizationParams: { login_hint: "grace@example.com" } }));
const start = async () => {
  if (!location.search.includes("code=")) return show("Timetable");
  const url = location.href;
  history.replaceState(null, "", "/timetable");
  await client.handleRedirectCallback(url);
  show("Timetable for " + (await client.getUser()).name);
};
void start();`;

/** Logins of pages with the library auth0-spa-js that work. */
export const tenantSpaScenes: ProviderScenes = {
  "remembered-on-custom-domain": async (stage) => {
    const { tab, application, tenant } = stage;
    const home = application.otherOrigin;
    const domain = tenant.origin.replace("localhost", "127.0.0.1");
    await serveClient(stage, {
      title: "Allotment",
      paths: ["/allotment", "/callback"],
      body: `<button id="in">Log in</button><button id="renew">Renew</button>`,
      settings: {
        domain,
        clientId: demo.clientId,
        useRefreshTokens: true,
        cacheLocation: "localstorage",
        authorizationParams: { redirect_uri: `${home}/callback`, scope: "openid profile" },
      },
      script: allotmentScript,
    });
    const portrait = `/portraits/${encodeURIComponent(demo.user.id)}`;
    application.respond(portrait, () => Response.json({ message: "No portrait" }, { status: 404 }));
    await tab.goto(`${home}/allotment`);
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.waitForURL((url) => url.origin === domain);
    await logIn(tab, demo.user);
    await tab.getByText("Allotment of Ada Lovelace (no portrait)").waitFor();
    await tab.waitForLoadState("networkidle");
    await tab.reload();
    await tab.getByText("Allotment of Ada Lovelace (no portrait)").waitFor();
    await tab.getByRole("button", { name: "Renew" }).click();
    await tab.getByText("Renewed").waitFor();
  },
  "token-request-lost-once": async (stage) => {
    const { tab, application, tenant } = stage;
    await serveClient(stage, {
      title: "Timetable",
      paths: ["/timetable", "/callback"],
      body: `<button id="in">Log in</button>`,
      settings: {
        domain: tenant.origin,
        clientId: demo.clientId,
        authorizationParams: { redirect_uri: `${application.origin}/callback` },
      },
      script: ferryScript,
    });
    // The train goes through a tunnel.
    await tab.route(`${tenant.origin}/oauth/token`, (route) => route.abort("connectionreset"), {
      times: 1,
    });
    await tab.goto(`${application.origin}/timetable`);
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByLabel("Password").fill(demo.secondUser.password);
    await tab.getByRole("button", { name: "Continue" }).click();
    await tab.getByText("Timetable for Grace Hopper").waitFor();
  },
};
