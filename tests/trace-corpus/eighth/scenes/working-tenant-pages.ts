import { logIn } from "../../../e2e/pages/login-window.ts";
import { demo } from "../../../launch/demo.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveLibraryFile } from "../../scene-parts/library-files.ts";
import { showPage } from "../../scene-parts/responses.ts";
import { webAuthSettings } from "../../scene-parts/web-auth-settings.ts";

/** The identifier of an API that the tenant knows. */
const audience = "https://reports.demo.example/";

const serveSpaLibrary = (stage: ProviderStage, path: string): Promise<void> =>
  serveLibraryFile(stage, path, "@auth0/auth0-spa-js");

// At each load the page first asks in a frame whether the tenant knows the user.
const galleryScript = (settings: object): string => `
const show = (text) => { document.querySelector("h1").textContent = text; };
const client = new auth0.Auth0Client(${JSON.stringify(settings)});
document.querySelector("button").onclick = () =>
  client.loginWithRedirect({ appState: { picture: 12 } });
const greet = async () => show("Pictures of " + (await client.getUser()).nickname);
const start = async () => {
  if (location.search.includes("code=")) {
    const { appState } = await client.handleRedirectCallback();
    history.replaceState(null, "", "/?picture=" + appState.picture);
    return greet();
  }
  try {
    await client.getTokenSilently();
    await greet();
  } catch (error) {
    if (error.error !== "login_required") throw error;
    show("Pictures of everyone");
  }
};
void start();`;

/** Serves a picture gallery that everyone can open, and that knows its users by the tenant. */
async function serveGallery(stage: ProviderStage): Promise<void> {
  const { application, tenant } = stage;
  await serveSpaLibrary(stage, "/js/auth0.js");
  const script = galleryScript({
    domain: tenant.origin,
    clientId: demo.clientId,
    authorizationParams: { redirect_uri: `${application.origin}/` },
  });
  application.respond("/", () =>
    showPage(
      "Gallery",
      `<h1></h1><button>My pictures</button><script src="/js/auth0.js"></script><script>${script}</script>`,
    ),
  );
}

// The statistics and the texts are not needed: the page goes on without them.
const planScript = (settings: object, api: string): string => `
const client = new auth0.Auth0Client(${JSON.stringify(settings)});
const count = (event) => fetch("/stats/events", {
  method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ event }),
}).catch(() => undefined);
const list = async () => {
  const token = await client.getTokenSilently();
  const response = await fetch("${api}", { headers: { authorization: "Bearer " + token } });
  document.querySelector("output").textContent = "Plans: " + (await response.json()).join(", ");
  await count("plans");
};
document.querySelector("#in").onclick = () => client.loginWithRedirect();
document.querySelector("#list").onclick = list;
const start = async () => {
  if (location.search.includes("code=")) {
    await client.handleRedirectCallback();
    history.replaceState(null, "", "/callback");
    document.querySelector("output").textContent = "Signed in";
  }
  const texts = await fetch("/texts/en-GB.json");
  if (!texts.ok) document.documentElement.lang = "en";
  await count("open");
};
void start();`;

const text = (body: string, status: number): Response =>
  new Response(body, { status, headers: { "content-type": "text/plain" } });

/** Serves a page with an API on another origin, and with parts that are broken for weeks. */
async function servePlans(stage: ProviderStage): Promise<void> {
  const { application, tenant } = stage;
  await serveSpaLibrary(stage, "/auth0-spa.js");
  const api = `${application.otherOrigin}/plans`;
  const settings = {
    domain: tenant.origin,
    clientId: demo.clientId,
    authorizationParams: {
      redirect_uri: `${application.origin}/callback`,
      audience,
      scope: "openid profile read:reports",
    },
  };
  const page = () =>
    showPage(
      "Plans",
      `<img src="/images/logo.png" alt="Plans"><button id="in">Sign in</button>
<button id="list">List plans</button><output></output><script src="/auth0-spa.js"></script>
<script>${planScript(settings, api)}</script>`,
    );
  application.respond("/", page);
  application.respond("/callback", page);
  application.respond("/images/logo.png", () => text("Not found", 404));
  application.respond("/texts/en-GB.json", () => text("Not found", 404));
  application.respond("/stats/events", () => text("upstream connect error", 500));
  const cors = {
    "access-control-allow-origin": application.origin,
    "access-control-allow-headers": "authorization",
    vary: "Origin",
  };
  application.respond("/plans", ({ method, headers }) => {
    if (method === "OPTIONS") return new Response(null, { status: 204, headers: cors });
    return headers.get("authorization")?.startsWith("Bearer ") === true
      ? Response.json(["North", "South"], { headers: cors })
      : Response.json({ error: "unauthorized" }, { status: 401, headers: cors });
  });
}

/** Serves a travel page with the older library, tokens in the fragment, and a way out. */
async function serveTravel(stage: ProviderStage): Promise<void> {
  const { application } = stage;
  await serveLibraryFile(stage, "/lib/auth0.min.js", "auth0-js");
  const settings = webAuthSettings(stage, {
    redirectUri: `${application.origin}/callback`,
    scope: "openid email",
  });
  const page = () =>
    showPage(
      "Travel",
      `<p id="user">Nobody</p><button id="in">Log in</button><button id="keep">Stay logged in</button>
<button id="out">Log out</button><script src="/lib/auth0.min.js"></script><script>
const show = (text) => { document.querySelector("#user").textContent = text; };
const auth = new auth0.WebAuth(${JSON.stringify(settings)});
document.querySelector("#in").onclick = () => auth.authorize();
document.querySelector("#keep").onclick = () => auth.checkSession({}, (error, result) => {
  show(error ? error.code : "Kept for " + result.idTokenPayload.email);
});
document.querySelector("#out").onclick = () =>
  auth.logout({ clientID: "${demo.clientId}", returnTo: location.origin + "/" });
if (location.hash) auth.parseHash((error, result) => {
  location.hash = "";
  show(error ? error.error : "Traveller " + result.idTokenPayload.email);
});
</script>`,
    );
  application.respond("/", page);
  application.respond("/callback", page);
}

/** Logins of pages with a library at the local tenant that work. */
export const workingTenantScenes: ProviderScenes = {
  "asks-tenant-at-each-load": async (stage) => {
    const { tab, application } = stage;
    await serveGallery(stage);
    await tab.goto(`${application.origin}/`);
    await tab.getByText("Pictures of everyone").waitFor();
    await tab.getByRole("button", { name: "My pictures" }).click();
    await logIn(tab, demo.user);
    await tab.getByText("Pictures of ada").waitFor();
    await tab.reload();
    await tab.getByText("Pictures of ada").waitFor();
  },
  "broken-statistics-beside-login": async (stage) => {
    const { tab, application } = stage;
    await servePlans(stage);
    await tab.goto(`${application.origin}/`);
    await tab.getByRole("button", { name: "Sign in" }).click();
    await logIn(tab, demo.secondUser);
    await tab.getByText("Signed in").waitFor();
    await tab.getByRole("button", { name: "List plans" }).click();
    await tab.getByText("Plans: North, South").waitFor();
  },
  "fragment-kept-and-logged-out": async (stage) => {
    const { tab, application } = stage;
    await serveTravel(stage);
    await tab.goto(`${application.origin}/`);
    await tab.getByRole("button", { name: "Log in" }).click();
    await logIn(tab, demo.user);
    await tab.getByText("Traveller ada@example.com").waitFor();
    await tab.getByRole("button", { name: "Stay logged in" }).click();
    await tab.getByText("Kept for ada@example.com").waitFor();
    await tab.getByRole("button", { name: "Log out" }).click();
    await tab.waitForURL(`${application.origin}/`);
    await tab.getByText("Nobody").waitFor();
  },
};
