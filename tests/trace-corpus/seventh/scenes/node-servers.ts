import * as z from "zod/mini";
import { ownRoutes, plainRoutes, realmRoutes } from "../../scene-parts/provider-routes.ts";
import { serverClient } from "../../scene-parts/provider-clients.ts";
import { leaveFrom, logInAtProvider } from "../../scene-parts/provider-login.ts";
import { redirectTo, runScript } from "../../scene-parts/responses.ts";
import { withQuery } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { authJsCallback, pressAtShop, serveAuthJs } from "../../scene-parts/auth-js-shop.ts";
import {
  createInstance,
  discoverProvider,
  type ServerInstance,
} from "../../scene-parts/openid-client-server.ts";

const greeting = "Please sign in";

// The page passes on the parameters that its author knew of.
const finishScript = `
const response = new URLSearchParams(location.search);
history.replaceState(null, "", "/signed-in");
fetch("/api/session", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ code: response.get("code"), state: response.get("state") }),
}).then((answer) => {
  document.body.append(answer.ok ? "You are signed in" : "Could not sign you in");
});`;

const codeSchema = z.object({ code: z.string(), state: z.string() });

/** Serves a page whose script gives the code to the server's API. */
async function serveSessionApi(stage: ProviderStage, callback: string): Promise<void> {
  const { application } = stage;
  const instance = createInstance(await discoverProvider(stage), callback);
  application.respond("/api/login", (request) => instance.begin(request));
  application.respond("/signed-in", () => runScript(finishScript));
  application.respond("/api/session", async (request) => {
    const response = codeSchema.parse(await request.json());
    const { failure, cookies } = await instance.finish(
      request,
      new URL(withQuery(callback, response)),
    );
    const headers = new Headers(cookies.map((cookie) => ["set-cookie", cookie]));
    if (failure === undefined) return new Response(null, { status: 204, headers });
    return Response.json({ statusCode: 500, message: failure }, { status: 500, headers });
  });
}

/** The page of a server that does not show its errors. */
const errorPage = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Error</title>
<link rel="icon" href="data:,">
</head>
<body>
<pre>Internal Server Error</pre>
</body>
</html>
`;

/** Serves two instances behind a balancer that gives each request to the other one. */
async function serveInTurn(stage: ProviderStage, callback: string): Promise<void> {
  const { application } = stage;
  const config = await discoverProvider(stage);
  const instances = [createInstance(config, callback), createInstance(config, callback)];
  const next = (): ServerInstance => {
    const [first, ...others] = instances;
    if (first === undefined) throw new Error("No instance is left.");
    instances.splice(0, instances.length, ...others, first);
    return first;
  };
  application.respond("/login", (request) => next().begin(request));
  application.respond("/callback", async (request) => {
    const { failure, cookies } = await next().finish(request, new URL(request.url));
    if (failure === undefined) return redirectTo("/", cookies);
    const headers = new Headers(cookies.map((cookie) => ["set-cookie", cookie]));
    headers.set("content-type", "text/html; charset=utf-8");
    return new Response(errorPage, { status: 500, headers });
  });
}

/** The scenes of the failed logins of libraries that run in a Node server. */
export const nodeServerScenes: ProviderScenes = {
  "proxy-hides-public-host": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}${authJsCallback}`;
    provider.configure({ routes: plainRoutes, clients: [serverClient(callback)] });
    serveAuthJs(stage, { innerOrigin: "http://shop:3000" });
    await tab.goto(`${application.origin}/`);
    await pressAtShop(stage, { greeting, button: "Sign in" });
    await tab.getByText("redirect_uri").first().waitFor();
  },
  "form-post-without-login-cookies": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.otherOrigin}${authJsCallback}`;
    provider.configure({ routes: ownRoutes, clients: [serverClient(callback)] });
    serveAuthJs(stage, { parameters: { response_mode: "form_post", scope: "openid email" } });
    await tab.goto(`${application.otherOrigin}/`);
    await pressAtShop(stage, { greeting, button: "Sign in" });
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("There is a problem with the server configuration").waitFor();
  },
  "scope-refused-then-sign-in-page": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}${authJsCallback}`;
    const scopes = ["openid", "profile", "email", "groups"];
    const client = serverClient(callback, { scope: "openid profile email" });
    provider.configure({ routes: realmRoutes, clients: [client], scopes });
    serveAuthJs(stage, {
      parameters: { scope: scopes.join(" ") },
      pages: { signIn: "/" },
    });
    await tab.goto(`${application.origin}/`);
    await pressAtShop(stage, { greeting, button: "Sign in" });
    await tab.waitForURL(
      (url) => url.searchParams.has("error") && url.origin === application.origin,
    );
    await tab.getByText(greeting).waitFor();
  },
  "page-forwards-code-without-issuer": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/signed-in`;
    provider.configure({ routes: realmRoutes, clients: [serverClient(callback)] });
    await serveSessionApi(stage, callback);
    await leaveFrom(stage, `${application.origin}/`, `${application.origin}/api/login`);
    await logInAtProvider(stage);
    await tab.getByText("Could not sign you in").waitFor();
  },
  "instances-without-common-sessions": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/callback`;
    provider.configure({ routes: ownRoutes, clients: [serverClient(callback)] });
    await serveInTurn(stage, callback);
    await leaveFrom(stage, `${application.origin}/`, `${application.origin}/login`);
    await logInAtProvider(stage);
    await tab.getByText("Internal Server Error").waitFor();
  },
  "auth-js-then-sign-out": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}${authJsCallback}`;
    provider.configure({
      routes: plainRoutes,
      clients: [serverClient(callback)],
      // The name is in the ID token, as the library expects.
      conformIdTokenClaims: false,
    });
    serveAuthJs(stage, { checks: ["pkce", "state", "nonce"] });
    await tab.goto(`${application.origin}/`);
    await pressAtShop(stage, { greeting, button: "Sign in" });
    await tab.getByRole("button", { name: "Log in" }).click();
    await pressAtShop(stage, { greeting: "Hello Ada", button: "Sign out" });
    await tab.getByText(greeting).waitFor();
  },
};
