import { demo } from "../../../launch/demo.ts";
import { html } from "../../application.ts";
import { createPkce, randomText } from "../../scene-parts/pkce.ts";
import { redirectTo, runScript, say } from "../../scene-parts/responses.ts";
import { withQuery } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveLibraryPages } from "../../scene-parts/library-pages.ts";
import { withoutForeignCookies } from "../../scene-parts/foreign-cookies.ts";

/** The URL at which a server sends the browser to the tenant, and what the server remembers. */
function beginAtTenant({ tenant }: ProviderStage, callback: string) {
  const { verifier, challenge } = createPkce();
  const state = randomText();
  const url = withQuery(`${tenant.origin}/authorize`, {
    client_id: demo.clientId,
    response_type: "code",
    redirect_uri: callback,
    scope: "openid profile email",
    state,
    code_challenge: challenge,
    code_challenge_method: "S256",
  });
  return { url, state, verifier };
}

const readCookie = ({ headers }: Request, name: string): string | undefined =>
  new RegExp(`(?:^|; )${name}=([^;]*)`).exec(headers.get("cookie") ?? "")?.[1];

/** The address of the application while it is developed, where nothing answers now. */
const developmentCallback = "http://localhost:5173/login/callback";

/** Serves a chat whose server knows its own address only from its settings. */
function serveChat(stage: ProviderStage): void {
  const { application } = stage;
  application.respond("/", () =>
    html(`<!doctype html><title>Chat</title><link rel="icon" href="data:,">
<form action="/login" method="post"><button>Login</button></form>`),
  );
  application.respond("/login", () => {
    const { url } = beginAtTenant(stage, developmentCallback);
    return redirectTo(url, [`chat-session=${randomText()}; Path=/; HttpOnly; SameSite=Lax`]);
  });
}

/** Serves an API with a session on each of its hosts, and a page of another host that uses it. */
function servePastes(stage: ProviderStage): void {
  const { application } = stage;
  const states = new Map<string, string>();
  application.respond("/", () =>
    say(`<a href="${application.otherOrigin}/api/v3/login">Log in</a>`),
  );
  application.respond("/api/v3/login", () => {
    const { url, state } = beginAtTenant(stage, `${application.origin}/api/v3/login/callback`);
    const id = randomText();
    states.set(id, state);
    return redirectTo(url, [`api.session_id=${id}; Path=/; HttpOnly; SameSite=Lax`]);
  });
  application.respond("/api/v3/login/callback", (request) => {
    if (states.has(readCookie(request, "api.session_id") ?? ""))
      throw new Error("The browser has the cookie of the session.");
    return new Response("400 - Bad Request\n\nsession not started yet", {
      status: 400,
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
  });
}

/** Begins a login with the redirect URI of the host on which the page runs. */
const arcadeScript = ({ tenant }: ProviderStage): string => `
  const signIn = () => {
    sessionStorage.state = crypto.randomUUID();
    location.href = "${tenant.origin}/authorize?" + new URLSearchParams({
      client_id: "${demo.clientId}",
      redirect_uri: location.origin + "/callback",
      response_type: "token id_token",
      scope: "openid email",
      state: sessionStorage.state,
      nonce: crypto.randomUUID(),
    });
  };`;

/** Does the same as the React provider of the library at each start. */
const trailsScript = ({ tenant, application }: ProviderStage): string => `
  const client = new auth0.Auth0Client(${JSON.stringify({
    domain: tenant.origin,
    clientId: demo.clientId,
    authorizationParams: { redirect_uri: `${application.otherOrigin}/` },
  })});
  const start = async () => {
    if (location.search.includes("state=")) {
      await client.handleRedirectCallback();
      history.replaceState(null, "", "/");
    } else await client.checkSession();
    const user = await client.getUser();
    show(user ? "Trails of " + user.name : "Log in to see your trails");
  };
  start();`;

/** The scenes of servers and pages at the tenant. */
export const tenantServerScenes: ProviderScenes = {
  "chat-works-only-in-development": async (stage) => {
    const { tab, control, application } = stage;
    const deployed = application.origin.replace("localhost", "chat.localhost");
    await control.changeClient(demo.clientId, {
      callbacks: [developmentCallback, `${deployed}/login/callback`],
    });
    serveChat(stage);
    await tab.goto(`${deployed}/`);
    await tab.getByRole("button", { name: "Login" }).click();
    const failed = tab.waitForEvent("requestfailed");
    await stage.logInAtTenant().catch(() => undefined);
    await failed;
  },
  "paste-site-session-not-started": async (stage) => {
    const { tab, control, application } = stage;
    await control.changeClient(demo.clientId, {
      callbacks: [`${application.origin}/api/v3/login/callback`],
    });
    servePastes(stage);
    await tab.goto(`${application.origin.replace("localhost", "paste.localhost")}/`);
    await tab.getByRole("link", { name: "Log in" }).click();
    await stage.logInAtTenant();
    await tab.getByText("session not started yet").waitFor();
  },
  "arcade-set-up-on-own-host": async (stage) => {
    const { tab, control, application } = stage;
    const own = application.origin.replace("localhost", "arcade.localhost");
    await control.changeClient(demo.clientId, { callbacks: [`${own}/`] });
    application.respond("/", () => runScript(arcadeScript(stage)));
    await tab.goto(`${own}/`);
    await tab.evaluate("signIn()");
    await tab.getByText("Callback URL mismatch").first().waitFor();
  },
  "trails-page-logs-out-at-reload": async (stage) => {
    const { tab, application } = stage;
    await serveLibraryPages(stage, {
      library: "@auth0/auth0-spa-js",
      title: "Trails",
      scripts: { "/": trailsScript(stage) },
    });
    await withoutForeignCookies(stage, async () => {
      await tab.goto(`${application.otherOrigin}/`);
      await tab.getByText("Log in to see your trails").waitFor();
      await tab.evaluate("void client.loginWithRedirect()");
      await stage.logInAtTenant();
      await tab.getByText("Trails of Ada").waitFor();
      // A reload at once would take the bodies of the responses from the panel.
      await tab.waitForLoadState("networkidle");
      await tab.reload();
      await tab.getByText("Log in to see your trails").waitFor();
    });
  },
};
