import { once } from "node:events";
import { createServer } from "node:https";
import { createSmallProvider } from "../../scene-parts/small-provider.ts";
import {
  logInAtSmallProvider,
  smallProviderOrigin,
  smallProviderPort,
  withProvider,
} from "../../scene-parts/scene-provider.ts";
import { openApplication } from "../../scene-parts/tab.ts";
import { redirectTo, runScript } from "../../scene-parts/responses.ts";
import { withQuery, type Fields } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveLibraryPages } from "../../scene-parts/library-pages.ts";
import { signIn } from "../../scene-parts/hand-written-page.ts";
import { createSelfSigned } from "./self-signed.ts";
import { declareManager } from "../../scene-parts/user-manager.ts";

const nasPaths = {
  authorization: "/webman/sso/SSOOauth.cgi",
  token: "/webman/sso/SSOAccessToken.cgi",
  keys: "/webman/sso/openid-jwks.json",
} as const;

const companyPaths = {
  authorization: "/oauth2/default/v1/authorize",
  token: "/oauth2/default/v1/token",
  keys: "/oauth2/default/v1/keys",
} as const;

const videoPaths = {
  authorization: "/oauth2/authorize",
  token: "/oauth2/token",
  keys: "/oauth2/keys",
} as const;

/** Finishes a login with the library, and shows its error if it has one. */
const finishScript = `
  if (location.search.includes("code=")) {
    manager.signinCallback().then(
      (user) => show("Books of " + user.profile.sub),
      () => show("OIDC login failed, please contact your administrator"),
    );
  } else {
    show("Sign in with NAS");
  }`;

/** The login page of a tool for diagrams, whose own server redeems the code. */
const diagramScript = `
  const say = (text) => { document.querySelector("p").textContent = text; };
  const signIn = () => location.assign("${smallProviderOrigin}${companyPaths.authorization}?" +
    new URLSearchParams({
      client_id: "diagrams",
      response_type: "code",
      redirect_uri: location.origin + "/auth/callback",
      scope: "openid email profile",
    }));
  const response = new URLSearchParams(location.search);
  if (response.has("error")) say("Single sign-on failed. Back to the login page");
  else if (response.has("code")) say("Your diagrams");
  else say("Sign in with SSO");`;

/** A page that shows nothing before the login, and leaves at once for it. */
const clubScript = `
  manager.getUser().then(async (user) => {
    if (user) show("Rosters");
    else await manager.signinRedirect();
  });`;

/** A page that reads the token from its address, and takes it for what its tutorial sends next. */
const overlayScript = `
  const say = (text) => { document.querySelector("p").textContent = text; };
  const provider = "${smallProviderOrigin}";
  const app = { client_id: "overlay", redirect_uri: location.origin + "/" };
  const signIn = () => {
    sessionStorage.state = crypto.randomUUID();
    location.assign(provider + "${videoPaths.authorization}?" + new URLSearchParams({
      ...app,
      response_type: "token",
      scope: "user:read:email",
      state: sessionStorage.state,
    }));
  };
  const exchange = async (code) => {
    const answer = await fetch(provider + "${videoPaths.token}", {
      method: "POST",
      body: new URLSearchParams({
        ...app,
        client_secret: "overlay-secret",
        grant_type: "authorization_code",
        code,
      }),
    });
    const { message } = await answer.json();
    say(message ? "Could not connect: " + message : "Connected");
  };
  const response = new URLSearchParams(location.hash.slice(1));
  if (response.get("state") === sessionStorage.state && response.has("access_token")) {
    history.replaceState(null, "", "/");
    exchange(response.get("access_token"));
  }`;

/** Answers a request without state as a provider does that demands it. */
function refuseWithoutState(url: URL): Response | undefined {
  const query = url.searchParams;
  if (url.pathname !== companyPaths.authorization || query.has("state")) return undefined;
  const response: Fields = {
    error: "invalid_request",
    error_description: "The authentication request has an invalid 'state' parameter.",
  };
  return redirectTo(withQuery(query.get("redirect_uri") ?? "", response));
}

/** Logs in at the small provider from the application's page. */
async function logInFromPage(stage: ProviderStage): Promise<void> {
  await openApplication(stage);
  await signIn(stage);
  await logInAtSmallProvider(stage);
}

/** The scenes at small providers of other makes. */
export const smallMakeScenes: ProviderScenes = {
  "library-behind-nas-login": async (stage) => {
    const { tab, application } = stage;
    const callback = `${application.origin}/oauth2-callback`;
    const declare = declareManager(smallProviderOrigin, {
      client_id: "books",
      redirect_uri: callback,
      scope: "openid profile",
      metadata: {
        issuer: smallProviderOrigin,
        authorization_endpoint: smallProviderOrigin + nasPaths.authorization,
        token_endpoint: smallProviderOrigin + nasPaths.token,
        jwks_uri: smallProviderOrigin + nasPaths.keys,
      },
    });
    await serveLibraryPages(stage, {
      library: "oidc-client-ts",
      title: "Books",
      scripts: { "/": declare + finishScript, "/oauth2-callback": declare + finishScript },
    });
    const provider = await createSmallProvider({ paths: nasPaths });
    // This make has no settings for pages of other origins.
    const withoutCors = async (request: Request) => {
      const answer = await provider(request);
      answer.headers.delete("access-control-allow-origin");
      answer.headers.delete("access-control-allow-headers");
      return answer;
    };
    await withProvider(withoutCors, async () => {
      await openApplication(stage);
      await tab.evaluate("void manager.signinRedirect()");
      await logInAtSmallProvider(stage);
      await tab.getByText("OIDC login failed").waitFor();
    });
  },
  "diagram-tool-login-comes-back": async (stage) => {
    const { tab, application } = stage;
    application.respond("/", () => runScript(diagramScript));
    application.respond("/auth/callback", () => runScript(diagramScript));
    const provider = await createSmallProvider({ paths: companyPaths });
    const strict = async (request: Request) =>
      refuseWithoutState(new URL(request.url)) ?? (await provider(request));
    await withProvider(strict, async () => {
      await openApplication(stage);
      await signIn(stage);
      await tab.getByText("Single sign-on failed").waitFor();
    });
  },
  "club-page-stays-white": async (stage) => {
    const { tab, application } = stage;
    // In development the provider has TLS, with a certificate that the developer has made.
    const declare = declareManager(smallProviderOrigin, {
      authority: smallProviderOrigin.replace("http:", "https:"),
      client_id: "rosters",
      redirect_uri: `${application.origin}/callback`,
      scope: "openid profile",
    });
    await serveLibraryPages(stage, {
      library: "oidc-client-ts",
      title: "Rosters",
      scripts: { "/rosters": declare + clubScript },
    });
    const server = createServer(createSelfSigned("localhost"), (_request, response) => {
      response.end("{}");
    });
    server.listen(smallProviderPort);
    await once(server, "listening");
    const failed = tab.waitForEvent("requestfailed");
    await tab.goto(`${application.origin}/rosters`);
    await failed;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  },
  "stream-overlay-does-not-connect": async (stage) => {
    const { tab, application } = stage;
    application.respond("/", () => runScript(overlayScript));
    const provider = await createSmallProvider({ paths: videoPaths });
    const withOwnErrors = async (request: Request) => {
      const answer = await provider(request);
      if (answer.status !== 400) return answer;
      return Response.json(
        { status: 400, message: "Invalid authorization code" },
        { status: 400, headers: answer.headers },
      );
    };
    await withProvider(withOwnErrors, async () => {
      await logInFromPage(stage);
      await tab.getByText("Could not connect").waitFor();
    });
  },
};
