import { logIn } from "../../../e2e/pages/login-window.ts";
import { demo } from "../../../launch/demo.ts";
import type { ProviderScenes } from "../../provider-stage.ts";
import { allowOrigin } from "../../scene-parts/tenant-client.ts";
import { servePages } from "../../scene-parts/pages-with-buttons.ts";
import { originAt } from "../../scene-parts/urls.ts";

// The library asks in a frame if the tenant does not know its refresh token any more.
const greenhouseScript = (settings: object): string => `
const client = new auth0.Auth0Client(${JSON.stringify(settings)});
press("in", () => client.loginWithRedirect());
press("water", async () => {
  const token = await client.getTokenSilently({ cacheMode: "off" });
  const answer = await fetch("/api/valves/2", {
    method: "PUT", headers: { authorization: "Bearer " + token }, body: "open",
  });
  show((await answer.json()).state === "open" ? "The tomatoes are watered" : "The valve is stuck");
});
const start = async () => {
  if (location.search.includes("code=")) {
    await client.handleRedirectCallback();
    history.replaceState(null, "", "/greenhouse");
  }
  const user = await client.getUser();
  const camera = await fetch("/api/camera");
  show((user ? "Greenhouse of " + user.name : "Greenhouse") + (camera.ok ? "" : ", no picture"));
};
void start();`;

// The second client of the page only proves that the user owns a second account.
const albumScript = (settings: object, domain: string): string => `
const settings = ${JSON.stringify(settings)};
const client = new auth0.Auth0Client({ ...settings, cacheLocation: "localstorage" });
const linker = new auth0.Auth0Client({
  ...settings, authorizationParams: { redirect_uri: location.origin + "/album/second", scope: "openid email" },
});
press("in", () => client.loginWithRedirect());
press("link", () => linker.loginWithRedirect({ authorizationParams: { prompt: "login" } }));
const call = async (path, method, body) => {
  const { sub } = await client.getUser();
  const answer = await fetch("${domain}/api/v2/users/" + encodeURIComponent(sub) + path, {
    method,
    headers: { authorization: "Bearer " + (await client.getTokenSilently()), "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return answer.json();
};
const start = async () => {
  if (location.pathname === "/album/second") {
    await linker.handleRedirectCallback();
    history.replaceState(null, "", "/album");
    const { __raw: raw } = await linker.getIdTokenClaims();
    await call("/identities", "POST", { link_with: raw });
  } else if (location.search.includes("code=")) {
    await client.handleRedirectCallback();
    history.replaceState(null, "", "/album");
  }
  if (!(await client.getUser())) return show("Album");
  show("Accounts of this album: " + (await call("", "GET")).identities.length);
};
void start();`;

/** Logins of pages with the library auth0-spa-js that work. */
export const tenantSpaScenes: ProviderScenes = {
  "greenhouse-renews-in-frame": async (stage) => {
    const { tab, application, tenant, control } = stage;
    const home = application.origin;
    await allowOrigin(stage, home, "/greenhouse");
    await servePages(stage, "spa", {
      title: "Greenhouse",
      paths: ["/greenhouse"],
      body: `<button id="in">Log in</button><button id="water">Water</button>`,
      script: greenhouseScript({
        domain: tenant.origin,
        clientId: demo.clientId,
        useRefreshTokens: true,
        useRefreshTokensFallback: true,
        cacheLocation: "localstorage",
        authorizationParams: { redirect_uri: `${home}/greenhouse`, scope: "openid profile" },
      }),
    });
    application.respond("/api/camera", () =>
      Response.json({ message: "The camera does not answer" }, { status: 504 }),
    );
    application.respond("/api/valves/2", ({ headers }) =>
      headers.has("authorization")
        ? Response.json({ valve: 2, state: "open" })
        : Response.json({ message: "Locked" }, { status: 401 }),
    );
    await tab.goto(`${home}/greenhouse`);
    await tab.getByRole("button", { name: "Log in" }).click();
    await logIn(tab, demo.user);
    await tab.getByText("Greenhouse of Ada Lovelace").waitFor();
    // An administrator has revoked the old refresh tokens since then.
    await stage.discardEarlier();
    await control.planResponse({
      path: "/oauth/token",
      method: "POST",
      status: 403,
      headers: { "access-control-allow-origin": home, "cache-control": "no-store" },
      body: JSON.stringify({
        error: "invalid_grant",
        error_description: "Unknown or invalid refresh token.",
      }),
    });
    await tab.reload();
    await tab.getByText("Greenhouse of Ada Lovelace").waitFor();
    await tab.getByRole("button", { name: "Water" }).click();
    await tab.getByText("The tomatoes are watered").waitFor();
  },
  "album-joins-second-account": async (stage) => {
    const { tab, application, tenant } = stage;
    const home = originAt("album.localhost", application);
    await allowOrigin(stage, home, "/album/first", "/album/second");
    await servePages(stage, "spa", {
      title: "Album",
      paths: ["/album", "/album/first", "/album/second"],
      body: `<button id="in">Log in</button><button id="link">Add an account</button>`,
      script: albumScript(
        {
          domain: tenant.origin,
          clientId: demo.clientId,
          authorizationParams: {
            redirect_uri: `${home}/album/first`,
            scope: "openid profile read:current_user update:current_user_identities",
            audience: `${tenant.origin}/api/v2/`,
          },
        },
        tenant.origin,
      ),
    });
    await tab.goto(`${home}/album`);
    await tab.getByRole("button", { name: "Log in" }).click();
    await logIn(tab, demo.user);
    await tab.getByText("Accounts of this album: 1").waitFor();
    // The user comes back another day.
    await stage.discardEarlier();
    await tab.reload();
    await tab.getByText("Accounts of this album: 1").waitFor();
    await tab.getByRole("button", { name: "Add an account" }).click();
    await logIn(tab, { ...demo.secondUser, password: "battery-stable-2" });
    await tab.getByText(/wrong/i).first().waitFor();
    await logIn(tab, demo.secondUser);
    await tab.getByText("Accounts of this album: 2").waitFor();
  },
};
