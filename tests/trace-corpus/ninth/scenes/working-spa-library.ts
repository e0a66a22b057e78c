import { logIn } from "../../../e2e/pages/login-window.ts";
import { demo } from "../../../launch/demo.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { ledger } from "../../scene-parts/tenant-names.ts";
import { serveLibraryFile } from "../../scene-parts/library-files.ts";
import { showPage } from "../../scene-parts/responses.ts";

/** Serves a page at several paths, whose script has the library and a client of it. */
async function serveClient(
  stage: ProviderStage,
  { title, paths, body, settings, script }: ClientPage,
): Promise<void> {
  const { application, tenant } = stage;
  await serveLibraryFile(stage, "/assets/auth0-spa-js.js", "@auth0/auth0-spa-js");
  const all = { domain: tenant.origin, clientId: demo.clientId, ...settings };
  for (const path of paths)
    application.respond(path, () =>
      showPage(
        title,
        `${body}<script src="/assets/auth0-spa-js.js"></script><script>
const show = (text) => { document.querySelector("main").textContent = text; };
const press = (id, act) => { document.getElementById(id).onclick = act; };
const client = new auth0.Auth0Client(${JSON.stringify(all)});
${script}</script>`,
      ),
    );
}

interface ClientPage {
  readonly title: string;
  readonly paths: readonly string[];
  readonly body: string;
  readonly settings: object;
  readonly script: string;
}

/** Serves an API that asks the tenant whose token a request has. */
function serveApi({ application, tenant }: ProviderStage, path: string, data: object): void {
  application.respond(path, async ({ headers }) => {
    const authorization = headers.get("authorization") ?? "";
    const answer = await fetch(`${tenant.origin}/userinfo`, { headers: { authorization } });
    return answer.ok
      ? Response.json(data)
      : Response.json({ message: "Unauthorized" }, { status: 401 });
  });
}

// The library keeps tokens in memory, and its worker keeps the refresh token. After a reload the
// library has neither: it gets new ones in a frame.
const recipeScript = `
const list = async () => {
  const headers = { authorization: "Bearer " + (await client.getTokenSilently()) };
  const response = await fetch("/api/recipes", { headers });
  show("Recipes: " + (await response.json()).names.join(", "));
};
press("in", () => client.loginWithRedirect());
press("again", async () => {
  await client.getTokenSilently({ cacheMode: "off" });
  await list();
});
const start = async () => {
  if (location.search.includes("state=")) {
    await client.handleRedirectCallback();
    history.replaceState(null, "", "/kitchen");
  } else await client.checkSession();
  if (await client.isAuthenticated()) await list();
  else show("Log in to cook");
};
void start();`;

// The first API is open to the user at once, the second one only after the user's consent.
const booksScript = (api: string): string => `
const ledger = { audience: "${ledger}", scope: "openid profile read:ledger" };
press("in", () => client.loginWithRedirect());
const open = async () => {
  try {
    const token = await client.getTokenSilently({ authorizationParams: ledger });
    const response = await fetch("${api}", { headers: { authorization: "Bearer " + token } });
    show("Balance: " + (await response.json()).balance);
  } catch (error) {
    if (error.error !== "consent_required") throw error;
    await client.loginWithRedirect({ authorizationParams: ledger, appState: { open: true } });
  }
};
press("ledger", open);
const start = async () => {
  if (!location.search.includes("code=")) return;
  const { appState } = await client.handleRedirectCallback();
  history.replaceState(null, "", "/books");
  show("Books of " + (await client.getUser()).name);
  if (appState?.open) await open();
};
void start();`;

/** Serves the ledger's API on another origin than the page's. */
function serveLedger({ application }: ProviderStage): void {
  const headers = {
    "access-control-allow-origin": application.origin,
    "access-control-allow-headers": "authorization",
    "access-control-max-age": "600",
    vary: "Origin",
  };
  application.respond("/v3/ledger", (request) => {
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers });
    const isKnown = request.headers.get("authorization")?.startsWith("Bearer ") === true;
    return isKnown
      ? Response.json({ balance: "1,204.00" }, { headers })
      : Response.json({ error: "invalid_token" }, { status: 401, headers });
  });
}

const oldSessionType = "urn:archive:old-session";

// The application of before has given the user a session, which the tenant's action knows.
const archiveScript = `
const start = async () => {
  await client.checkSession();
  const first = await fetch("/api/documents");
  if (first.status !== 401) return show("The archive is open to everyone.");
  const old = await fetch("/old/session-token", { method: "POST" });
  const { token } = await old.json();
  await client.loginWithCustomTokenExchange({
    subject_token: token, subject_token_type: "${oldSessionType}", scope: "openid profile email",
  });
  const headers = { authorization: "Bearer " + (await client.getTokenSilently()) };
  const response = await fetch("/api/documents", { headers });
  show((await response.json()).count + " documents of " + (await client.getUser()).email);
};
void start();`;

/** Registers the type of the old tokens at the tenant, as an administrator does. */
async function registerOldSessions({ tenant }: ProviderStage): Promise<void> {
  const issued = await fetch(`${tenant.origin}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: demo.managementClientId,
      client_secret: demo.managementClientSecret,
      audience: `${tenant.origin}/api/v2/`,
    }),
  });
  const token: unknown = Reflect.get(Object(await issued.json()), "access_token");
  const created = await fetch(`${tenant.origin}/api/v2/token-exchange-profiles`, {
    method: "POST",
    headers: { authorization: `Bearer ${String(token)}`, "content-type": "application/json" },
    body: JSON.stringify({
      name: "Sessions of the old archive",
      subject_token_type: oldSessionType,
      action_id: demo.actionId,
      type: "custom_authentication",
    }),
  });
  if (!created.ok) throw new Error(`The tenant answered ${created.status} to the profile.`);
}

const choirScript = `
press("social", () => client.loginWithRedirect({
  authorizationParams: { connection: "google-oauth2" },
}));
press("password", () => client.loginWithRedirect({
  authorizationParams: { connection: "Username-Password-Authentication" },
}));
const start = async () => {
  if (!/[?&](code|error)=/.test(location.search)) return;
  try {
    await client.handleRedirectCallback();
    history.replaceState(null, "", "/choir");
    const headers = { authorization: "Bearer " + (await client.getTokenSilently()) };
    const { next } = await (await fetch("/api/rehearsals", { headers })).json();
    show((await client.getUser()).nickname + ", you sing next on " + next);
  } catch (error) {
    if (error.error !== "access_denied") throw error;
    history.replaceState(null, "", "/choir");
    show("You can also use a password.");
  }
};
void start();`;

/** Logins of pages with the library auth0-spa-js at the local tenant that work. */
export const spaLibraryScenes: ProviderScenes = {
  "worker-holds-refresh-token": async (stage) => {
    const { tab, application } = stage;
    serveApi(stage, "/api/recipes", { names: ["Soup", "Bread"] });
    await serveClient(stage, {
      title: "Kitchen",
      paths: ["/kitchen"],
      body: `<main></main><button id="in">Log in</button><button id="again">Load again</button>`,
      settings: {
        useRefreshTokens: true,
        useRefreshTokensFallback: true,
        authorizationParams: { redirect_uri: `${application.origin}/callback` },
      },
      script: recipeScript,
    });
    application.respond("/callback", ({ url }) =>
      Response.redirect(`${application.origin}/kitchen${new URL(url).search}`, 302),
    );
    await tab.goto(`${application.origin}/kitchen`);
    await tab.getByText("Log in to cook").waitFor();
    await tab.getByRole("button", { name: "Log in" }).click();
    await logIn(tab, demo.user);
    await tab.getByText("Recipes: Soup, Bread").waitFor();
    await tab.getByRole("button", { name: "Load again" }).click();
    await tab.waitForLoadState("networkidle");
    await tab.reload();
    await tab.getByText("Recipes: Soup, Bread").waitFor();
  },
  "second-api-asks-for-consent": async (stage) => {
    const { tab, application } = stage;
    serveLedger(stage);
    await serveClient(stage, {
      title: "Books",
      paths: ["/books"],
      body: `<main></main><button id="in">Log in</button><button id="ledger">Open ledger</button>`,
      settings: {
        // The other cache sends some token requests from a worker.
        cacheLocation: "localstorage",
        authorizationParams: {
          redirect_uri: `${application.origin}/`,
          audience: "https://reports.demo.example/",
          scope: "openid profile read:reports",
        },
      },
      script: booksScript(`${application.otherOrigin}/v3/ledger`),
    });
    application.respond("/", ({ url }) =>
      Response.redirect(`${application.origin}/books${new URL(url).search}`, 307),
    );
    await tab.goto(`${application.origin}/books`);
    await tab.getByRole("button", { name: "Log in" }).click();
    await logIn(tab, demo.user);
    await tab.getByText("Books of Ada Lovelace").waitFor();
    await tab.getByRole("button", { name: "Open ledger" }).click();
    await tab.getByRole("button", { name: "Accept" }).click();
    await tab.getByText("Balance: 1,204.00").waitFor();
  },
  "old-session-exchanged": async (stage) => {
    const { tab, application } = stage;
    await registerOldSessions(stage);
    serveApi(stage, "/api/documents", { count: 31 });
    application.respond("/old/session-token", () =>
      Response.json({ token: `legacy:${demo.secondUser.email}` }),
    );
    await serveClient(stage, {
      title: "Archive",
      paths: ["/archive"],
      body: "<main></main>",
      settings: { authorizationParams: { redirect_uri: `${application.origin}/callback` } },
      script: archiveScript,
    });
    await tab.goto(`${application.origin}/archive`);
    await tab.getByText("31 documents of grace@example.com").waitFor();
  },
  "social-account-declined": async (stage) => {
    const { tab, application } = stage;
    serveApi(stage, "/api/rehearsals", { next: "Tuesday" });
    await serveClient(stage, {
      title: "Choir",
      paths: ["/choir", "/callback"],
      body: `<main></main><button id="social">With a social account</button><button id="password">With a password</button>`,
      settings: { authorizationParams: { redirect_uri: `${application.origin}/callback` } },
      script: choirScript,
    });
    await tab.goto(`${application.origin}/choir`);
    await tab.getByRole("button", { name: "With a social account" }).click();
    await tab.getByRole("button", { name: "Cancel" }).click();
    await tab.getByText("You can also use a password.").waitFor();
    await tab.getByRole("button", { name: "With a password" }).click();
    await logIn(tab, demo.user);
    await tab.getByText("ada, you sing next on Tuesday").waitFor();
  },
};
