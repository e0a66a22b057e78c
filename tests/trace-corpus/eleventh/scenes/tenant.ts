import { demo } from "../../../launch/demo.ts";
import { html } from "../../application.ts";
import { createPkce, randomText } from "../../scene-parts/pkce.ts";
import { openApplication } from "../../scene-parts/tab.ts";
import { withPkce } from "../../scene-parts/tenant-requests.ts";
import { redirectTo, say } from "../../scene-parts/responses.ts";
import { withQuery } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveLibraryPages } from "../../scene-parts/library-pages.ts";
import { ledger, reports } from "../../scene-parts/tenant-names.ts";
import { logInWithLibrary } from "../../scene-parts/tenant-client.ts";

/** Serves an API that reads a bearer token as most frameworks do. */
function serveTimesheets({ application }: ProviderStage): void {
  application.respond("/api/timesheets", ({ headers }) => {
    if (headers.get("authorization")?.startsWith("Bearer ey") === true)
      return Response.json([{ week: 12, hours: 38 }]);
    return Response.json(
      { error: "Unauthorized" },
      { status: 401, headers: { "www-authenticate": "Bearer" } },
    );
  });
}

/** Serves a store whose deployment has put all its paths under a folder. */
function serveStore({ tenant, application }: ProviderStage, origin: string): void {
  application.respond("/store", () => say('<a href="/store/login">Log in</a>'));
  application.respond("/store/login", () => {
    const { challenge } = createPkce();
    const state = randomText();
    const url = withQuery(`${tenant.origin}/authorize`, {
      client_id: demo.clientId,
      scope: "openid profile email",
      redirect_uri: `${origin}/store/callback`,
      state,
      ...withPkce(challenge),
    });
    return redirectTo(url, [`store.state=${state}; Path=/store; HttpOnly; SameSite=Lax`]);
  });
}

/** The login box of a forum: the password goes from its page to the tenant, as its widget did. */
const forumPage = ({ tenant, application }: ProviderStage): string => `<!doctype html>
<title>Forum</title><link rel="icon" href="data:,"><form>
<label>Email <input name="username"></label><label>Password <input name="password" type="password"></label>
<button>Log in</button><output></output></form><script>
  const form = document.querySelector("form");
  form.onsubmit = async (event) => {
    event.preventDefault();
    const { username, password } = Object.fromEntries(new FormData(form));
    const answer = await fetch("${tenant.origin}/usernamepassword/login", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_id: "${demo.clientId}",
        tenant: "${demo.tenantName}",
        connection: "Username-Password-Authentication",
        username,
        password,
        redirect_uri: "${application.origin}/callback",
        response_type: "code",
        scope: "openid profile email",
        state: crypto.randomUUID(),
      }),
    });
    if (!answer.ok) {
      const { code, description } = await answer.json();
      document.querySelector("output").textContent = code + ": " + description;
    }
  };
</script>`;

/** Answers the password of a login box as the service does for a client of the new kind. */
async function refuseLoginBox({ control, application }: ProviderStage): Promise<void> {
  const path = "/usernamepassword/login";
  const headers = {
    "access-control-allow-origin": application.origin,
    "access-control-allow-headers": "content-type",
    "access-control-allow-methods": "POST",
  };
  // The first request is the preflight.
  await control.planResponse({ path, status: 204, headers });
  await control.planResponse({
    path,
    method: "POST",
    status: 403,
    headers,
    body: JSON.stringify({
      name: "Error",
      code: "access_denied",
      description:
        "Password login is disabled for clients using externally hosted login pages with oidc_conformant flag set.",
      statusCode: 403,
    }),
  });
}

/** The scenes at the tenant. */
export const tenantScenes: ProviderScenes = {
  "timesheet-stays-empty": async (stage) => {
    serveTimesheets(stage);
    await logInWithLibrary(stage, {
      title: "Timesheets",
      parameters: { audience: reports },
      work: `
        const token = await client.getTokenSilently();
        const answer = await fetch("/api/timesheets", { headers: { Authorization: token } });
        show(answer.ok ? (await answer.json()).length + " weeks" : "No timesheets");`,
    });
    await stage.tab.getByText("No timesheets").waitFor();
  },
  "ledger-page-after-login": async (stage) => {
    await logInWithLibrary(stage, {
      title: "Ledger",
      parameters: { scope: "openid profile" },
      work: `
        show("Loading the ledger of " + (await client.getUser()).name);
        const token = await client.getTokenSilently({
          authorizationParams: { audience: "${ledger}", scope: "read:ledger" },
        });
        show("Token of " + token.length + " characters");`,
    });
    await stage.tab.getByText("Error: ").waitFor();
  },
  "first-login-of-new-application": async (stage) => {
    const { tab, tenant, control, application } = stage;
    await control.changeClient(demo.clientId, { callbacks: [] });
    const declare = `const auth = new auth0.WebAuth(${JSON.stringify({
      domain: tenant.origin,
      clientID: demo.clientId,
      redirectUri: `${application.origin}/welcome`,
      responseType: "code",
      scope: "openid profile email",
    })});`;
    await serveLibraryPages(stage, {
      library: "auth0-js",
      title: "Garden",
      scripts: { "/": `${declare}show("Log in to your garden");` },
    });
    await openApplication(stage);
    await tab.evaluate("auth.authorize()");
    await stage.reachTenant();
    await tab.waitForLoadState();
  },
  "store-moves-under-path": async (stage) => {
    const { tab, control, application } = stage;
    const origin = application.origin.replace("localhost", "store.localhost");
    await control.changeClient(demo.clientId, { callbacks: [`${origin}/callback`] });
    serveStore(stage, origin);
    await tab.goto(`${origin}/store`);
    await tab.getByRole("link", { name: "Log in" }).click();
    await stage.reachTenant();
    await tab.waitForLoadState();
  },
  "forum-login-box": async (stage) => {
    const { tab, application } = stage;
    await refuseLoginBox(stage);
    application.respond("/", () => html(forumPage(stage)));
    await openApplication(stage);
    await tab.getByLabel("Email").fill(demo.user.email);
    await tab.getByLabel("Password").fill(demo.user.password);
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Password login is disabled").waitFor();
  },
};
