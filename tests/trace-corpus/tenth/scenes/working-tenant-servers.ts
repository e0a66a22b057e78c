import { jwtVerify } from "jose";
import { ClientSecretPost, refreshTokenGrant } from "openid-client";
import { logIn } from "../../../e2e/pages/login-window.ts";
import { demo } from "../../../launch/demo.ts";
import { createPkce, randomText } from "../../scene-parts/pkce.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import { originAt, withQuery } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import {
  beginLogin,
  claimOf,
  connect,
  finishLogin,
  type Pending,
} from "../../scene-parts/openid-client-login.ts";
import { lax, readCookie } from "../../scene-parts/cookies.ts";
import { clientSecret, hs256ClientSecret } from "../../scene-parts/tenant-names.ts";

const fleetScript = (api: string): string => `
const main = document.querySelector("main");
const start = async () => {
  const profile = await fetch("/auth/profile");
  if (profile.status === 401) { main.innerHTML = "<a href='/auth/login?returnTo=/fleet'>Log in</a>"; return; }
  const { name } = await profile.json();
  const { token } = await (await fetch("/auth/access-token")).json();
  const answer = await fetch("${api}", { headers: { authorization: "Bearer " + token } });
  main.innerHTML = "<p>" + name + " has " + (await answer.json()).vans + " vans</p><a href='/auth/logout'>Log out</a>";
};
void start();`;

interface FrameworkSession {
  readonly name: string;
  readonly refreshToken: string;
}

/** Serves an application whose framework has the routes of a login, and gives its page tokens. */
async function serveFleet({ application, tenant }: ProviderStage, page: string): Promise<void> {
  const callback = `${page}/auth/callback`;
  const config = await connect(tenant.origin, demo.clientId, ClientSecretPost(clientSecret));
  const transactions = new Map<string, Pending>();
  const sessions = new Map<string, FrameworkSession>();
  const find = (request: Request) => sessions.get(readCookie(request, "__session") ?? "");
  const unknown = (): Response =>
    Response.json({ error: { code: "missing_session" } }, { status: 401 });
  const script = fleetScript(`${application.otherOrigin}/v1/vans`);
  application.respond("/fleet", () => showPage("Fleet", `<main></main><script>${script}</script>`));
  application.respond("/auth/profile", (request) => {
    const session = find(request);
    return session ? Response.json({ name: session.name }) : unknown();
  });
  application.respond("/auth/login", async ({ url }) => {
    const pending = await beginLogin(config, {
      to: new URL(url).searchParams.get("returnTo") ?? "/",
      callback,
      scope: "openid profile email offline_access",
    });
    transactions.set(pending.state, pending);
    return redirectTo(pending.url, [`__txn_${pending.state}=1; Max-Age=3600; ${lax}`]);
  });
  application.respond("/auth/callback", async (request) => {
    const state = new URL(request.url).searchParams.get("state") ?? "";
    const pending = transactions.get(state);
    if (!pending || readCookie(request, `__txn_${state}`) === undefined)
      return new Response("The state parameter is invalid.", { status: 400 });
    const tokens = await finishLogin(config, new URL(request.url), pending);
    const id = randomText();
    sessions.set(id, {
      name: claimOf(tokens, "name"),
      refreshToken: tokens.refresh_token ?? "",
    });
    return redirectTo(pending.to, [
      `__session=${id}; Max-Age=259200; ${lax}`,
      `__txn_${state}=; Max-Age=0; ${lax}`,
    ]);
  });
  application.respond("/auth/access-token", async (request) => {
    const session = find(request);
    if (!session) return unknown();
    const tokens = await refreshTokenGrant(config, session.refreshToken);
    return Response.json({ token: tokens.access_token, expires_at: 1_900_000_000 });
  });
  application.respond("/auth/logout", () => {
    sessions.clear();
    const sent = { client_id: demo.clientId, returnTo: `${page}/fleet` };
    return redirectTo(withQuery(`${tenant.origin}/v2/logout`, sent), [
      `__session=; Max-Age=0; ${lax}`,
    ]);
  });
}

/** Serves the vans on another origin. */
function serveVans({ application }: ProviderStage, page: string): void {
  const headers = {
    "access-control-allow-origin": page,
    "access-control-allow-headers": "authorization",
    vary: "Origin",
  };
  application.respond("/v1/vans", (request) => {
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers });
    const isKnown = request.headers.get("authorization")?.startsWith("Bearer ey") === true;
    return Response.json(isKnown ? { vans: 6 } : null, { status: isKnown ? 200 : 401, headers });
  });
}

/** Serves an office whose server checks ID tokens with the secret that it shares with the tenant. */
function serveOffice({ application, tenant }: ProviderStage): void {
  const callback = `${application.origin}/signin-oidc`;
  const attempts = new Map<string, { readonly verifier: string; readonly nonce: string }>();
  const users = new Map<string, string>();
  const check = async (token: unknown) =>
    (
      await jwtVerify(String(token), new TextEncoder().encode(hs256ClientSecret), {
        issuer: `${tenant.origin}/`,
        audience: demo.hs256ClientId,
        algorithms: ["HS256"],
      })
    ).payload;
  application.respond("/desk", (request) => {
    const name = users.get(readCookie(request, ".Office.Session") ?? "");
    if (name !== undefined) return showPage("Desk", `<p>Desk of ${name}</p>`);
    const { verifier, challenge } = createPkce();
    const [state, nonce] = [randomText(), randomText()];
    attempts.set(state, { verifier, nonce });
    const sent = {
      client_id: demo.hs256ClientId,
      redirect_uri: callback,
      response_type: "code id_token",
      response_mode: "form_post",
      scope: "openid profile",
      code_challenge: challenge,
      code_challenge_method: "S256",
      nonce,
      state,
    };
    return redirectTo(withQuery(`${tenant.origin}/authorize`, sent), [
      `.Office.Correlation=${state}; Max-Age=900; ${lax}`,
    ]);
  });
  application.respond("/signin-oidc", async (request) => {
    const form = new URLSearchParams(await request.text());
    const state = form.get("state") ?? "";
    const attempt = attempts.get(state);
    if (!attempt || readCookie(request, ".Office.Correlation") !== state)
      return new Response("Correlation failed.", { status: 500 });
    const first = await check(form.get("id_token"));
    const redeemed = await fetch(`${tenant.origin}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: demo.hs256ClientId,
        client_secret: hs256ClientSecret,
        redirect_uri: callback,
        code: form.get("code") ?? "",
        code_verifier: attempt.verifier,
      }),
    });
    const second = await check(Reflect.get(Object(await redeemed.json()), "id_token"));
    if (first["nonce"] !== attempt.nonce || first.sub !== second.sub)
      return new Response("IDX21323: the nonce differs.", { status: 500 });
    const id = randomText();
    users.set(id, String(second["name"]));
    return redirectTo("/desk", [
      `.Office.Correlation=; Max-Age=0; ${lax}`,
      `.Office.Session=${id}; ${lax}`,
    ]);
  });
}

/** Logins of servers at the local tenant that work. */
export const tenantServerScenes: ProviderScenes = {
  "framework-gives-page-tokens": async (stage) => {
    const { tab, application, control } = stage;
    const page = originAt("fleet.localhost", application);
    await control.changeClient(demo.clientId, {
      callbacks: [`${page}/auth/callback`],
      allowed_logout_urls: [`${page}/fleet`],
    });
    await serveFleet(stage, page);
    serveVans(stage, page);
    await tab.goto(`${page}/fleet`);
    await tab.getByRole("link", { name: "Log in" }).click();
    await logIn(tab, demo.user);
    await tab.getByText("Ada Lovelace has 6 vans").waitFor();
    await tab.getByRole("link", { name: "Log out" }).click();
    await tab.getByRole("link", { name: "Log in" }).waitFor();
  },
  "hybrid-with-shared-secret": async (stage) => {
    const { tab, application, control } = stage;
    await control.changeClient(demo.hs256ClientId, {
      callbacks: [`${application.origin}/signin-oidc`],
    });
    serveOffice(stage);
    await tab.goto(`${application.origin}/desk`);
    await logIn(tab, demo.secondUser);
    await tab.getByText("Desk of Grace Hopper").waitFor();
  },
};
