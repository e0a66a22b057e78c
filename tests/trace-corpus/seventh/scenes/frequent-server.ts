import * as z from "zod/mini";
import { html } from "../../application.ts";
import { leave } from "../../scene-parts/tab.ts";
import { randomText } from "../../scene-parts/pkce.ts";
import { ownRoutes, plainRoutes } from "../../scene-parts/provider-routes.ts";
import { serverClient } from "../../scene-parts/provider-clients.ts";
import { createAttempt, type Attempt } from "../../scene-parts/attempt.ts";
import { logInAtProvider } from "../../scene-parts/provider-login.ts";
import { redirectTo, runScript, say } from "../../scene-parts/responses.ts";
import { withQuery, type Fields } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { redeemAtServer } from "../../scene-parts/redeem-at-server.ts";

/** The paths of an authorization server of the same framework as the application. */
const frameworkRoutes = {
  authorization: "/oauth2/authorize",
  token: "/oauth2/token",
  userinfo: "/userinfo",
  jwks: "/oauth2/jwks",
  end_session: "/connect/logout",
} as const;

const registration = "messaging-client-oidc";

/** A session's ID as servlet containers make them. */
const newSession = (): string => randomText().replaceAll(/[-_]/g, "0").toUpperCase().slice(0, 32);

const readSession = ({ headers }: Request): string | undefined =>
  /(?:^|; )JSESSIONID=([^;]*)/.exec(headers.get("cookie") ?? "")?.[1];

const errorPage = `<!DOCTYPE html><html lang="en"><head><title>Please sign in</title>
<link rel="icon" href="data:,"></head><body><div class="content">
<h2>Login with OAuth 2.0</h2>
<div class="alert alert-danger" role="alert">[authorization_request_not_found]</div>
<table><tr><td><a href="/oauth2/authorization/${registration}">${registration}</a></td></tr></table>
</div></body></html>`;

/** Serves an application whose session has the name that servlet containers give each session. */
function serveServletApplication({ application, provider }: ProviderStage, callback: string): void {
  const attempts = new Map<string, Attempt>();
  const cookie = (id: string) => `JSESSIONID=${id}; Path=/; HttpOnly`;
  application.respond("/", () =>
    redirectTo(`/oauth2/authorization/${registration}`, [cookie(newSession())]),
  );
  application.respond(`/oauth2/authorization/${registration}`, (request) => {
    const attempt = createAttempt(callback, { clientId: "shop-server", scope: "openid profile" });
    attempts.set(readSession(request) ?? "", attempt);
    const url = `${provider.origin}${frameworkRoutes.authorization}`;
    return redirectTo(withQuery(url, attempt.parameters));
  });
  application.respond(`/login/oauth2/code/${registration}`, (request) => {
    if (attempts.has(readSession(request) ?? "")) throw new Error("The session was not replaced.");
    return redirectTo("/login?error", [cookie(newSession())]);
  });
  application.respond("/login", () => html(errorPage));
}

/**
 * Serves an application behind a proxy that it does not trust. It takes each request for one
 * without TLS, so its session library keeps back the cookie, which is a secure one.
 */
function serveWithoutCookie({ application, provider }: ProviderStage, callback: string): void {
  const { parameters } = createAttempt(callback, { clientId: "shop-server" });
  const { nonce: _nonce, code_challenge: _challenge, ...others } = parameters;
  const { code_challenge_method: _method, ...sent } = others;
  application.respond("/", () => say(`<a href="/auth/acme">Sign in with Acme</a>`));
  application.respond("/auth/acme", () =>
    redirectTo(withQuery(`${provider.origin}${plainRoutes.authorization}`, sent)),
  );
  application.respond("/auth/acme/callback", ({ headers }) => {
    if (headers.has("cookie")) throw new Error("The browser has a cookie of the application.");
    // The middleware's option for failures.
    return redirectTo("/");
  });
}

const exchangeSchema = z.object({ code: z.string(), code_verifier: z.string() });

/** Serves an API that redeems a code, one request after the other. */
function serveExchange({ application, provider }: ProviderStage, callback: string): void {
  let earlier = Promise.resolve<unknown>(undefined);
  const redeem = async (fields: Fields): Promise<Response> => {
    const redeemed = await redeemAtServer(`${provider.origin}${ownRoutes.token}`, {
      redirect_uri: callback,
      ...fields,
    });
    if (!redeemed.ok) return Response.json(await redeemed.json(), { status: redeemed.status });
    const cookie = `app.at=${randomText()}; Path=/; HttpOnly; SameSite=Lax`;
    return Response.json({ user: { name: "Ada" } }, { headers: { "set-cookie": cookie } });
  };
  application.respond("/server/token-exchange", async (request) => {
    const fields = exchangeSchema.parse(await request.json());
    const answer = earlier.then(() => redeem(fields));
    earlier = answer;
    return await answer;
  });
}

/** Sends the code to the API in an effect, which runs twice while the page is developed. */
const effectScript = `
  const response = new URLSearchParams(location.search);
  const effect = () => {
    if (response.get("state") !== sessionStorage.getItem("state")) return;
    fetch("/server/token-exchange", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        code: response.get("code"),
        code_verifier: sessionStorage.getItem("code_verifier"),
      }),
    }).then(async (answer) => {
      const { user } = await answer.json();
      document.querySelector("p").textContent = user ? "Hello " + user.name : "Login failed";
    });
  };
  effect();
  effect();`;

/** The scenes of the logins of servers that fail as people report most often. */
export const frequentServerScenes: ProviderScenes = {
  "session-cookies-of-one-name": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/login/oauth2/code/${registration}`;
    provider.configure({
      routes: frameworkRoutes,
      clients: [serverClient(callback)],
      cookies: {
        keys: ["a key of the corpus"],
        names: { session: "JSESSIONID" },
        long: { httpOnly: true, signed: false },
      },
    });
    serveServletApplication(stage, callback);
    await tab.goto(`${application.origin}/`);
    await logInAtProvider(stage);
    await tab.getByText("authorization_request_not_found").waitFor();
  },
  "login-sets-no-cookie": async (stage) => {
    const { tab, provider, application } = stage;
    // Another host than the provider's, so that the callback brings no cookie of the provider.
    const callback = `${application.otherOrigin}/auth/acme/callback`;
    provider.configure({
      routes: plainRoutes,
      clients: [serverClient(callback)],
      pkce: { required: () => false },
    });
    serveWithoutCookie(stage, callback);
    await tab.goto(`${application.otherOrigin}/`);
    await tab.getByRole("link", { name: "Sign in with Acme" }).click();
    await logInAtProvider(stage);
    await tab.getByRole("link", { name: "Sign in with Acme" }).waitFor();
  },
  "effect-sends-code-twice": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/oauth-redirect`;
    provider.configure({ routes: ownRoutes, clients: [serverClient(callback)] });
    serveExchange(stage, callback);
    application.respond("/oauth-redirect", () => runScript(effectScript));
    const { verifier, parameters } = createAttempt(callback, { clientId: "shop-server" });
    await tab.goto(`${application.origin}/`);
    await tab.evaluate(
      ([state, codeVerifier]) => {
        sessionStorage.setItem("state", state);
        sessionStorage.setItem("code_verifier", codeVerifier);
      },
      [parameters.state, verifier] as const,
    );
    const url = withQuery(`${provider.origin}${ownRoutes.authorization}`, parameters);
    await leave(stage, url);
    await logInAtProvider(stage);
    await tab.getByText("Login failed").waitFor();
  },
};
