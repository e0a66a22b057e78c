import { decodeJwt } from "jose";
import * as z from "zod/mini";
import { logIn } from "../../../e2e/pages/login-window.ts";
import { demo } from "../../../launch/demo.ts";
import { authorizeUrl, logInByUrl, redeem, withPkce } from "../../scene-parts/tenant-requests.ts";
import { createPkce, randomText } from "../../scene-parts/pkce.ts";
import { leave, openApplication, showRoute } from "../../scene-parts/tab.ts";
import { getWithToken } from "../../scene-parts/page-requests.ts";
import { say } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { webAuthSettings } from "../../scene-parts/web-auth-settings.ts";
import { serveLibraryFile, type LibraryName } from "../../scene-parts/library-files.ts";
import { database, reports } from "../../scene-parts/tenant-names.ts";

const bearer = /^Bearer (?<token>.+)$/;

/** The data of the tenant's web message. */
const messageSchema = z.object({ response: z.object({ code: z.string(), state: z.string() }) });

/** Serves a library, and pages at `/` and `/callback` that load it before a script. */
async function serveLibrary(
  stage: ProviderStage,
  { library, start, callback }: { library: LibraryName; start: string; callback: string },
): Promise<void> {
  const { application } = stage;
  await serveLibraryFile(stage, "/login-library.js", library);
  const page = (script: string) =>
    say(`Shop</p><script src="/login-library.js"></script><script>${script}</script><p>`);
  application.respond("/", () => page(start));
  application.respond("/callback", () => page(`${start}${callback}`));
}

/** Opens the hidden frame of a silent renewal, and returns the tenant's web message as JSON. */
async function renewInFrame({ tab, tenant }: ProviderStage, url: string): Promise<string> {
  return await tab.evaluate(
    ({ src, origin }) => {
      const { promise, resolve } = Promise.withResolvers<string>();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      addEventListener("message", (event) => {
        if (event.origin !== origin) return;
        frame.remove();
        resolve(JSON.stringify(event.data));
      });
      frame.src = src;
      document.body.append(frame);
      return promise;
    },
    { src: url, origin: tenant.origin },
  );
}

/** Redeems the code in the tab's address, and reads user info. */
async function finish(stage: ProviderStage, verifier: string): Promise<void> {
  await stage.tab.waitForLoadState();
  const { searchParams } = new URL(stage.tab.url());
  const tokens = await redeem(stage, searchParams, { code_verifier: verifier });
  await showRoute(stage, "/");
  await getWithToken(stage, `${stage.tenant.origin}/userinfo`, tokens["access_token"]);
}

/** Serves an API for pages of the application's first origin. */
function serveReports({ application }: ProviderStage): void {
  const headers = {
    "access-control-allow-origin": application.origin,
    "access-control-allow-headers": "authorization",
    vary: "Origin",
  };
  application.respond("/api/reports", (request) => {
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers });
    const token = bearer.exec(request.headers.get("authorization") ?? "")?.groups?.["token"];
    const isAllowed = token !== undefined && [decodeJwt(token).aud].flat().includes(reports);
    return Response.json(isAllowed ? ["2026-10"] : [], { status: isAllowed ? 200 : 401, headers });
  });
}

/** Serves a start page that counts its visits. */
function serveCountingPage({ application }: ProviderStage): void {
  application.respond("/visits", () => new Response(null, { status: 204 }));
  application.respond("/", () =>
    say(`Shop</p><script>navigator.sendBeacon("/visits", "page=start");</script><p>`),
  );
}

/** Logins at the local tenant that work. */
export const tenantCleanScenes: ProviderScenes = {
  "spa-library-refresh": async (stage) => {
    const { tab, tenant, application } = stage;
    const settings = {
      domain: tenant.origin,
      clientId: demo.clientId,
      authorizationParams: { redirect_uri: `${application.origin}/callback` },
      useRefreshTokens: true,
      // The other cache sends token requests from a worker, which DevTools do not show.
      cacheLocation: "localstorage",
    };
    await serveLibrary(stage, {
      library: "@auth0/auth0-spa-js",
      start: `const client = new auth0.Auth0Client(${JSON.stringify(settings)});`,
      callback: `client.handleRedirectCallback().then(async () => {
        history.replaceState(null, "", "/");
        document.body.append("Hello " + (await client.getUser()).name);
      });`,
    });
    await openApplication(stage);
    await tab.evaluate("void client.loginWithRedirect({ appState: { to: '/orders' } })");
    await stage.logInAtTenant();
    await tab.getByText("Hello Ada").waitFor();
    for (let count = 0; count < 2; count += 1)
      await tab.evaluate("client.getTokenSilently({ cacheMode: 'off' })");
  },
  "renewal-in-frame": async (stage) => {
    const first = createPkce();
    const sent = { ...withPkce(first.challenge), nonce: randomText() };
    const response = await logInByUrl(stage, sent);
    await redeem(stage, response, { code_verifier: first.verifier });
    await showRoute(stage, "/orders");
    const second = createPkce();
    const state = randomText();
    const url = authorizeUrl(stage, {
      ...withPkce(second.challenge),
      state,
      nonce: randomText(),
      prompt: "none",
      response_mode: "web_message",
    });
    const message = messageSchema.parse(JSON.parse(await renewInFrame(stage, url))).response;
    if (message.state !== state) throw new Error("The web message has another state.");
    const { code } = message;
    await redeem(stage, new URLSearchParams({ code }), { code_verifier: second.verifier });
  },
  "hash-routes-at-start-page": async (stage) => {
    const { tab, application } = stage;
    const redirectUri = `${application.origin}/`;
    const { verifier, challenge } = createPkce();
    await tab.goto(`${redirectUri}#/orders/7?tab=items`);
    const sent = { ...withPkce(challenge), redirect_uri: redirectUri, nonce: randomText() };
    await leave(stage, authorizeUrl(stage, sent));
    await stage.logInAtTenant();
    await tab.waitForLoadState();
    const tokens = await redeem(stage, new URL(tab.url()).searchParams, {
      code_verifier: verifier,
      redirect_uri: redirectUri,
    });
    await showRoute(stage, "/#/orders/7?tab=items");
    await getWithToken(stage, `${stage.tenant.origin}/userinfo`, tokens["access_token"]);
  },
  "sign-up-first": async (stage) => {
    const { tab, application } = stage;
    const { verifier, challenge } = createPkce();
    const sent = { ...withPkce(challenge), nonce: randomText(), screen_hint: "signup" };
    await openApplication(stage);
    await leave(stage, authorizeUrl(stage, sent));
    await tab.getByLabel("Email address").fill("hedy@example.com");
    await tab.getByLabel("Password").fill("Frequency-Hop-42");
    await tab.getByRole("button", { name: "Sign up" }).click();
    await tab.waitForURL((url) => url.origin === application.origin);
    await finish(stage, verifier);
  },
  "mistyped-password": async (stage) => {
    serveCountingPage(stage);
    const { verifier, challenge } = createPkce();
    await openApplication(stage);
    await leave(stage, authorizeUrl(stage, { ...withPkce(challenge), nonce: randomText() }));
    await logIn(stage.tab, { ...demo.user, password: "correct-hrose-1" });
    await stage.tab.getByRole("alert").waitFor();
    await stage.logInAtTenant();
    await finish(stage, verifier);
  },
  "library-with-own-form": async (stage) => {
    const { tab, application } = stage;
    const settings = webAuthSettings(stage, { redirectUri: `${application.origin}/callback` });
    await serveLibrary(stage, {
      library: "auth0-js",
      start: `const auth = new auth0.WebAuth(${JSON.stringify(settings)});`,
      callback: `auth.parseHash({ hash: location.hash }, (error, result) => {
        document.body.append(error ? JSON.stringify(error) : "Hello " + result.idTokenPayload.name);
      });`,
    });
    await openApplication(stage);
    const { email: username, password } = demo.user;
    const credentials = JSON.stringify({ realm: database, username, password });
    await tab.evaluate(`auth.login(${credentials}, () => undefined)`);
    await tab.getByText("Hello Ada").waitFor();
  },
  "organization-and-api": async (stage) => {
    serveReports(stage);
    const { verifier, challenge } = createPkce();
    const response = await logInByUrl(stage, {
      ...withPkce(challenge),
      nonce: randomText(),
      organization: "acme",
      connection: database,
      audience: reports,
      scope: "openid profile read:reports",
    });
    const tokens = await redeem(stage, response, { code_verifier: verifier });
    await showRoute(stage, "/reports");
    const url = `${stage.application.otherOrigin}/api/reports`;
    await getWithToken(stage, url, tokens["access_token"]);
  },
};
