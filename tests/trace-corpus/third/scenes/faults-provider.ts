import { sendFromPage } from "../../scenes/protocol.ts";
import {
  ownRoutes,
  pageClient,
  plainRoutes,
  realmRoutes,
  serverSecret,
} from "../../second/provider.ts";
import {
  createAttempt,
  leaveFrom,
  logInAtProvider,
  redeemCode,
  withQuery,
  type Attempt,
} from "../../second/relying-party.ts";
import type { SecondScenes, SecondStage } from "../../second/stage.ts";

/** Leaves the application for the provider, logs in, and returns the code at the callback. */
async function getCode(
  stage: SecondStage,
  authorizationPath: string,
  { parameters }: Attempt,
): Promise<string> {
  const { application, provider } = stage;
  const url = withQuery(`${provider.origin}${authorizationPath}`, parameters);
  await leaveFrom(stage, `${application.origin}/`, url);
  const returned = await logInAtProvider(stage);
  return returned.searchParams.get("code") ?? "";
}

/** Logins of single-page apps at a provider of another make that fail, each for one reason. */
export const providerFaultScenes: SecondScenes = {
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
    const code = await getCode(stage, plainRoutes.authorization, attempt);
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
    const code = await getCode(stage, realmRoutes.authorization, attempt);
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
    const code = await getCode(stage, ownRoutes.authorization, attempt);
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
};
