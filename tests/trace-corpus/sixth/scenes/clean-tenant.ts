import { logIn } from "../../../e2e/pages/login-window.ts";
import { demo } from "../../../launch/demo.ts";
import { authorizeUrl, logInByUrl, redeem, withPkce } from "../../scene-parts/tenant-requests.ts";
import { createPkce, randomText } from "../../scene-parts/pkce.ts";
import { leave, openApplication, showRoute } from "../../scene-parts/tab.ts";
import { getWithToken, sendFromPage } from "../../scene-parts/page-requests.ts";
import { redirectTo, runScript, say } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveLibraryFile } from "../../scene-parts/library-files.ts";
import { serveGreeting } from "../../scene-parts/backend-login.ts";
import { userWithFactor } from "../../scene-parts/tenant-names.ts";

/** Enters the code of the last message that the user got. */
async function enterCode({ tab, control }: ProviderStage, email: string): Promise<void> {
  const code = (await control.mail(email)).at(-1)?.code;
  if (code === undefined) throw new Error("The tenant has sent no code.");
  await tab.getByLabel("Code from the message").fill(code);
  await tab.getByRole("button", { name: "Continue" }).click();
}

/** Waits for the application, redeems the code in the tab's URL, and returns the tokens. */
async function finish(
  stage: ProviderStage,
  verifier: string,
): Promise<Readonly<Record<string, unknown>>> {
  const { tab, application } = stage;
  await tab.waitForURL((url) => url.origin === application.origin);
  await tab.waitForLoadState();
  const tokens = await redeem(stage, new URL(tab.url()).searchParams, { code_verifier: verifier });
  await showRoute(stage, "/");
  return tokens;
}

/** Serves pages whose server receives the code by form post, and redeems it with PKCE. */
function serveFormPost(stage: ProviderStage): void {
  const { application, tenant } = stage;
  const attempts = new Map<string, string>();
  const sessions = new Set<string>();
  const attributes = "Path=/; HttpOnly; Secure; SameSite=None";
  application.respond("/login", () => {
    const { verifier, challenge } = createPkce();
    const state = randomText();
    attempts.set(state, verifier);
    const sent = { ...withPkce(challenge), state, nonce: randomText() };
    const url = authorizeUrl(stage, { ...sent, response_mode: "form_post" });
    return redirectTo(url, [`shop_login=${state}; ${attributes}`]);
  });
  application.respond("/callback", async (request) => {
    const response = new URLSearchParams(await request.text());
    const state = response.get("state") ?? "";
    const verifier = attempts.get(state);
    const isSame = request.headers.get("cookie")?.includes(`shop_login=${state}`) === true;
    if (verifier === undefined || !isSame) return say("Sign-in failed.", { status: 400 });
    const redeemed = await fetch(`${tenant.origin}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: demo.clientId,
        redirect_uri: `${application.origin}/callback`,
        code: response.get("code") ?? "",
        code_verifier: verifier,
      }),
    });
    if (!redeemed.ok) return say("Sign-in failed.", { status: 502 });
    const session = randomText();
    sessions.add(session);
    return redirectTo("/", [
      `shop_session=${session}; Path=/; HttpOnly; SameSite=Lax`,
      `shop_login=; Max-Age=0; ${attributes}`,
    ]);
  });
  application.respond("/api/session", ({ headers }) => {
    const session = /shop_session=([\w-]+)/.exec(headers.get("cookie") ?? "")?.[1];
    return Response.json({ loggedIn: session !== undefined && sessions.has(session) });
  });
}

/** Serves an API on another site that is overloaded at the first call with a token. */
function serveBusyApi({ application }: ProviderStage): void {
  let calls = 0;
  const headers = {
    "access-control-allow-origin": application.origin,
    "access-control-allow-headers": "authorization",
    "access-control-expose-headers": "retry-after",
    vary: "Origin",
  };
  application.respond("/v1/cart", (request) => {
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers });
    if (!request.headers.has("authorization"))
      return Response.json({ error: "login_required" }, { status: 401, headers });
    calls += 1;
    if (calls > 1) return Response.json({ items: [] }, { headers });
    return new Response("Busy", { status: 503, headers: { ...headers, "retry-after": "0" } });
  });
  application.respond("/collect", () => new Response(null, { status: 204 }));
  application.respond("/settings.local.json", () => new Response("Not found", { status: 404 }));
  application.respond("/", () =>
    runScript(`
      fetch("/settings.local.json");
      navigator.sendBeacon("${application.otherOrigin}/collect", "page=start&visit=1");`),
  );
}

/** Logins at the local tenant that work. */
export const tenantCleanScenes: ProviderScenes = {
  "code-by-mail": async (stage) => {
    const { tab } = stage;
    const email = "ada.home@example.com";
    const { verifier, challenge } = createPkce();
    const sent = { ...withPkce(challenge), nonce: randomText(), connection: "email" };
    await openApplication(stage);
    await leave(stage, authorizeUrl(stage, { ...sent, login_hint: email }));
    await tab.getByLabel("Email address").fill(email);
    await tab.getByRole("button", { name: "Send a code" }).click();
    await tab.getByLabel("Code from the message").waitFor();
    await enterCode(stage, email);
    const tokens = await finish(stage, verifier);
    await getWithToken(stage, `${stage.tenant.origin}/userinfo`, tokens["access_token"]);
  },
  "second-factor-at-server": async (stage) => {
    const { tab, application } = stage;
    serveFormPost(stage);
    serveGreeting(stage);
    await tab.goto(`${application.origin}/`);
    await tab.getByText("Please log in").waitFor();
    await leave(stage, `${application.origin}/login`);
    await logIn(tab, userWithFactor);
    await tab.getByLabel("Code from the message").waitFor();
    await enterCode(stage, userWithFactor.email);
    await tab.getByText("You are logged in").waitFor();
  },
  "library-opens-popup": async (stage) => {
    const { tab, tenant, application } = stage;
    const settings = {
      domain: tenant.origin,
      clientId: demo.clientId,
      authorizationParams: { redirect_uri: `${application.origin}/popup` },
      // The other cache sends token requests from a worker, which DevTools do not show.
      cacheLocation: "localstorage",
    };
    await serveLibraryFile(stage, "/spa.js", "@auth0/auth0-spa-js");
    application.respond("/", () =>
      say(`Shop</p><script src="/spa.js"></script><script>
        const client = new auth0.Auth0Client(${JSON.stringify(settings)});
        const enter = () => client.loginWithPopup().then(() => client.getUser())
          .then(({ name }) => document.body.append("Hello " + name));</script><p>`),
    );
    await openApplication(stage);
    const opened = tab.waitForEvent("popup");
    await tab.evaluate("void enter()");
    await logIn(await opened, demo.user);
    await tab.getByText("Hello Ada").waitFor();
    const token = await tab.evaluate("client.getTokenSilently()");
    await getWithToken(stage, `${tenant.origin}/userinfo`, token);
  },
  "api-busy-for-a-moment": async (stage) => {
    serveBusyApi(stage);
    const { tab, application } = stage;
    const url = `${application.otherOrigin}/v1/cart`;
    const { verifier, challenge } = createPkce();
    await openApplication(stage);
    await sendFromPage(stage, { url });
    await leave(stage, authorizeUrl(stage, { ...withPkce(challenge), nonce: randomText() }));
    await stage.logInAtTenant();
    await tab.waitForLoadState();
    const tokens = await finish(stage, verifier);
    await getWithToken(stage, url, tokens["access_token"]);
    await getWithToken(stage, url, tokens["access_token"]);
  },
  "other-account-chosen": async (stage) => {
    const { tab } = stage;
    const first = createPkce();
    const response = await logInByUrl(stage, {
      ...withPkce(first.challenge),
      nonce: randomText(),
    });
    await redeem(stage, response, { code_verifier: first.verifier });
    await showRoute(stage, "/account");
    const second = createPkce();
    const sent = { ...withPkce(second.challenge), nonce: randomText(), prompt: "select_account" };
    await leave(stage, authorizeUrl(stage, sent));
    await tab.getByRole("button", { name: "Use another account" }).click();
    await logIn(tab, demo.secondUser);
    const tokens = await finish(stage, second.verifier);
    await getWithToken(stage, `${stage.tenant.origin}/userinfo`, tokens["access_token"]);
  },
};
