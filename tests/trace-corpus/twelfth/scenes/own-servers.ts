import * as z from "zod/mini";
import { readCookie } from "../../scene-parts/cookies.ts";
import { smallProviderOrigin, withProvider } from "../../scene-parts/scene-provider.ts";
import { html } from "../../application.ts";
import { openApplication } from "../../scene-parts/tab.ts";
import { randomText } from "../../scene-parts/pkce.ts";
import { realmRoutes } from "../../scene-parts/provider-routes.ts";
import { serverClient } from "../../scene-parts/provider-clients.ts";
import { createAttempt, type Attempt } from "../../scene-parts/attempt.ts";
import { logInAtProvider } from "../../scene-parts/provider-login.ts";
import { redirectTo, runScript, say } from "../../scene-parts/responses.ts";
import { withQuery } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { redeemAtServer } from "../../scene-parts/redeem-at-server.ts";

const directoryRoutes = {
  authorization: "/contoso/oauth2/signin",
  token: "/contoso/oauth2/redeem",
  userinfo: "/contoso/oauth2/whoami",
  jwks: "/contoso/discovery/keys",
} as const;

const tokensSchema = z.object({ access_token: z.string() });

/** One of several equal servers. It remembers the logins that began on it, in its own memory. */
class ReportServer {
  readonly #attempts = new Map<string, Attempt>();
  readonly #sessions = new Set<string>();
  readonly #name: string;
  readonly #callback: string;
  readonly #provider: string;

  constructor(name: string, callback: string, provider: string) {
    this.#name = name;
    this.#callback = callback;
    this.#provider = provider;
  }

  /** Shows the reports, or begins a login. */
  show(request: Request): Response {
    const id = readCookie(request, "JSESSIONID") ?? "";
    return this.#sessions.has(id) ? this.#sign(say("Reports of Ada")) : this.#begin();
  }

  /** Ends a login; one that it does not know begins again. */
  async finish(request: Request): Promise<Response> {
    const query = new URL(request.url).searchParams;
    const id = readCookie(request, "JSESSIONID") ?? "";
    const attempt = this.#attempts.get(id);
    if (attempt?.parameters.state !== query.get("state")) return this.#begin();
    const answer = await redeemAtServer(`${this.#provider}${realmRoutes.token}`, {
      redirect_uri: this.#callback,
      code: query.get("code") ?? "",
      code_verifier: attempt?.verifier ?? "",
    });
    tokensSchema.parse(await answer.json());
    this.#sessions.add(id);
    return this.#sign(redirectTo("/reports"));
  }

  #begin(): Response {
    const attempt = createAttempt(this.#callback, { clientId: "shop-server" });
    const id = randomText();
    this.#attempts.set(id, attempt);
    const url = withQuery(`${this.#provider}${realmRoutes.authorization}`, attempt.parameters);
    return this.#sign(redirectTo(url, [`JSESSIONID=${id}; Path=/; HttpOnly; SameSite=Lax`]));
  }

  #sign(response: Response): Response {
    response.headers.set("x-served-by", this.#name);
    return response;
  }
}

/** Serves reports from two servers, in turn. */
function serveInTurn({ application, provider }: ProviderStage, callback: string): void {
  const [first, second] = ["reports-7d9f-a", "reports-7d9f-b"].map(
    (name) => new ReportServer(name, callback, provider.origin),
  );
  if (first === undefined || second === undefined) return;
  let count = 0;
  const next = () => (count++ % 2 === 0 ? first : second);
  application.respond("/reports", (request) => next().show(request));
  application.respond(new URL(callback).pathname, (request) => next().finish(request));
}

const codePath = "/login/oauth/start";

/** The page of a provider that asks whether the application may know the user. */
function showConsent(request: Request): Response {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname !== codePath) return new Response("Not found", { status: 404 });
  const state = searchParams.get("state") ?? "";
  const respond = (response: Readonly<Record<string, string>>) =>
    withQuery(searchParams.get("redirect_uri") ?? "", { ...response, state });
  if (request.method === "POST") return redirectTo(respond({ code: randomText() }));
  const cancel = respond({
    error: "access_denied",
    error_description: "The user has denied your application access.",
  }).replaceAll("&", "&amp;");
  return html(`<!doctype html><title>Authorize</title><link rel="icon" href="data:,">
<form method="post"><button>Authorize</button></form><a href="${cancel}">Cancel</a>`);
}

/** A page that asks its server once where to log in. */
const trackerScript = `
  const say = (text) => { document.querySelector("p").textContent = text; };
  const login = async () => {
    sessionStorage.url ??= (await (await fetch("/auth/v1/login-url")).json()).url;
    setTimeout(() => location.assign(sessionStorage.url), 400);
  };
  const { error } = Object.fromEntries(new URLSearchParams(location.search));
  say(error ? "Login cancelled" : "Login with your code host");`;

/** Serves the logins of a tracker: each state is valid for one response. */
function serveTracker({ application }: ProviderStage): void {
  application.respond("/", () => runScript(trackerScript));
  application.respond("/auth/v1/login-url", () => {
    const state = randomText();
    const url = withQuery(`${smallProviderOrigin}${codePath}`, {
      client_id: "Iv1.4b2f8c1de0a97735",
      response_type: "code",
      redirect_uri: `${application.origin}/auth/v1/callback`,
      scope: "read:user user:email",
      state,
    });
    return Response.json(
      { url },
      { headers: { "set-cookie": `oauth_state=${state}; Path=/auth/v1; HttpOnly; SameSite=Lax` } },
    );
  });
  application.respond("/auth/v1/callback", (request) => {
    const query = new URL(request.url).searchParams;
    const expected = readCookie(request, "oauth_state") ?? null;
    const spent = "oauth_state=; Max-Age=0; Path=/auth/v1; HttpOnly; SameSite=Lax";
    if (expected === null || expected !== query.get("state"))
      return Response.json(
        {
          code: 400,
          error_code: "bad_oauth_state",
          msg: `OAuth state mismatch. Expected: ${query.get("state")}, Got: ${expected}`,
        },
        { status: 400 },
      );
    if (query.has("error")) return redirectTo(`/?error=${query.get("error")}`, [spent]);
    return redirectTo("/", [spent]);
  });
}

/** The scenes of applications with a server, at a provider of another make. */
export const ownServerScenes: ProviderScenes = {
  "first-sign-in-to-intranet": async (stage) => {
    const { tab, provider, application } = stage;
    provider.configure({
      routes: directoryRoutes,
      clients: [serverClient(application.origin)],
    });
    // The framework builds this URL: it always has a path.
    const callback = `${application.origin}/`;
    application.respond("/", () => say('<a href="/account/signin">Sign in</a>'));
    application.respond("/account/signin", () => {
      const { parameters } = createAttempt(callback, {
        clientId: "shop-server",
        scope: "openid profile",
      });
      return redirectTo(
        withQuery(`${provider.origin}${directoryRoutes.authorization}`, parameters),
        [`signin.state=${parameters.state}; Path=/; HttpOnly; SameSite=Lax`],
      );
    });
    await openApplication(stage);
    await tab.getByRole("link", { name: "Sign in" }).click();
    await tab.waitForURL((url) => url.origin === provider.origin);
    await tab.waitForLoadState();
  },
  "reports-on-new-cluster": async (stage) => {
    const { tab, provider, application } = stage;
    const origin = application.origin.replace("localhost", "reports.localhost");
    const callback = `${origin}/reports/sso`;
    provider.configure({ routes: realmRoutes, clients: [serverClient(callback)] });
    serveInTurn(stage, callback);
    await tab.goto(`${origin}/reports`);
    const failed = tab.waitForEvent("requestfailed");
    await logInAtProvider(stage);
    await failed;
  },
  "tracker-login-cancelled-first": async (stage) => {
    const { tab } = stage;
    serveTracker(stage);
    await withProvider(showConsent, async () => {
      await openApplication(stage);
      await tab.evaluate("void login()");
      await tab.getByRole("link", { name: "Cancel" }).click();
      await tab.getByText("Login cancelled").waitFor();
      await tab.waitForLoadState("networkidle");
      await tab.evaluate("void login()");
      await tab.getByRole("button", { name: "Authorize" }).click();
      await tab.getByText("OAuth state mismatch").waitFor();
    });
  },
};
