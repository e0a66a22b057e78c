import { errors, type ClientMetadata } from "oidc-provider";
import * as z from "zod/mini";
import { logIn } from "../../../e2e/pages/login-window.ts";
import { demo } from "../../../launch/demo.ts";
import { authorizeUrl, logInByUrl, withPkce } from "../../scene-parts/tenant-requests.ts";
import { createPkce, randomText } from "../../scene-parts/pkce.ts";
import { leave } from "../../scene-parts/tab.ts";
import { postForm, redeemCode, sendFromPage } from "../../scene-parts/page-requests.ts";
import { serveBackend } from "../../scene-parts/backend.ts";
import { ownPages } from "../../scene-parts/provider.ts";
import { ownRoutes, plainRoutes, realmRoutes } from "../../scene-parts/provider-routes.ts";
import { pageClient, serverClient, serverSecret } from "../../scene-parts/provider-clients.ts";
import { createAttempt } from "../../scene-parts/attempt.ts";
import { leaveFrom, logInAtProvider } from "../../scene-parts/provider-login.ts";
import { redirectTo, say } from "../../scene-parts/responses.ts";
import { withQuery } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";

const tokenAnswerSchema = z.object({
  error: z.optional(z.string()),
  error_description: z.optional(z.string()),
});

/** The cookie by which an application's server knows the login under way at its callback. */
const loginCookie = (state: string) => `shop_login=${state}; Path=/; HttpOnly; SameSite=Lax`;

/** Serves an application whose callback page shows why its token request failed. */
function serveTalkativeBackend({ application, provider }: ProviderStage): void {
  const callback = `${application.origin}/callback`;
  const attempt = createAttempt(callback, { clientId: "shop-server" });
  application.respond("/login", () =>
    redirectTo(withQuery(`${provider.origin}${plainRoutes.authorization}`, attempt.parameters), [
      loginCookie(attempt.parameters.state),
    ]),
  );
  application.respond("/callback", async ({ url }) => {
    const redeemed = await fetch(`${provider.origin}${plainRoutes.token}`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: attempt.parameters.client_id,
        client_secret: serverSecret,
        redirect_uri: callback,
        code: new URL(url).searchParams.get("code") ?? "",
        code_verifier: attempt.verifier,
      }),
    });
    if (redeemed.ok) return redirectTo("/");
    const { error, error_description: description } = tokenAnswerSchema.parse(
      await redeemed.json(),
    );
    const status = `${redeemed.status} ${redeemed.statusText}`;
    return say(`Sign-in failed. Token response: ${status}: [${error}] ${description}`, {
      status: 500,
    });
  });
}

/** A client of an old registration: its secret was valid until the year began. */
const expiredClient = (callback: string): ClientMetadata =>
  serverClient(callback, { client_secret_expires_at: Date.UTC(2026, 0, 1) / 1000 });

/** Logins at a provider of another make that it refuses, each for one reason. */
const providerScenes: ProviderScenes = {
  "device-flow-not-enabled": async (stage) => {
    const { tab, provider, application } = stage;
    const device = `${realmRoutes.authorization}/device`;
    provider.configure({
      routes: { ...realmRoutes, device_authorization: device },
      clients: [pageClient(`${application.origin}/callback`, { client_id: "shop-tv" })],
      features: { ...ownPages, deviceFlow: { enabled: true } },
    });
    await tab.goto(`${application.origin}/`);
    await postForm(stage, `${provider.origin}${device}`, {
      client_id: "shop-tv",
      scope: "openid profile",
    });
  },
  "client-secret-expired": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({ routes: plainRoutes, clients: [expiredClient(callback)] });
    serveTalkativeBackend(stage);
    await leaveFrom(stage, `${application.origin}/`, `${application.origin}/login`);
    await logInAtProvider(stage);
    await tab.getByText("Sign-in failed").waitFor();
  },
  "resource-with-slash": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/callback`;
    const api = application.otherOrigin;
    provider.configure({
      routes: ownRoutes,
      clients: [pageClient(callback)],
      features: {
        ...ownPages,
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo(_context, resource) {
            if (resource !== api) throw new errors.InvalidTarget();
            return { scope: "orders:read", accessTokenFormat: "jwt" };
          },
        },
      },
    });
    const metadata = "/.well-known/oauth-protected-resource";
    application.respond(metadata, () =>
      Response.json(
        {
          resource: api,
          authorization_servers: [provider.origin],
          scopes_supported: ["orders:read"],
        },
        { headers: { "access-control-allow-origin": "*" } },
      ),
    );
    await tab.goto(`${application.origin}/`);
    await sendFromPage(stage, { url: `${api}${metadata}` });
    const { parameters } = createAttempt(callback, { scope: "openid orders:read" });
    const url = withQuery(`${provider.origin}${ownRoutes.authorization}`, {
      ...parameters,
      resource: new URL(api).href,
    });
    await leave(stage, url);
  },
  "refresh-after-logout": async (stage) => {
    const { tab, provider, application } = stage;
    const home = `${application.origin}/`;
    const callback = `${home}callback`;
    const client = pageClient(callback, { post_logout_redirect_uris: [home] });
    provider.configure({
      routes: realmRoutes,
      clients: [client],
      // As many providers, this one issues refresh tokens without offline access.
      issueRefreshToken: () => true,
    });
    const attempt = createAttempt(callback);
    const url = withQuery(`${provider.origin}${realmRoutes.authorization}`, attempt.parameters);
    await leaveFrom(stage, home, url);
    const returned = await logInAtProvider(stage);
    const code = returned.searchParams.get("code") ?? "";
    const tokens = await redeemCode(stage, realmRoutes.token, attempt, code);
    const refresh = (refreshToken: unknown) =>
      postForm(stage, `${provider.origin}${realmRoutes.token}`, {
        grant_type: "refresh_token",
        client_id: "shop-web",
        refresh_token: String(refreshToken),
      });
    const refreshed = await refresh(tokens["refresh_token"]);
    const logout = withQuery(`${provider.origin}${realmRoutes.end_session}`, {
      id_token_hint: String(refreshed["id_token"]),
      post_logout_redirect_uri: home,
    });
    await leave(stage, logout);
    await tab.getByRole("button", { name: "Yes, sign me out" }).click();
    await tab.waitForURL(home);
    await tab.waitForLoadState();
    await refresh(refreshed["refresh_token"]);
  },
  "logout-without-hint": async (stage) => {
    const { tab, provider, application } = stage;
    const home = `${application.origin}/`;
    const client = serverClient(`${home}callback`, { post_logout_redirect_uris: [home] });
    provider.configure({ routes: plainRoutes, clients: [client] });
    serveBackend(stage, { routes: plainRoutes });
    const logout = withQuery(`${provider.origin}${plainRoutes.end_session}`, {
      post_logout_redirect_uri: home,
    });
    application.respond("/logout", () =>
      redirectTo(logout, ["shop_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax"]),
    );
    await leaveFrom(stage, home, `${home}login`);
    await logInAtProvider(stage);
    await leave(stage, `${home}logout`);
    await tab.getByRole("button", { name: "Yes, sign me out" }).click();
    await tab.waitForURL(`${provider.origin}${plainRoutes.end_session}/success`);
    await tab.waitForLoadState();
  },
};

/** Logins at the local tenant that it refuses, each for one reason. */
const tenantScenes: ProviderScenes = {
  "loopback-on-other-port": async (stage) => {
    const { tab, control } = stage;
    await control.changeClient(demo.clientId, { callbacks: ["http://127.0.0.1:8400/callback"] });
    const { challenge } = createPkce();
    const sent = {
      ...withPkce(challenge),
      nonce: randomText(),
      redirect_uri: "http://127.0.0.1:53187/callback",
    };
    // The program opens the browser at this URL.
    await tab.goto(authorizeUrl(stage, sent));
  },
  "user-outside-organization": async (stage) => {
    const { tab, tenant, application } = stage;
    const { challenge } = createPkce();
    const state = randomText();
    const sent = { ...withPkce(challenge), nonce: randomText(), state, organization: "acme" };
    application.respond("/login", () =>
      redirectTo(authorizeUrl(stage, sent), [loginCookie(state)]),
    );
    application.respond("/callback", () => say("You cannot sign in here.", { status: 403 }));
    await leaveFrom(stage, `${application.origin}/`, `${application.origin}/login`);
    await logIn(tab, demo.secondUser);
    await tab.waitForURL((url) => url.origin !== tenant.origin);
    await tab.waitForLoadState();
  },
  "token-parameters-in-query": async (stage) => {
    const { tenant, application } = stage;
    const { verifier, challenge } = createPkce();
    const response = await logInByUrl(stage, { ...withPkce(challenge), nonce: randomText() });
    // As `axios.post(url, null, { params })` does.
    const url = withQuery(`${tenant.origin}/oauth/token`, {
      grant_type: "authorization_code",
      client_id: demo.clientId,
      redirect_uri: `${application.origin}/callback`,
      code: response.get("code") ?? "",
      code_verifier: verifier,
    });
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    await sendFromPage(stage, { url, method: "POST", headers });
  },
};

/** The scenes of `faulty-server.ts`. */
export const serverFaultScenes: ProviderScenes = { ...providerScenes, ...tenantScenes };
