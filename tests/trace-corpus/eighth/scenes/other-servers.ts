import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { createSelfSignedCertificate } from "../../../../tenant/server/self-signed-certificate.ts";
import { listenOnLoopback } from "../../../../tenant/server/listen.ts";
import { html } from "../../application.ts";
import { randomText } from "../../scene-parts/pkce.ts";
import { plainRoutes } from "../../scene-parts/provider-routes.ts";
import { serverClient } from "../../scene-parts/provider-clients.ts";
import { createAttempt } from "../../scene-parts/attempt.ts";
import { logInAtProvider } from "../../scene-parts/provider-login.ts";
import { redirectTo, say } from "../../scene-parts/responses.ts";
import { withQuery, type Fields } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";

/** The parameters of a server that logs in without PKCE, as many middlewares do. */
function createParameters(callback: string, scope: string): Fields & { readonly state: string } {
  const { parameters } = createAttempt(callback, { clientId: "shop-server", scope });
  const { code_challenge: _challenge, code_challenge_method: _method, ...others } = parameters;
  return others;
}

const withoutPkce = { pkce: { required: () => false } } as const;

const htmlHeaders = { "content-type": "text/html; charset=utf-8" };

const failWith = (status: number, body: string): Response =>
  new Response(body, { status, headers: htmlHeaders });

const errorSchema = z.object({ error: z.string(), error_description: z.string() });

const acmeRoutes = { ...plainRoutes, authorization: "/oauth2/auth", token: "/oauth2/token" };

/** The error that the middleware passes on. The cause, a failed connection, is only in its log. */
const tokenErrorPage = `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>Error</title><link rel="icon" href="data:,"></head>
<body><pre>InternalOAuthError: Failed to obtain access token<br> &nbsp; &nbsp;at OpenIDConnectStrategy._createOAuthError<br> &nbsp; &nbsp;at OAuth2.getOAuthAccessToken</pre></body>
</html>`;

/** Serves an application whose server asks for tokens at an address with a private certificate. */
function serveMiddleware(
  { application, provider }: ProviderStage,
  { callback, tokenUrl }: { callback: string; tokenUrl: string },
): void {
  const states = new Map<string, string>();
  application.respond("/login", () =>
    html(`<a href="/login/federated/acme">Sign in with Acme</a>`),
  );
  application.respond("/login/federated/acme", () => {
    const parameters = createParameters(callback, "openid profile");
    const id = randomText();
    states.set(id, parameters.state);
    const url = withQuery(`${provider.origin}${acmeRoutes.authorization}`, parameters);
    return redirectTo(url, [`connect.sid=s%3A${id}; Path=/; HttpOnly`]);
  });
  application.respond("/oauth2/redirect/acme", async ({ url, headers }) => {
    const response = new URL(url).searchParams;
    const id = /connect\.sid=s%3A([^;]*)/.exec(headers.get("cookie") ?? "")?.[1] ?? "";
    if (states.get(id) !== response.get("state")) throw new Error("The session was lost.");
    try {
      await fetch(tokenUrl, { method: "POST", body: new URLSearchParams(response) });
    } catch {
      return failWith(500, tokenErrorPage);
    }
    throw new Error("The server trusts the certificate.");
  });
}

const ssoRoutes = {
  ...plainRoutes,
  authorization: "/sso/oauth2/authorize",
  token: "/sso/oauth2/token",
};

const whitelabelPage = (message: string): string =>
  `<html><head><link rel="icon" href="data:,"></head><body><h1>Whitelabel Error Page</h1><p>This application has no configured error view, so you are seeing this as a fallback.</p><div>There was an unexpected error (type=Internal Server Error, status=500).</div><div>${message}</div></body></html>`;

/** Serves an application whose server has the secret of another environment. */
function serveReactive({ application, provider }: ProviderStage, callback: string): void {
  const states = new Map<string, string>();
  application.respond("/", () => redirectTo("/oauth2/authorization/sso"));
  application.respond("/oauth2/authorization/sso", () => {
    const id = randomUUID();
    const parameters = createParameters(callback, "openid email");
    states.set(id, parameters.state);
    const url = withQuery(`${provider.origin}${ssoRoutes.authorization}`, parameters);
    return redirectTo(url, [`SESSION=${id}; Path=/; HttpOnly; SameSite=Lax`]);
  });
  application.respond("/login/oauth2/code/sso", async ({ url, headers }) => {
    const response = new URL(url).searchParams;
    const id = /SESSION=([^;]*)/.exec(headers.get("cookie") ?? "")?.[1] ?? "";
    if (states.get(id) !== response.get("state")) throw new Error("The session was lost.");
    const credentials = Buffer.from("shop-server:secret-of-the-test-environment").toString(
      "base64",
    );
    const answer = await fetch(`${provider.origin}${ssoRoutes.token}`, {
      method: "POST",
      headers: { authorization: `Basic ${credentials}` },
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code: response.get("code") ?? "",
        redirect_uri: callback,
      }),
    });
    const { error, error_description: text } = errorSchema.parse(await answer.json());
    return failWith(500, whitelabelPage(`[${error}] ${text}`));
  });
}

const exceptionPage = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Internal Server Error</title><link rel="icon" href="data:,"></head>
<body><h1>An unhandled exception occurred while processing the request.</h1>
<div class="titleerror">Exception: Correlation failed.</div><p class="location">Unknown location</p>
<div class="titleerror">AuthenticationFailureException: An error was encountered while handling the remote login.</div></body></html>`;

/** Serves an application that gives its login two cookies for requests from other sites. */
function serveWithCorrelation({ application, provider }: ProviderStage, callback: string): void {
  const cookie = (name: string, value: string) =>
    `${name}=${value}; expires=${new Date(Date.now() + 900_000).toUTCString()}; path=/signin-oidc; samesite=none; httponly`;
  application.respond("/Orders", () => {
    const parameters = createParameters(callback, "openid profile");
    const url = withQuery(`${provider.origin}${plainRoutes.authorization}`, {
      ...parameters,
      response_mode: "form_post",
    });
    return redirectTo(url, [
      cookie(`.AspNetCore.OpenIdConnect.Nonce.${randomText()}`, "N"),
      cookie(`.AspNetCore.Correlation.${randomText()}`, "N"),
    ]);
  });
  application.respond("/signin-oidc", ({ headers }) => {
    if (headers.get("cookie")?.includes("Correlation")) throw new Error("The cookie was accepted.");
    return failWith(500, exceptionPage);
  });
}

const openidRoutes = {
  authorization: "/openid/authorize",
  token: "/openid/token",
  userinfo: "/openid/userinfo",
  jwks: "/openid/jwks",
  end_session: "/openid/end-session",
} as const;

const suspiciousPage = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>SuspiciousOperation at /oidc/callback/</title><link rel="icon" href="data:,"></head>
<body><h1>SuspiciousOperation at /oidc/callback/</h1><pre class="exception_value">OIDC callback state not found in session \`oidc_states\`!</pre></body></html>`;

/** Serves an application whose session has the name that its framework gives each session. */
function serveFramework({ application, provider }: ProviderStage, callback: string): void {
  const sessions = new Set<string>();
  application.respond("/", () => say(`<a href="/oidc/authenticate/">Login</a>`));
  application.respond("/oidc/authenticate/", () => {
    const id = randomText().replaceAll(/[-_]/g, "x").toLowerCase().slice(0, 32);
    sessions.add(id);
    const parameters = createParameters(callback, "openid email");
    const url = withQuery(`${provider.origin}${openidRoutes.authorization}`, parameters);
    return redirectTo(url, [`sessionid=${id}; HttpOnly; Max-Age=1209600; Path=/; SameSite=Lax`]);
  });
  application.respond("/oidc/callback/", ({ headers }) => {
    const id = /(?:^|; )sessionid=([^;]*)/.exec(headers.get("cookie") ?? "")?.[1] ?? "";
    if (sessions.has(id)) throw new Error("The session was not replaced.");
    return failWith(400, suspiciousPage);
  });
}

/** The scenes of servers of other languages and of middlewares. */
export const otherServerScenes: ProviderScenes = {
  "server-rejects-certificate": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/oauth2/redirect/acme`;
    provider.configure({ routes: acmeRoutes, clients: [serverClient(callback)], ...withoutPkce });
    const secure = await listenOnLoopback(0, () => new Response(), createSelfSignedCertificate());
    try {
      const tokenUrl = `https://localhost:${secure.port}${acmeRoutes.token}`;
      serveMiddleware(stage, { callback, tokenUrl });
      await tab.goto(`${application.origin}/login`);
      await tab.getByRole("link", { name: "Sign in with Acme" }).click();
      await logInAtProvider(stage);
      await tab.getByText("Failed to obtain access token").waitFor();
    } finally {
      await secure.close();
    }
  },
  "credentials-of-server-refused": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/login/oauth2/code/sso`;
    const client = serverClient(callback, { token_endpoint_auth_method: "client_secret_basic" });
    provider.configure({ routes: ssoRoutes, clients: [client], ...withoutPkce });
    serveReactive(stage, callback);
    await tab.goto(`${application.origin}/`);
    await logInAtProvider(stage);
    await tab.getByText("[invalid_client]").waitFor();
  },
  "correlation-cookie-rejected": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.otherOrigin}/signin-oidc`;
    provider.configure({ routes: plainRoutes, clients: [serverClient(callback)], ...withoutPkce });
    serveWithCorrelation(stage, callback);
    await tab.goto(`${application.otherOrigin}/Orders`);
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Correlation failed").waitFor();
  },
  "framework-session-cookie-replaced": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/oidc/callback/`;
    provider.configure({
      routes: openidRoutes,
      clients: [serverClient(callback)],
      cookies: {
        keys: ["a key of the corpus"],
        names: { session: "sessionid" },
        long: { httpOnly: true, signed: false, sameSite: "lax" },
      },
      ...withoutPkce,
    });
    serveFramework(stage, callback);
    await tab.goto(`${application.origin}/`);
    await tab.getByRole("link", { name: "Login" }).click();
    await logInAtProvider(stage);
    await tab.getByText("OIDC callback state not found").waitFor();
  },
};
