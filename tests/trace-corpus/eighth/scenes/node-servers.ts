import { html } from "../../application.ts";
import { plainRoutes } from "../../scene-parts/provider-routes.ts";
import { serverClient } from "../../scene-parts/provider-clients.ts";
import { logInAtProvider } from "../../scene-parts/provider-login.ts";
import { redirectTo } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { authJsCallback, pressAtShop, serveAuthJs } from "../../scene-parts/auth-js-shop.ts";
import { createInstance, discoverProvider } from "../../scene-parts/openid-client-server.ts";

const accountPage = `<!doctype html><title>Account</title><link rel="icon" href="data:,">
<h1>Your account</h1><a href="/oidc/start">Log in</a>`;

/** The page of a server in development, which shows the message of an error. */
const errorPage = (message: string): string => `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>Error</title><link rel="icon" href="data:,"></head>
<body><pre>ClientError: ${message}</pre></body>
</html>`;

/** Serves an account page whose server keeps one login for each session. */
async function serveAccount(stage: ProviderStage, callback: string): Promise<void> {
  const { application } = stage;
  const instance = createInstance(await discoverProvider(stage), callback);
  application.respond("/account", () => html(accountPage));
  application.respond("/oidc/start", (request) => instance.begin(request));
  application.respond("/oidc/return", async (request) => {
    const { failure, cookies } = await instance.finish(request, new URL(request.url));
    if (failure === undefined) return redirectTo("/account", cookies);
    const headers = { "content-type": "text/html; charset=utf-8" };
    return new Response(errorPage(failure), { status: 500, headers });
  });
}

/** The scenes of libraries that run in a Node server. */
export const nodeServerScenes: ProviderScenes = {
  "preview-uses-local-address": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}${authJsCallback}`;
    const preview = application.origin.replace("localhost", "preview.localhost");
    provider.configure({ routes: plainRoutes, clients: [serverClient(callback)] });
    // As with AUTH_URL, which replaces the origin of each request.
    serveAuthJs(stage, { innerOrigin: application.origin });
    await tab.goto(`${preview}/`);
    await pressAtShop(stage, { greeting: "Please sign in", button: "Sign in" });
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("There is a problem with the server configuration").waitFor();
  },
  "login-begun-again-in-session": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/oidc/return`;
    const account = `${application.origin}/account`;
    provider.configure({
      routes: { ...plainRoutes, authorization: "/oauth/authorize", token: "/oauth/token" },
      clients: [serverClient(callback)],
    });
    await serveAccount(stage, callback);
    const begin = async () => {
      await tab.goto(account);
      await tab.getByRole("link", { name: "Log in" }).click();
      await tab.getByRole("button", { name: "Log in" }).waitFor();
      await tab.waitForLoadState("networkidle");
    };
    await begin();
    const firstLoginPage = tab.url();
    await begin();
    await tab.goBack();
    await tab.goBack();
    await tab.waitForURL(firstLoginPage);
    await logInAtProvider(stage);
    await tab.getByText("ClientError").waitFor();
  },
};
