import type { Configuration } from "oidc-provider";
import * as z from "zod/mini";
import { interactionPath } from "../../../oidc-provider/interaction-pages.ts";
import { html } from "../../application.ts";
import { leave } from "../../scene-parts/tab.ts";
import { randomText } from "../../scene-parts/pkce.ts";
import { ownRoutes, plainRoutes, realmRoutes } from "../../scene-parts/provider-routes.ts";
import { serverClient } from "../../scene-parts/provider-clients.ts";
import { createAttempt, type Attempt } from "../../scene-parts/attempt.ts";
import { leaveFrom, logInAtProvider } from "../../scene-parts/provider-login.ts";
import { redirectTo } from "../../scene-parts/responses.ts";
import { withQuery, type Fields } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { redeemAtServer } from "../../scene-parts/redeem-at-server.ts";
import { readCookie } from "../../scene-parts/cookies.ts";

const tokenAnswerSchema = z.object({
  error: z.optional(z.string()),
  error_description: z.optional(z.string()),
});

/** The page of the provider on which the user declines. */
const dialogPath = "/dialog";

const dialog = `<!doctype html><title>Allow</title><link rel="icon" href="data:,">
<p>Shop asks for access to your name and address.</p><a id="cancel">Cancel</a>
<script>
document.querySelector("#cancel").href = new URLSearchParams(location.search).get("back");
</script>`;

/** Settings of a provider whose user declines when it asks for the login or for the consent. */
const declining = (declined: "login" | "consent", description: string) =>
  ({
    interactions: {
      async url(_context, interaction) {
        if (interaction.prompt.name !== declined) return `${interactionPath}${interaction.uid}`;
        interaction.result = { error: "access_denied", error_description: description };
        await interaction.save(600);
        return withQuery(dialogPath, { back: interaction.returnTo });
      },
    },
  }) satisfies Partial<Configuration>;

/** Presses "Cancel" on the provider's page, and waits for the application. */
async function cancelAtProvider({ tab, provider }: ProviderStage): Promise<void> {
  await tab.getByRole("link", { name: "Cancel" }).click();
  await tab.waitForURL((url) => url.origin !== provider.origin);
  await tab.waitForLoadState();
}

/** An attempt of a client with a secret that uses no PKCE. */
function createPlainAttempt(callback: string): Fields {
  const { parameters } = createAttempt(callback, { clientId: "shop-server" });
  const { code_challenge: _challenge, code_challenge_method: _method, ...plain } = parameters;
  return plain;
}

const notFoundPage = `<!doctype html><html><head><title>The page you were looking for doesn't exist (404)</title>
<link rel="icon" href="data:,"></head><body><div class="dialog">
<h1>The page you were looking for doesn't exist.</h1>
<p>You may have mistyped the address or the page may have moved.</p></div></body></html>`;

/** Serves a site whose middleware sends each failed login to a path that the site lacks. */
function serveWithoutFailurePage({ application, provider }: ProviderStage, callback: string): void {
  const sent = createPlainAttempt(callback);
  const session = `_shop_session=${randomText()}; path=/; HttpOnly; SameSite=Lax`;
  application.respond("/auth/acme", () =>
    redirectTo(withQuery(`${provider.origin}${plainRoutes.authorization}`, sent), [session]),
  );
  application.respond("/auth/acme/callback", ({ url }) => {
    const message = new URL(url).searchParams.get("error") ?? "invalid_credentials";
    const origin = `${application.origin}/`;
    return redirectTo(withQuery("/auth/failure", { message, origin, strategy: "acme" }));
  });
  application.respond(
    "/auth/failure",
    () => new Response(notFoundPage, { status: 404, headers: { "content-type": "text/html" } }),
  );
}

/** Serves an application that redeems the code without looking for an error first. */
function serveWithoutErrorCheck({ application, provider }: ProviderStage, callback: string): void {
  const { parameters, verifier } = createAttempt(callback, { clientId: "shop-server" });
  application.respond("/login", () =>
    redirectTo(withQuery(`${provider.origin}${ownRoutes.authorization}`, parameters), [
      `session=${parameters.state}; path=/; Max-Age=1209600; httponly; samesite=lax`,
    ]),
  );
  application.respond("/auth", async (request) => {
    const response = new URL(request.url).searchParams;
    const isOwn = readCookie(request, "session") === response.get("state");
    const code = response.get("code");
    const redeemed = await redeemAtServer(`${provider.origin}${ownRoutes.token}`, {
      redirect_uri: callback,
      code_verifier: verifier,
      ...(code !== null && { code }),
    });
    if (isOwn && redeemed.ok) return redirectTo("/");
    return new Response("Internal Server Error", {
      status: 500,
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
  });
}

/** The page of a server without a view for errors. */
const whitelabel = (message: string): Response =>
  new Response(
    `<html><head><link rel="icon" href="data:,"></head><body><h1>Whitelabel Error Page</h1>
<p>This application has no configured error view, so you are seeing this as a fallback.</p>
<div id='created'>${new Date().toUTCString()}</div>
<div>There was an unexpected error (type=Internal Server Error, status=500).</div>
<div>${message}</div></body></html>`,
    { status: 500, headers: { "content-type": "text/html" } },
  );

/** Serves an application whose server was given a wrong secret. */
function serveWithWrongSecret({ application, provider }: ProviderStage, callback: string): void {
  const sent = createPlainAttempt(callback);
  const session = randomText();
  application.respond("/oauth2/authorization/acme", () =>
    redirectTo(withQuery(`${provider.origin}${realmRoutes.authorization}`, sent), [
      `SESSION=${session}; Path=/; HttpOnly; SameSite=Lax`,
    ]),
  );
  application.respond("/login/oauth2/code/acme", async (request) => {
    const credentials = Buffer.from("shop-server:shop-server-secret-of-last-year");
    const redeemed = await fetch(`${provider.origin}${realmRoutes.token}`, {
      method: "POST",
      headers: { authorization: `Basic ${credentials.toString("base64")}` },
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code: new URL(request.url).searchParams.get("code") ?? "",
        redirect_uri: callback,
      }),
    });
    const answer = tokenAnswerSchema.parse(await redeemed.json());
    if (redeemed.ok && readCookie(request, "SESSION") === session) return redirectTo("/");
    return whitelabel(`[${answer.error}] ${answer.error_description}`);
  });
}

const forbiddenPage = `<!DOCTYPE html><html lang="en" charset="utf-8"><head><title>403 Forbidden</title>
<link rel="icon" href="data:,"></head><body><section><div class="title">403</div>
<div class="title">Forbidden</div>
<div class="content">Login Failed: Unable to find a valid CSRF token. Please try again.</div>
<form method="GET" action="/oauth2/start"><input type="hidden" name="rd" value="/">
<button type="submit">Sign in</button></form></section></body></html>`;

/** Serves a proxy that remembers one login at a time in the browser, in one cookie. */
function serveProxy({ application, provider }: ProviderStage, callback: string): void {
  const attempts = new Map<string, Attempt>();
  const attributes = "Path=/; HttpOnly";
  const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toUTCString();
  application.respond("/oauth2/start", () => {
    const attempt = createAttempt(callback, { clientId: "shop-server" });
    const state = `${attempt.parameters.state}:/`;
    const secret = randomText();
    attempts.set(secret, { ...attempt, parameters: { ...attempt.parameters, state } });
    const sent = { ...attempt.parameters, state };
    return redirectTo(withQuery(`${provider.origin}${realmRoutes.authorization}`, sent), [
      `_oauth2_proxy_csrf=${secret}; Expires=${later(15)}; ${attributes}`,
    ]);
  });
  application.respond("/oauth2/callback", async (request) => {
    const response = new URL(request.url).searchParams;
    const attempt = attempts.get(readCookie(request, "_oauth2_proxy_csrf") ?? "");
    if (attempt === undefined || attempt.parameters.state !== response.get("state"))
      return new Response(forbiddenPage, {
        status: 403,
        headers: { "content-type": "text/html; charset=utf-8" },
      });
    const redeemed = await redeemAtServer(`${provider.origin}${realmRoutes.token}`, {
      redirect_uri: callback,
      code: response.get("code") ?? "",
      code_verifier: attempt.verifier,
    });
    if (!redeemed.ok) throw new Error(`The provider refused the code: ${await redeemed.text()}`);
    return redirectTo("/", [
      `_oauth2_proxy_csrf=; Expires=${later(-60)}; ${attributes}`,
      `_oauth2_proxy=${randomText()}; Expires=${later(7 * 24 * 60)}; ${attributes}`,
    ]);
  });
  application.respond("/", (request) =>
    readCookie(request, "_oauth2_proxy") === undefined
      ? redirectTo("/oauth2/start?rd=%2F")
      : html(`<!doctype html><title>Shop</title><link rel="icon" href="data:,"><p>Orders</p>`),
  );
}

/** The scenes of the failed logins of libraries that run in other servers. */
export const otherServerScenes: ProviderScenes = {
  "cancelled-without-failure-page": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/auth/acme/callback`;
    provider.configure({
      routes: plainRoutes,
      clients: [serverClient(callback)],
      ...declining("login", "Permissions error"),
    });
    provider.showPage(dialogPath, dialog);
    serveWithoutFailurePage(stage, callback);
    await leaveFrom(stage, `${application.origin}/`, `${application.origin}/auth/acme`);
    await cancelAtProvider(stage);
    await tab.getByText("doesn't exist").first().waitFor();
  },
  "consent-declined-and-server-error": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/auth`;
    provider.configure({
      routes: ownRoutes,
      clients: [serverClient(callback)],
      loadExistingGrant: () => Promise.resolve(undefined),
      ...declining("consent", "Request denied by the user."),
    });
    provider.showPage(dialogPath, dialog);
    serveWithoutErrorCheck(stage, callback);
    await leaveFrom(stage, `${application.origin}/`, `${application.origin}/login`);
    await tab.getByRole("button", { name: "Log in" }).click();
    await cancelAtProvider(stage);
    await tab.getByText("Internal Server Error").waitFor();
  },
  "server-sends-wrong-secret": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/login/oauth2/code/acme`;
    const client = serverClient(callback, { token_endpoint_auth_method: "client_secret_basic" });
    provider.configure({ routes: realmRoutes, clients: [client] });
    serveWithWrongSecret(stage, callback);
    const start = `${application.origin}/oauth2/authorization/acme`;
    await leaveFrom(stage, `${application.origin}/`, start);
    await logInAtProvider(stage);
    await tab.getByText("[invalid_client]").waitFor();
  },
  "earlier-login-page-used-after-login": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/oauth2/callback`;
    provider.configure({ routes: realmRoutes, clients: [serverClient(callback)] });
    serveProxy(stage, callback);
    await tab.goto(`${application.origin}/`);
    const firstLoginPage = tab.url();
    await tab.goto(`${application.origin}/`);
    await logInAtProvider(stage);
    await leave(stage, firstLoginPage);
    await logInAtProvider(stage);
    await tab.getByText("Unable to find a valid CSRF token").waitFor();
  },
};
