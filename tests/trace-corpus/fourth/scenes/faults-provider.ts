import { errors } from "oidc-provider";
import {
  getWithToken,
  postForm,
  redeemCode,
  sendFromPage,
} from "../../scene-parts/page-requests.ts";
import { ownRoutes, plainRoutes, realmRoutes } from "../../scene-parts/provider-routes.ts";
import { pageClient } from "../../scene-parts/provider-clients.ts";
import type { ProviderSettings } from "../../scene-parts/provider.ts";
import { createAttempt, type Attempt } from "../../scene-parts/attempt.ts";
import { withQuery, type Fields } from "../../scene-parts/urls.ts";
import { leaveFrom, logInAtProvider } from "../../scene-parts/provider-login.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";

/** Leaves the application's start page for the provider's authorization endpoint. */
async function authorize(
  stage: ProviderStage,
  authorizationPath: string,
  parameters: Fields,
): Promise<void> {
  const { application, provider } = stage;
  const url = withQuery(`${provider.origin}${authorizationPath}`, parameters);
  await leaveFrom(stage, `${application.origin}/`, url);
}

/** The parameters of a login that wants an ID token and no code. */
function forIdToken({ parameters }: Attempt): Fields {
  const { code_challenge: _challenge, code_challenge_method: _method, ...others } = parameters;
  return { ...others, response_type: "id_token" };
}

/** Finds the consent that the user gave to this client, as the provider does by default. */
const loadGivenConsent: ProviderSettings["loadExistingGrant"] = async ({ oidc }) => {
  const { client, session, result, provider } = oidc;
  const given =
    result?.consent?.grantId ??
    (client === undefined ? undefined : session?.grantIdFor(client.clientId));
  return given === undefined ? undefined : await provider.Grant.find(given);
};

/** Logins of single-page apps at a provider of another make that fail, each for one reason. */
export const providerFaultScenes: ProviderScenes = {
  "client-of-other-environment": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({ routes: plainRoutes, clients: [pageClient(callback)] });
    const { parameters } = createAttempt(callback, { clientId: "shop-web-test" });
    await authorize(stage, plainRoutes.authorization, parameters);
    await tab.getByText("client is invalid").waitFor();
  },
  "implicit-flow-not-allowed": async (stage) => {
    const { provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({ routes: realmRoutes, clients: [pageClient(callback)] });
    await authorize(stage, realmRoutes.authorization, forIdToken(createAttempt(callback)));
  },
  "token-without-verifier": async (stage) => {
    const { provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({ routes: ownRoutes, clients: [pageClient(callback)] });
    const { parameters } = createAttempt(callback);
    await authorize(stage, ownRoutes.authorization, parameters);
    const returned = await logInAtProvider(stage);
    await postForm(stage, `${provider.origin}${ownRoutes.token}`, {
      grant_type: "authorization_code",
      client_id: parameters.client_id,
      redirect_uri: callback,
      code: returned.searchParams.get("code") ?? "",
    });
  },
  "bearer-undefined": async (stage) => {
    const { provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({ routes: plainRoutes, clients: [pageClient(callback)] });
    const attempt = createAttempt(callback);
    await authorize(stage, plainRoutes.authorization, attempt.parameters);
    const returned = await logInAtProvider(stage);
    const code = returned.searchParams.get("code") ?? "";
    const tokens = await redeemCode(stage, plainRoutes.token, attempt, code);
    await getWithToken(stage, `${provider.origin}${plainRoutes.userinfo}`, tokens["accessToken"]);
  },
  "silent-login-needs-consent": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({
      routes: ownRoutes,
      clients: [pageClient(callback)],
      loadExistingGrant: loadGivenConsent,
    });
    const first = createAttempt(callback, { scope: "openid profile" });
    await authorize(stage, ownRoutes.authorization, first.parameters);
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByRole("button", { name: "Allow" }).click();
    await tab.waitForURL((reached) => reached.origin === application.origin);
    await tab.waitForLoadState();
    const code = new URL(tab.url()).searchParams.get("code") ?? "";
    await redeemCode(stage, ownRoutes.token, first, code);
    const { parameters } = createAttempt(callback);
    await authorize(stage, ownRoutes.authorization, { ...parameters, prompt: "none" });
  },
  "discovery-names-inner-issuer": async (stage) => {
    const { tab, provider, application } = stage;
    provider.configure({
      routes: realmRoutes,
      issuer: "http://identity.shop.internal:8080",
      clients: [pageClient(`${application.origin}/callback`)],
    });
    await tab.goto(`${application.origin}/`);
    // As libraries do, the page stops when the issuer is not the configured authority.
    await sendFromPage(stage, { url: `${provider.origin}/.well-known/openid-configuration` });
  },
  "user-not-assigned": async (stage) => {
    const { provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({
      routes: realmRoutes,
      clients: [pageClient(callback)],
      loadExistingGrant({ oidc: { session } }) {
        if (session?.accountId === undefined) return undefined;
        throw new errors.AccessDenied("the user is not assigned to this application");
      },
    });
    await authorize(stage, realmRoutes.authorization, createAttempt(callback).parameters);
    await logInAtProvider(stage);
  },
  "id-token-without-nonce": async (stage) => {
    const { provider, application } = stage;
    const callback = `${application.origin}/callback`;
    const client = pageClient(callback, {
      // The provider lets only native applications use this flow at localhost.
      application_type: "native",
      grant_types: ["implicit"],
      response_types: ["id_token"],
    });
    provider.configure({ routes: ownRoutes, clients: [client] });
    const { nonce: _nonce, ...parameters } = forIdToken(createAttempt(callback));
    await authorize(stage, ownRoutes.authorization, parameters);
  },
};
