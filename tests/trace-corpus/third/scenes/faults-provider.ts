import {
  getWithToken,
  postForm,
  redeemCode,
  sendFromPage,
} from "../../scene-parts/page-requests.ts";
import { serveBackend } from "../../scene-parts/backend.ts";
import { ownRoutes, plainRoutes, realmRoutes } from "../../scene-parts/provider-routes.ts";
import { pageClient, serverClient, serverSecret } from "../../scene-parts/provider-clients.ts";
import { createAttempt } from "../../scene-parts/attempt.ts";
import { withQuery, type Fields } from "../../scene-parts/urls.ts";
import { leaveFrom, logInAtProvider } from "../../scene-parts/provider-login.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";

/** Leaves the application for the provider, logs in, and returns the code at the callback. */
async function getCode(
  stage: ProviderStage,
  authorizationPath: string,
  parameters: Fields,
): Promise<string> {
  const { application, provider } = stage;
  const url = withQuery(`${provider.origin}${authorizationPath}`, parameters);
  await leaveFrom(stage, `${application.origin}/`, url);
  const returned = await logInAtProvider(stage);
  return returned.searchParams.get("code") ?? "";
}

/** Logins of single-page apps at a provider of another make that fail, each for one reason. */
export const providerFaultScenes: ProviderScenes = {
  "redirect-with-trailing-slash": async (stage) => {
    const { provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({ routes: plainRoutes, clients: [pageClient(callback)] });
    const { parameters } = createAttempt(`${callback}/`);
    const url = withQuery(`${provider.origin}${plainRoutes.authorization}`, parameters);
    await leaveFrom(stage, `${application.origin}/`, url);
  },
  "code-redeemed-twice": async (stage) => {
    const { provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({ routes: plainRoutes, clients: [pageClient(callback)] });
    const attempt = createAttempt(callback);
    const code = await getCode(stage, plainRoutes.authorization, attempt.parameters);
    // As an effect that React runs twice in its strict mode.
    await redeemCode(stage, plainRoutes.token, attempt, code);
    await redeemCode(stage, plainRoutes.token, attempt, code);
  },
  "page-without-client-secret": async (stage) => {
    const { provider, application } = stage;
    const callback = `${application.origin}/callback`;
    const client = pageClient(callback, {
      token_endpoint_auth_method: "client_secret_post",
      client_secret: serverSecret,
    });
    provider.configure({ routes: realmRoutes, clients: [client] });
    const attempt = createAttempt(callback);
    const code = await getCode(stage, realmRoutes.authorization, attempt.parameters);
    await redeemCode(stage, realmRoutes.token, attempt, code);
  },
  "token-origin-not-allowed": async (stage) => {
    const { provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({
      routes: ownRoutes,
      clients: [pageClient(callback)],
      // The provider's own default.
      clientBasedCORS: () => false,
    });
    const attempt = createAttempt(callback);
    const code = await getCode(stage, ownRoutes.authorization, attempt.parameters);
    await redeemCode(stage, ownRoutes.token, attempt, code);
  },
  "discovery-under-old-prefix": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({ routes: realmRoutes, clients: [pageClient(callback)] });
    await tab.goto(`${application.origin}/`);
    await sendFromPage(stage, {
      url: `${provider.origin}/auth/realms/acme/.well-known/openid-configuration`,
    });
  },
  "login-without-pkce": async (stage) => {
    const { provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({ routes: realmRoutes, clients: [pageClient(callback)] });
    const {
      code_challenge: _challenge,
      code_challenge_method: _method,
      ...parameters
    } = createAttempt(callback).parameters;
    const url = withQuery(`${provider.origin}${realmRoutes.authorization}`, parameters);
    await leaveFrom(stage, `${application.origin}/`, url);
  },
  "scope-not-assigned": async (stage) => {
    const { provider, application } = stage;
    const callback = `${application.origin}/callback`;
    const client = pageClient(callback, { scope: "openid profile" });
    provider.configure({ routes: plainRoutes, clients: [client] });
    const { parameters } = createAttempt(callback);
    const url = withQuery(`${provider.origin}${plainRoutes.authorization}`, parameters);
    await leaveFrom(stage, `${application.origin}/`, url);
  },
  "user-info-without-openid": async (stage) => {
    const { provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({ routes: realmRoutes, clients: [pageClient(callback)] });
    const attempt = createAttempt(callback, { scope: "profile email" });
    // Only a request of OpenID Connect has a nonce.
    const { nonce: _nonce, ...parameters } = attempt.parameters;
    const code = await getCode(stage, realmRoutes.authorization, parameters);
    const tokens = await redeemCode(stage, realmRoutes.token, attempt, code);
    await getWithToken(stage, `${provider.origin}${realmRoutes.userinfo}`, tokens["access_token"]);
  },
  "token-with-other-redirect": async (stage) => {
    const { provider, application } = stage;
    const home = `${application.origin}/`;
    const callback = `${home}callback`;
    const client = pageClient(callback, { redirect_uris: [callback, home] });
    provider.configure({ routes: realmRoutes, clients: [client] });
    const { parameters, verifier } = createAttempt(callback);
    const code = await getCode(stage, realmRoutes.authorization, parameters);
    const changed = { verifier, parameters: { ...parameters, redirect_uri: home } };
    await redeemCode(stage, realmRoutes.token, changed, code);
  },
  "refresh-token-used-twice": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({ routes: ownRoutes, clients: [pageClient(callback)] });
    const attempt = createAttempt(callback, { scope: "openid profile offline_access" });
    const url = withQuery(`${provider.origin}${ownRoutes.authorization}`, {
      ...attempt.parameters,
      prompt: "consent",
    });
    await leaveFrom(stage, `${application.origin}/`, url);
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByRole("button", { name: "Allow" }).click();
    await tab.waitForURL((reached) => reached.origin === application.origin);
    await tab.waitForLoadState();
    const code = new URL(tab.url()).searchParams.get("code") ?? "";
    const tokens = await redeemCode(stage, ownRoutes.token, attempt, code);
    const refresh = {
      grant_type: "refresh_token",
      client_id: "shop-web",
      refresh_token: String(tokens["refresh_token"]),
    };
    // One after the other: requests at the same time could both succeed.
    await postForm(stage, `${provider.origin}${ownRoutes.token}`, refresh);
    await postForm(stage, `${provider.origin}${ownRoutes.token}`, refresh);
  },
  "posted-without-login-cookie": async (stage) => {
    const { tab, provider, application } = stage;
    const origin = application.otherOrigin;
    provider.configure({ routes: plainRoutes, clients: [serverClient(`${origin}/callback`)] });
    serveBackend(stage, {
      origin,
      routes: plainRoutes,
      parameters: { response_mode: "form_post" },
    });
    await leaveFrom(stage, `${origin}/`, `${origin}/login`);
    await logInAtProvider(stage);
    await tab.getByText("the state does not match").waitFor();
  },
};
