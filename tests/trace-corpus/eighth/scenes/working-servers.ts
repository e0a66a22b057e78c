import {
  buildAuthorizationUrlWithPAR,
  buildEndSessionUrl,
  ClientSecretBasic,
  None,
  useCodeIdTokenResponseType,
} from "openid-client";
import { logIn } from "../../../e2e/pages/login-window.ts";
import { demo } from "../../../launch/demo.ts";
import { randomText } from "../../scene-parts/pkce.ts";
import { ownRoutes, plainRoutes, realmRoutes } from "../../scene-parts/provider-routes.ts";
import { basicClient, serverSecret } from "../../scene-parts/provider-clients.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { confirmLogout } from "../../scene-parts/provider-login.ts";
import {
  beginLogin,
  claimOf,
  connect,
  createPending,
  finishLogin,
  parametersOf,
  type Pending,
} from "../../scene-parts/openid-client-login.ts";
import { readCookie } from "../../scene-parts/cookies.ts";
import { ownPages } from "../../scene-parts/provider.ts";

const unauthorized = (): Response => new Response(null, { status: 401 });

const bankScript = `
const user = document.querySelector("#user");
const load = async () => {
  const headers = { "x-csrf": "1" };
  const session = await fetch("/bff/user", { headers });
  if (session.status === 401) { user.textContent = "Welcome to the bank"; return; }
  const { name, logoutUrl } = await session.json();
  document.querySelector("#out").href = logoutUrl;
  const { balance } = await (await fetch("/api/balance", { headers })).json();
  user.textContent = name + " has " + balance;
};
void load();`;

/** Serves a backend for a frontend: the page has a cookie only, and asks who is logged in. */
async function serveBank(
  { application, provider }: ProviderStage,
  callback: string,
): Promise<void> {
  const home = `${application.origin}/`;
  const config = await connect(provider.origin, "shop-server", ClientSecretBasic(serverSecret));
  const logins = new Map<string, Pending>();
  const sessions = new Map<string, { readonly name: string; readonly idToken: string }>();
  const find = (request: Request) => sessions.get(readCookie(request, "bank-bff") ?? "");
  const attributes = "Path=/; Secure; HttpOnly; SameSite=Lax";
  application.respond("/", () =>
    showPage(
      "Bank",
      `<p id="user"></p><a href="/bff/login">Log in</a> <a id="out">Log out</a><script>${bankScript}</script>`,
    ),
  );
  application.respond("/bff/user", (request) => {
    const session = find(request);
    if (session === undefined) return unauthorized();
    return Response.json({ name: session.name, logoutUrl: "/bff/logout" });
  });
  application.respond("/api/balance", (request) =>
    find(request) ? Response.json({ balance: "12.50" }) : unauthorized(),
  );
  application.respond("/bff/login", async () => {
    const pending = await beginLogin(config, { to: "/", callback, scope: "openid profile" });
    const id = randomText();
    logins.set(id, pending);
    return redirectTo(pending.url, [`bank-login=${id}; Max-Age=600; ${attributes}`]);
  });
  application.respond("/bff/callback", async (request) => {
    const pending = logins.get(readCookie(request, "bank-login") ?? "");
    if (pending === undefined) return unauthorized();
    const tokens = await finishLogin(config, new URL(request.url), pending);
    const id = randomText();
    sessions.set(id, { name: tokens.claims()?.sub ?? "", idToken: tokens.id_token ?? "" });
    return redirectTo(pending.to, [
      `bank-bff=${id}; ${attributes}`,
      `bank-login=; Max-Age=0; ${attributes}`,
    ]);
  });
  application.respond("/bff/logout", (request) => {
    const session = find(request);
    sessions.clear();
    const url = buildEndSessionUrl(config, {
      post_logout_redirect_uri: home,
      id_token_hint: session?.idToken ?? "",
    });
    return redirectTo(url.href, [`bank-bff=; Max-Age=0; ${attributes}`]);
  });
}

/** Serves an office whose pages need a login, and whose server pushes its requests. */
async function serveOffice(stage: ProviderStage, callback: string): Promise<void> {
  const { application, provider } = stage;
  const config = await connect(provider.origin, "shop-server", ClientSecretBasic(serverSecret));
  const logins = new Map<string, Pending>();
  const users = new Map<string, string>();
  const attributes = "path=/; httponly; samesite=lax";
  application.respond("/permits/17", (request) => {
    const user = users.get(readCookie(request, "office") ?? "");
    const { pathname, search } = new URL(request.url);
    if (user === undefined)
      return redirectTo(`/sso/start?next=${encodeURIComponent(pathname + search)}`);
    return showPage("Office", `<h1>Permit 17</h1><p>Signed in as ${user}</p>`);
  });
  application.respond("/sso/start", async ({ url }) => {
    const next = new URL(url).searchParams.get("next") ?? "/";
    const pending = createPending(next.startsWith("/permits/") ? next : "/");
    logins.set(pending.state, pending);
    const sent = await parametersOf(pending, callback, "openid");
    const pushed = await buildAuthorizationUrlWithPAR(config, sent);
    return redirectTo(pushed.href, [`office_state=${pending.state}; max-age=300; ${attributes}`]);
  });
  application.respond("/sso/return", async (request) => {
    const pending = logins.get(readCookie(request, "office_state") ?? "");
    if (pending === undefined) return redirectTo("/sso/start");
    const tokens = await finishLogin(config, new URL(request.url), pending);
    const id = randomText();
    users.set(id, tokens.claims()?.sub ?? "");
    return redirectTo(pending.to, [
      `office=${id}; ${attributes}`,
      `office_state=; max-age=0; ${attributes}`,
    ]);
  });
}

/** Serves an intranet on another site than the provider, which posts code and ID token to it. */
async function serveIntranet(stage: ProviderStage, home: string): Promise<void> {
  const { application, provider } = stage;
  const config = await connect(provider.origin, "shop-server", ClientSecretBasic(serverSecret), [
    useCodeIdTokenResponseType,
  ]);
  const logins = new Map<string, Pending>();
  const sessions = new Map<string, string>();
  // The provider's site posts the response, so these cookies are for all sites.
  const forPosts = "path=/signin-oidc; secure; samesite=none; httponly";
  application.respond("/", (request) => {
    const user = sessions.get(readCookie(request, ".Intranet.Cookies") ?? "");
    return user === undefined
      ? redirectTo("/account/login")
      : showPage("Intranet", `<h1>News</h1><p>Hello ${user}</p>`);
  });
  application.respond("/account/login", async () => {
    const pending = await beginLogin(config, {
      to: "/",
      callback: `${home}signin-oidc`,
      scope: "openid profile",
      added: { response_mode: "form_post" },
    });
    logins.set(pending.state, pending);
    const expires = new Date(Date.now() + 900_000).toUTCString();
    return redirectTo(pending.url, [
      `.Intranet.Nonce.${pending.nonce}=N; expires=${expires}; ${forPosts}`,
      `.Intranet.Correlation.${pending.state}=N; expires=${expires}; ${forPosts}`,
    ]);
  });
  application.respond("/signin-oidc", async (request) => {
    const copy = new URLSearchParams(await request.clone().text());
    const pending = logins.get(copy.get("state") ?? "");
    if (!pending || readCookie(request, `.Intranet.Correlation.${pending.state}`) === undefined)
      return new Response("Correlation failed.", { status: 500 });
    const tokens = await finishLogin(config, request, pending);
    const id = randomText();
    sessions.set(id, tokens.claims()?.sub ?? "");
    return redirectTo(pending.to, [
      `.Intranet.Correlation.${pending.state}=; max-age=0; ${forPosts}`,
      `.Intranet.Nonce.${pending.nonce}=; max-age=0; ${forPosts}`,
      `.Intranet.Cookies=${id}; path=/; samesite=lax; httponly`,
    ]);
  });
}

/** Serves a newspaper whose server logs in at the tenant, as a client without a secret. */
async function serveNewspaper(stage: ProviderStage, callback: string): Promise<void> {
  const { application, tenant } = stage;
  const config = await connect(tenant.origin, demo.clientId, None());
  /** The sessions of all browsers, with what belongs to a login under way. */
  const sessions = new Map<string, { pending?: Pending; email?: string }>();
  const find = (request: Request) => sessions.get(readCookie(request, "connect.sid") ?? "");
  application.respond("/articles/today", (request) => {
    const email = find(request)?.email;
    return showPage(
      "Newspaper",
      email === undefined
        ? `<p>The first lines of the article.</p><a href="/login?returnTo=/articles/today">Read on</a>`
        : `<p>The whole article, for ${email}.</p>`,
    );
  });
  application.respond("/login", async ({ url }) => {
    const pending = await beginLogin(config, {
      to: new URL(url).searchParams.get("returnTo") ?? "/articles/today",
      callback,
      scope: "openid email",
    });
    const id = randomText();
    sessions.set(id, { pending });
    return redirectTo(pending.url, [`connect.sid=${id}; Path=/; HttpOnly; SameSite=Lax`]);
  });
  application.respond("/callback", async (request) => {
    const pending = find(request)?.pending;
    if (pending === undefined) return redirectTo("/articles/today");
    const tokens = await finishLogin(config, new URL(request.url), pending);
    const id = randomText();
    sessions.set(id, { email: claimOf(tokens, "email") });
    return redirectTo(pending.to, [`connect.sid=${id}; Path=/; HttpOnly; SameSite=Lax`]);
  });
}

/** Logins of servers with the library openid-client that work. */
export const workingServerScenes: ProviderScenes = {
  "bff-session-then-logout": async (stage) => {
    const { tab, provider, application } = stage;
    const home = `${application.origin}/`;
    const callback = `${home}bff/callback`;
    const client = basicClient(callback, { post_logout_redirect_uris: [home] });
    provider.configure({ routes: plainRoutes, clients: [client] });
    await serveBank(stage, callback);
    await tab.goto(home);
    await tab.getByText("Welcome to the bank").waitFor();
    await tab.getByRole("link", { name: "Log in" }).click();
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("ada has 12.50").waitFor();
    await tab.getByRole("link", { name: "Log out" }).click();
    await tab.waitForURL((url) => url.origin === provider.origin);
    await confirmLogout(stage, home);
    await tab.getByText("Welcome to the bank").waitFor();
  },
  "pushed-request-of-protected-page": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/sso/return`;
    provider.configure({
      routes: {
        ...realmRoutes,
        pushed_authorization_request: "/realms/acme/protocol/openid-connect/ext/par/request",
      },
      clients: [basicClient(callback, { require_pushed_authorization_requests: true })],
      features: { ...ownPages, pushedAuthorizationRequests: { enabled: true } },
    });
    await serveOffice(stage, callback);
    await tab.goto(`${application.origin}/permits/17?tab=files`);
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Signed in as ada").waitFor();
  },
  "hybrid-posted-across-sites": async (stage) => {
    const { tab, provider, application } = stage;
    const home = `${application.otherOrigin}/`;
    const client = basicClient(`${home}signin-oidc`, {
      application_type: "native",
      grant_types: ["authorization_code", "implicit"],
      response_types: ["code id_token"],
    });
    provider.configure({ routes: ownRoutes, clients: [client] });
    await serveIntranet(stage, home);
    await tab.goto(home);
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Hello ada").waitFor();
  },
  "mistyped-then-session-at-server": async (stage) => {
    const { tab, application, tenant } = stage;
    await serveNewspaper(stage, `${application.origin}/callback`);
    await tab.goto(`${application.origin}/articles/today`);
    await tab.getByRole("link", { name: "Read on" }).click();
    await tab.waitForURL((url) => url.origin === tenant.origin);
    await logIn(tab, { ...demo.user, password: "correct-house-1" });
    await tab.getByRole("alert").waitFor();
    await logIn(tab, demo.user);
    await tab.getByText("The whole article, for ada@example.com.").waitFor();
  },
};
