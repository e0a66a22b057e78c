import { decodeJwt } from "jose";
import { logIn } from "../../../e2e/pages/login-window.ts";
import { demo } from "../../../launch/demo.ts";
import { openApplication } from "../../scene-parts/tab.ts";
import { runScript } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveLibraryPages } from "../../scene-parts/library-pages.ts";
import { declareClient, finishThen, logInWithLibrary } from "../../scene-parts/tenant-client.ts";
import { reports } from "../../scene-parts/tenant-names.ts";

/** Serves one page with auth0-spa-js, logs in there, and waits for what the page says. */
async function logInAndWork(
  stage: ProviderStage,
  { title, parameters, work, says }: LibraryLogin,
): Promise<void> {
  await logInWithLibrary(stage, { title, parameters, work });
  await stage.tab.getByText(says).waitFor();
}

interface LibraryLogin {
  readonly title: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly work: string;
  readonly says: string;
}

/** The hand-written login of a component whose effect runs twice in development. */
const effectScript = (tenantOrigin: string): string => `
  const encode = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const random = () => encode(crypto.getRandomValues(new Uint8Array(32)));
  const render = (text) => { document.querySelector("p").textContent = text; };
  const redirectUri = location.origin + "/callback";
  const logIn = async () => {
    sessionStorage.verifier = random();
    sessionStorage.state = random();
    const digest = await crypto.subtle.digest(
      "SHA-256", new TextEncoder().encode(sessionStorage.verifier));
    location.assign("${tenantOrigin}/authorize?" + new URLSearchParams({
      client_id: "${demo.clientId}",
      response_type: "code",
      redirect_uri: redirectUri,
      scope: "openid profile email",
      state: sessionStorage.state,
      code_challenge: encode(digest),
      code_challenge_method: "S256",
    }));
  };
  const effect = async () => {
    const response = new URLSearchParams(location.search);
    if (!response.has("code") || response.get("state") !== sessionStorage.state) return;
    const answer = await fetch("${tenantOrigin}/oauth/token", {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: "${demo.clientId}",
        code: response.get("code"),
        redirect_uri: redirectUri,
        code_verifier: sessionStorage.verifier,
      }),
    });
    const { error } = await answer.json();
    render(error ? "Login failed: " + error : "Your profile");
  };
  effect().then(effect);`;

/** The scenes of pages at the tenant that need more than a login: a token, and an API. */
export const tenantApiScenes: ProviderScenes = {
  "profile-page-in-development": async (stage) => {
    const { tab, tenant, application } = stage;
    const page = () => runScript(effectScript(tenant.origin));
    application.respond("/profile", page);
    application.respond("/callback", page);
    await tab.goto(`${application.origin}/profile`);
    await tab.evaluate("void logIn()");
    await stage.logInAtTenant();
    await tab.getByText("Login failed: invalid_grant").waitFor();
  },
  "playlists-do-not-load": async (stage) => {
    const { application } = stage;
    application.respond("/api/playlists", ({ method, headers }) => {
      const cors = {
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET, POST, OPTIONS",
        "access-control-allow-headers": "Authorization, Content-Type",
      };
      if (method === "OPTIONS") return new Response(null, { status: 204, headers: cors });
      const isKnown = headers.get("authorization")?.startsWith("Bearer ey") === true;
      return Response.json(isKnown ? ["Morning", "Run"] : [], { headers: cors });
    });
    await logInAndWork(stage, {
      title: "Playlists",
      parameters: { audience: reports },
      work: `
        const token = await client.getTokenSilently();
        const answer = await fetch("${application.otherOrigin}/api/playlists", {
          credentials: "include",
          headers: { Authorization: "Bearer " + token },
        });
        show((await answer.json()).join());`,
      says: "Error: Failed to fetch",
    });
  },
  "account-settings-not-shown": async (stage) => {
    const { tab, tenant, application } = stage;
    const { port } = new URL(tenant.origin);
    // The tenant's custom domain, with an issuer of its own.
    const customDomain = `http://127.0.0.1:${port}`;
    const api = `${tenant.origin}/api/v2/`;
    const declare = declareClient(
      { tenant: { origin: customDomain } },
      {
        redirect_uri: `${application.origin}/`,
        audience: api,
        scope: "openid profile read:current_user update:current_user_metadata",
      },
    );
    const work = `
      const [token, user] = [await client.getTokenSilently(), await client.getUser()];
      const answer = await fetch("${api}users/" + encodeURIComponent(user.sub), {
        headers: { Authorization: "Bearer " + token },
      });
      const { message } = await answer.json();
      show(message ? "Could not load your account: " + message : "Your account");`;
    await serveLibraryPages(stage, {
      library: "@auth0/auth0-spa-js",
      title: "Account",
      scripts: { "/": declare + finishThen(work) },
    });
    await openApplication(stage);
    await tab.evaluate("void client.loginWithRedirect()");
    await tab.waitForURL((url) => url.origin === customDomain);
    await logIn(tab, demo.user);
    await tab.getByText("Could not load your account").waitFor();
  },
  "verified-user-turned-away": async (stage) => {
    stage.application.respond("/api/orders", ({ headers }) => {
      const token = headers.get("authorization")?.replace("Bearer ", "") ?? "";
      const isVerified = decodeJwt(token)["email_verified"] === true;
      if (isVerified) return Response.json({ orders: [] });
      return Response.json({ error: "Email not verified" }, { status: 403 });
    });
    await logInAndWork(stage, {
      title: "Orders",
      parameters: { audience: reports, scope: "openid profile email read:reports" },
      work: `
        const token = await client.getTokenSilently();
        const answer = await fetch("/api/orders", { headers: { Authorization: "Bearer " + token } });
        const { error } = await answer.json();
        show(error ?? "No orders yet");`,
      says: "Email not verified",
    });
  },
};
