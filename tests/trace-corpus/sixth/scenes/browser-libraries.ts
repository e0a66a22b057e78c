import { errors } from "oidc-provider";
import * as z from "zod/mini";
import { demo } from "../../../launch/demo.ts";
import { authorizeUrl, withPkce } from "../../scene-parts/tenant-requests.ts";
import { createPkce, randomText } from "../../scene-parts/pkce.ts";
import { leave, openApplication } from "../../scene-parts/tab.ts";
import { redeemCode, sendFromPage } from "../../scene-parts/page-requests.ts";
import { ownRoutes, plainRoutes, realmRoutes } from "../../scene-parts/provider-routes.ts";
import { pageClient } from "../../scene-parts/provider-clients.ts";
import { createAttempt } from "../../scene-parts/attempt.ts";
import { leaveFrom, logInAtProvider } from "../../scene-parts/provider-login.ts";
import { runScript } from "../../scene-parts/responses.ts";
import { withQuery } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";

/** The credential type of a password at a named connection. */
const passwordRealm = "http://auth0.com/oauth/grant-type/password-realm";
const realm = "Username-Password-Authentication";
const { email: username, password } = demo.user;

/** A client that the tenant knows as an application with a secret. */
const serviceClientId = "demo-service";

const ticketSchema = z.object({ login_ticket: z.string() });

/** Opens the application's page, and loads the provider's metadata as libraries do. */
async function discover(stage: ProviderStage): Promise<void> {
  await openApplication(stage);
  await sendFromPage(stage, { url: `${stage.provider.origin}/.well-known/openid-configuration` });
}

/** Posts JSON from the page's script, with cookies. */
const postJson = async (stage: ProviderStage, path: string, body: object) =>
  await sendFromPage(stage, {
    url: `${stage.tenant.origin}${path}`,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    credentials: "include",
  });

/** Loads a URL in a hidden frame of the page. */
async function loadInFrame({ tab }: ProviderStage, url: string): Promise<void> {
  await tab.evaluate((src) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const frame = document.createElement("iframe");
    frame.hidden = true;
    frame.addEventListener("load", () => resolve(), { once: true });
    frame.src = src;
    document.body.append(frame);
    return promise;
  }, url);
}

/** Reads a response in the URL of the page, whose error decides before its code. */
const startScript = `
  const response = new URLSearchParams(location.search);
  const isSilent = sessionStorage.silent === response.get("state");
  if (!response.has("state")) document.body.append("Not logged in");
  else if (!response.has("error")) document.body.append("Logging in");
  else if (isSilent) {
    history.replaceState(null, "", "?error=" + response.get("error"));
    document.body.append("Not logged in");
  } else document.body.append("Login error: " + response.get("error"));`;

/** Completes the login under way, if the response belongs to it. */
const pendingScript = `
  const state = new URLSearchParams(location.search).get("state");
  if (localStorage.pending === state) {
    localStorage.removeItem("pending");
    document.body.append("Logging in");
  } else console.log("No pending request for this response");`;

const errorScript = `
  const response = new URLSearchParams(location.search || location.hash.slice(1));
  document.body.append(response.get("error") ?? "Logged in");`;

const refusedScenes: ProviderScenes = {
  "client-id-not-registered": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({ routes: realmRoutes, clients: [pageClient(callback)] });
    const { parameters } = createAttempt(callback, { clientId: "shop-web-staging" });
    await discover(stage);
    await leave(stage, withQuery(`${provider.origin}${realmRoutes.authorization}`, parameters));
    await tab.getByRole("heading", { name: "invalid_client" }).waitFor();
  },
  "implicit-flow-not-allowed": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({
      routes: ownRoutes,
      responseTypes: ["code", "id_token token"],
      clients: [pageClient(callback)],
    });
    application.respond("/callback", () => runScript(errorScript));
    await discover(stage);
    await sendFromPage(stage, { url: `${provider.origin}${ownRoutes.jwks}` });
    const url = withQuery(`${provider.origin}${ownRoutes.authorization}`, {
      response_type: "id_token token",
      client_id: "shop-web",
      state: randomText(),
      redirect_uri: callback,
      scope: "openid profile email",
      nonce: randomText(),
    });
    await leave(stage, url);
    await tab.getByText("invalid_request").waitFor();
  },
  "password-forgotten": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({
      routes: plainRoutes,
      clients: [pageClient(callback)],
      async loadExistingGrant() {
        throw new errors.AccessDenied("AADB2C90118: The user has forgotten their password.");
      },
    });
    application.respond("/callback", () => runScript(errorScript));
    await discover(stage);
    const { parameters } = createAttempt(callback, { scope: "openid profile offline_access" });
    await leave(
      stage,
      withQuery(`${provider.origin}${plainRoutes.authorization}`, {
        ...parameters,
        client_info: "1",
      }),
    );
    await tab.evaluate(() => {
      const button = document.querySelector("button");
      button?.setAttribute("name", "action");
      button?.setAttribute("value", "forgot-password");
    });
    await logInAtProvider(stage);
    await tab.getByText("access_denied").waitFor();
  },
};

const pageScenes: ProviderScenes = {
  "earlier-error-in-redirect-uri": async (stage) => {
    const { tab, provider, application } = stage;
    const start = `${application.origin}/start`;
    const authorization = `${provider.origin}${realmRoutes.authorization}`;
    // This provider has no wildcards, so both URLs are registered.
    const uris = [start, `${start}?error=login_required`];
    provider.configure({
      routes: realmRoutes,
      clients: [pageClient(start, { redirect_uris: uris })],
    });
    application.respond("/start", () => runScript(startScript));
    const check = createAttempt(start, { scope: "openid" }).parameters;
    await tab.goto(start);
    await tab.evaluate((state) => sessionStorage.setItem("silent", state), check.state);
    await leave(stage, withQuery(authorization, { ...check, prompt: "none" }));
    await tab.getByText("Not logged in").waitFor();
    const { parameters } = createAttempt(tab.url(), { scope: "openid" });
    await leave(stage, withQuery(authorization, parameters));
    await logInAtProvider(stage);
    await tab.getByText("Login error: login_required").waitFor();
  },
  "renewal-after-provider-logout": async (stage) => {
    const { tab, provider, application } = stage;
    const [callback, silent] = [`${application.origin}/callback`, `${application.origin}/silent`];
    const authorization = `${provider.origin}${plainRoutes.authorization}`;
    provider.configure({
      routes: plainRoutes,
      clients: [pageClient(callback, { redirect_uris: [callback, silent] })],
    });
    const attempt = createAttempt(callback);
    await leaveFrom(stage, `${application.origin}/`, withQuery(authorization, attempt.parameters));
    const returned = await logInAtProvider(stage);
    const code = returned.searchParams.get("code") ?? "";
    await redeemCode(stage, plainRoutes.token, attempt, code);
    await leave(stage, `${provider.origin}${plainRoutes.end_session}`);
    await tab.getByRole("button", { name: "Yes" }).click();
    await tab.waitForURL((url) => url.pathname.endsWith("/success"));
    await openApplication(stage);
    const renewal = { ...createAttempt(silent).parameters, prompt: "none" };
    await loadInFrame(stage, withQuery(authorization, renewal));
  },
  "callback-from-bookmark": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({ routes: ownRoutes, clients: [pageClient(callback)] });
    application.respond("/callback", () => runScript(pendingScript));
    const attempt = createAttempt(callback);
    await discover(stage);
    await tab.evaluate((state) => localStorage.setItem("pending", state), attempt.parameters.state);
    await leave(
      stage,
      withQuery(`${provider.origin}${ownRoutes.authorization}`, attempt.parameters),
    );
    const bookmark = await logInAtProvider(stage);
    const code = bookmark.searchParams.get("code") ?? "";
    await redeemCode(stage, ownRoutes.token, attempt, code);
    await openApplication(stage);
    await tab.goto(bookmark.href);
  },
};

const tenantScenes: ProviderScenes = {
  "page-client-needs-secret": async (stage) => {
    await stage.control.changeClient(serviceClientId, {
      web_origins: [stage.application.origin],
    });
    await openApplication(stage);
    // Without cookies: the refusal asks for Basic credentials, for which a browser would prompt.
    await sendFromPage(stage, {
      url: `${stage.tenant.origin}/oauth/token`,
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        grant_type: passwordRealm,
        client_id: serviceClientId,
        scope: "openid profile",
        username,
        password,
        realm,
      }),
    });
  },
  "user-is-blocked": async (stage) => {
    const { control } = stage;
    await control.changeClient(demo.clientId, { cross_origin_authentication: true });
    stage.application.respond("/callback", () => runScript(errorScript));
    await openApplication(stage);
    const answer = await postJson(stage, "/co/authenticate", {
      client_id: demo.clientId,
      credential_type: passwordRealm,
      username,
      password,
      realm,
    });
    // The service checks the password first, and the block only at its authorization endpoint.
    await control.blockUser(demo.user.id);
    const { login_ticket: ticket } = ticketSchema.parse(JSON.parse(answer?.text ?? "null"));
    const sent = { ...withPkce(createPkce().challenge), nonce: randomText(), realm };
    await leave(stage, authorizeUrl(stage, { ...sent, login_ticket: ticket }));
  },
};

/** The scenes of the failed logins of libraries that run in a page. */
export const browserLibraryScenes: ProviderScenes = {
  ...refusedScenes,
  ...pageScenes,
  ...tenantScenes,
};
