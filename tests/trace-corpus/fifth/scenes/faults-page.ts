import { decodeJwt } from "jose";
import * as z from "zod/mini";
import { authorizeUrl, logInByUrl, redeem, withPkce } from "../../scene-parts/tenant-requests.ts";
import { createPkce, randomText } from "../../scene-parts/pkce.ts";
import { leave } from "../../scene-parts/tab.ts";
import { getWithToken, redeemCode, sendFromPage } from "../../scene-parts/page-requests.ts";
import { serveBackend } from "../../scene-parts/backend.ts";
import { ownRoutes, plainRoutes, realmRoutes } from "../../scene-parts/provider-routes.ts";
import { pageClient, serverClient } from "../../scene-parts/provider-clients.ts";
import { createAttempt } from "../../scene-parts/attempt.ts";
import { runScript, say } from "../../scene-parts/responses.ts";
import { withQuery, type Fields } from "../../scene-parts/urls.ts";
import { leaveFrom, logInAtProvider } from "../../scene-parts/provider-login.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { reports } from "../../scene-parts/tenant-names.ts";

/** The tenant's own domain, at which nobody logs in. */
const ownDomain = "https://local.eu.tenants.example/";

interface Routes {
  readonly authorization: string;
  readonly token: string;
}

/** Logs in at the provider from the application's start page, and returns the tokens. */
async function getProviderTokens(
  stage: ProviderStage,
  routes: Routes,
  scope = "openid profile email",
): Promise<Readonly<Record<string, unknown>>> {
  const { application, provider } = stage;
  const attempt = createAttempt(`${application.origin}/callback`, { scope });
  const url = withQuery(`${provider.origin}${routes.authorization}`, attempt.parameters);
  await leaveFrom(stage, `${application.origin}/`, url);
  const returned = await logInAtProvider(stage);
  const code = returned.searchParams.get("code") ?? "";
  return await redeemCode(stage, routes.token, attempt, code);
}

/** Logs in at the tenant for the API, and calls it. */
async function readReports(stage: ProviderStage, scope: string): Promise<void> {
  const { verifier, challenge } = createPkce();
  const sent = { ...withPkce(challenge), nonce: randomText(), audience: reports, scope };
  const response = await logInByUrl(stage, sent);
  const tokens = await redeem(stage, response, { code_verifier: verifier });
  const url = `${stage.application.origin}/api/reports`;
  await getWithToken(stage, url, tokens["access_token"]);
}

/** The claims of a request's access token. */
const readClaims = ({ headers }: Request) =>
  decodeJwt((headers.get("authorization") ?? "").replace("Bearer ", ""));

/** Refuses a request for a protected resource (RFC 6750, section 3). */
const refuse = (status: number, challenge: Fields): Response =>
  Response.json(
    { status, message: challenge["error_description"] },
    {
      status,
      headers: {
        "www-authenticate": `Bearer ${Object.entries(challenge)
          .map(([name, value]) => `${name}="${value}"`)
          .join(", ")}`,
      },
    },
  );

const accountSchema = z.object({ sub: z.string(), email: z.string() });

/** Starts a login in every route without tokens; gives up after three. */
const guardScript = (authorizationUrl: string, redirectUri: string) => `
  const encode = (bytes) => btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const random = () => encode(crypto.getRandomValues(new Uint8Array(32)));
  async function logIn() {
    const verifier = random();
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
    const parameters = {
      client_id: "shop-web",
      redirect_uri: "${redirectUri}",
      response_type: "code",
      scope: "openid profile email",
      state: random(),
      nonce: random(),
      code_challenge: encode(new Uint8Array(digest)),
      code_challenge_method: "S256",
    };
    sessionStorage.login = JSON.stringify({ ...parameters, verifier });
    location.assign("${authorizationUrl}?" + new URLSearchParams(parameters));
  }
  const rounds = Number(sessionStorage.rounds ?? 0);
  sessionStorage.rounds = rounds + 1;
  if (sessionStorage.tokens !== undefined) document.body.append("Hello");
  else if (rounds < 3) logIn();
  else document.body.append("You cannot be signed in");`;

const providerScenes: ProviderScenes = {
  "login-cookie-strict": async (stage) => {
    const { tab, provider, application } = stage;
    const origin = application.otherOrigin;
    provider.configure({ routes: ownRoutes, clients: [serverClient(`${origin}/callback`)] });
    serveBackend(stage, {
      origin,
      routes: ownRoutes,
      loginCookie: "Path=/; HttpOnly; SameSite=Strict",
    });
    await leaveFrom(stage, `${origin}/`, `${origin}/login`);
    await logInAtProvider(stage);
    await tab.getByText("the state does not match").waitFor();
  },
  "guard-at-callback": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({ routes: realmRoutes, clients: [pageClient(callback)] });
    const script = guardScript(`${provider.origin}${realmRoutes.authorization}`, callback);
    application.respond("/orders", () => runScript(script));
    application.respond("/callback", () => runScript(script));
    await tab.goto(`${application.origin}/orders`);
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("You cannot be signed in").waitFor();
  },
  "silent-page-forbids-frames": async (stage) => {
    const { tab, provider, application } = stage;
    const home = `${application.origin}/`;
    const callbacks = [`${home}callback`, `${home}silent`];
    provider.configure({
      routes: plainRoutes,
      clients: [pageClient(`${home}callback`, { redirect_uris: callbacks })],
    });
    const headers = { "x-frame-options": "DENY" };
    for (const path of ["/", "/callback", "/silent"])
      application.respond(path, () => say("Shop", { headers }));
    await getProviderTokens(stage, plainRoutes);
    const renewal = createAttempt(`${home}silent`).parameters;
    await tab.evaluate(
      (src) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        const frame = document.createElement("iframe");
        frame.addEventListener("load", () => resolve(), { once: true });
        frame.src = src;
        document.body.append(frame);
        return promise;
      },
      withQuery(`${provider.origin}${plainRoutes.authorization}`, { ...renewal, prompt: "none" }),
    );
  },
  "account-without-email": async (stage) => {
    const { provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({ routes: realmRoutes, clients: [pageClient(callback)] });
    application.respond("/api/account", async (request) =>
      accountSchema.safeParse(await request.json()).success
        ? Response.json({ created: true }, { status: 201 })
        : Response.json(
            { error: "validation_failed", fields: { email: "is required" } },
            { status: 422 },
          ),
    );
    const tokens = await getProviderTokens(stage, realmRoutes, "openid profile");
    const user = await sendFromPage(stage, {
      url: `${provider.origin}${realmRoutes.userinfo}`,
      headers: { authorization: `Bearer ${String(tokens["access_token"])}` },
    });
    await sendFromPage(stage, {
      url: `${application.origin}/api/account`,
      method: "POST",
      headers: { "content-type": "application/json" },
      body: user?.text ?? "",
    });
  },
  "preflight-without-authorization": async (stage) => {
    const { provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({ routes: ownRoutes, clients: [pageClient(callback)] });
    const headers = {
      "access-control-allow-origin": application.origin,
      "access-control-allow-methods": "GET, POST",
      "access-control-allow-headers": "content-type",
    };
    application.respond("/api/orders", ({ method }) =>
      method === "OPTIONS"
        ? new Response(null, { status: 204, headers })
        : Response.json([], { headers }),
    );
    const tokens = await getProviderTokens(stage, ownRoutes);
    const url = `${application.otherOrigin}/api/orders`;
    await getWithToken(stage, url, tokens["access_token"]);
  },
};

const tenantScenes: ProviderScenes = {
  "logout-by-fetch": async (stage) => {
    const { tab, tenant, application } = stage;
    const home = `${application.origin}/`;
    const first = createPkce();
    const sent = { ...withPkce(first.challenge), nonce: randomText() };
    const response = await logInByUrl(stage, sent);
    const tokens = await redeem(stage, response, { code_verifier: first.verifier });
    await sendFromPage(stage, {
      url: withQuery(`${tenant.origin}/v2/logout`, {
        client_id: String(decodeJwt(String(tokens["id_token"])).aud),
        returnTo: home,
      }),
    });
    await leave(stage, home);
    const second = createPkce();
    const again = { ...withPkce(second.challenge), nonce: randomText() };
    await leave(stage, authorizeUrl(stage, again));
    // The tenant does not ask for a password: its session has not ended.
    await redeem(stage, new URL(tab.url()).searchParams, { code_verifier: second.verifier });
  },
  "api-scope-not-requested": async (stage) => {
    stage.application.respond("/api/reports", (request) =>
      String(readClaims(request)["scope"]).split(" ").includes("read:reports")
        ? Response.json([])
        : refuse(403, {
            error: "insufficient_scope",
            error_description: "The request requires higher privileges than the token provides.",
            scope: "read:reports",
          }),
    );
    await readReports(stage, "openid profile email");
  },
  "api-expects-other-issuer": async (stage) => {
    stage.application.respond("/api/reports", (request) =>
      readClaims(request).iss === ownDomain
        ? Response.json([])
        : refuse(401, {
            error: "invalid_token",
            error_description: "The iss claim is not valid",
          }),
    );
    await readReports(stage, "openid read:reports");
  },
};

/** The scenes of `faulty-page.ts`. */
export const pageFaultScenes: ProviderScenes = { ...providerScenes, ...tenantScenes };
