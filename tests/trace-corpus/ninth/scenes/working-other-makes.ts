import { createLocalJWKSet, jwtVerify } from "jose";
import * as z from "zod/mini";
import { randomText } from "../../scene-parts/pkce.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { readCookie } from "../../scene-parts/cookies.ts";
import { readForm } from "../../scene-parts/read-form.ts";
import { addTo, originAt } from "../../scene-parts/urls.ts";
import { createIssuer } from "../../scene-parts/hand-written-issuer.ts";

/** What the code host tells about a token. */
const tokenSchema = z.object({
  access_token: z.string(),
  token_type: z.string(),
  scope: z.string(),
});

const buttonClient = "recipes.apps.accounts.localhost";

/** Serves accounts whose button posts a signed credential to the application: there is no code. */
async function serveAccounts({ application }: ProviderStage, page: string): Promise<void> {
  const accounts = originAt("accounts.localhost", application);
  const issuer = await createIssuer(accounts);
  const keys = createLocalJWKSet({ keys: [...issuer.jwks.keys] });
  const sessions = new Map<string, string>();
  application.respond("/gsi/select", ({ url }) => {
    const { search } = new URL(url);
    return showPage(
      "Accounts",
      `<p>Choose an account</p><form method="post" action="/gsi/issue${search.replaceAll("&", "&amp;")}"><button name="account" value="ada@mail.example">Ada</button></form>`,
    );
  });
  application.respond("/gsi/issue", async (request) => {
    const sent = new URL(request.url).searchParams;
    const email = (await readForm(request)).get("account") ?? "";
    const claims = {
      sub: "10769150350006150715",
      email,
      email_verified: true,
      nonce: sent.get("nonce"),
    };
    const credential = await issuer.sign(claims, sent.get("client_id") ?? "");
    const fields = { credential, g_csrf_token: sent.get("g_csrf_token") ?? "", select_by: "btn" };
    const inputs = Object.entries(fields).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
    );
    return showPage(
      "Accounts",
      `<form method="post" action="${sent.get("login_uri") ?? ""}">${inputs.join("")}</form><script>document.forms[0].submit();</script>`,
    );
  });
  application.respond("/cookbook", (request) => {
    const mail = sessions.get(readCookie(request, "cookbook") ?? "");
    if (mail !== undefined)
      return showPage(
        "Cookbook",
        `<p>Favourites of ${mail}</p><img src="/pictures/pie.avif" alt="">`,
      );
    const [csrf, nonce] = [randomText(), randomText()];
    const link = addTo(`${accounts}/gsi/select`, {
      client_id: buttonClient,
      ux_mode: "redirect",
      login_uri: `${page}/cookbook/enter`,
      nonce,
      g_csrf_token: csrf,
    });
    const body = `<p>Cookbook</p><a href="${link.replaceAll("&", "&amp;")}">Sign in with Accounts</a>`;
    return showPage("Cookbook", body, {
      "set-cookie": `g_csrf_token=${csrf}; Path=/cookbook; Secure; SameSite=None`,
    });
  });
  application.respond("/cookbook/enter", async (request) => {
    const form = await readForm(request);
    if (form.get("g_csrf_token") !== readCookie(request, "g_csrf_token"))
      return new Response("Failed to verify double submit cookie.", { status: 400 });
    const { payload } = await jwtVerify(form.get("credential") ?? "", keys, {
      issuer: accounts,
      audience: buttonClient,
    });
    const id = randomText();
    sessions.set(id, String(payload["email"]));
    return new Response(null, {
      status: 303,
      headers: {
        location: "/cookbook",
        "set-cookie": `cookbook=${id}; Path=/cookbook; HttpOnly; SameSite=Lax; Max-Age=2592000`,
      },
    });
  });
  application.respond("/pictures/pie.avif", () => new Response("Not found", { status: 404 }));
}

/** Serves a host of code with OAuth only: no ID token, scopes with commas, and a consent page. */
async function serveCodeHost({ application }: ProviderStage): Promise<void> {
  const host = originAt("code.localhost", application);
  const issuer = await createIssuer(host);
  application.respond("/login/oauth/authorize", async (request) => {
    const { search, searchParams } = new URL(request.url);
    if (readCookie(request, "user_session") === undefined)
      return redirectTo(addTo(`${host}/login`, { return_to: `/login/oauth/authorize${search}` }));
    if (request.method === "GET")
      return showPage(
        "Authorize",
        `<p>Builds wants to read your repositories</p><form method="post"><button>Authorize</button></form>`,
      );
    const code = issuer.issueCode(searchParams, { login: "ada", id: "1815" });
    const { state = "", redirect_uri: to = "" } = Object.fromEntries(searchParams);
    return redirectTo(addTo(to, { code, state }));
  });
  application.respond("/login", async (request) => {
    if (request.method === "GET")
      return showPage(
        "Login",
        `<form method="post"><input name="login" value="ada"><button>Enter</button></form>`,
      );
    const path = new URL(request.url).searchParams.get("return_to") ?? "/";
    return redirectTo(path, [`user_session=${randomText()}; Path=/; HttpOnly; SameSite=Lax`]);
  });
  application.respond("/login/oauth/access_token", async (request) => {
    const answer = tokenSchema.safeParse(
      await (await issuer.redeem(await readForm(request))).json(),
    );
    return Response.json(answer.data ?? { error: "bad_verification_code" });
  });
  application.respond("/user", ({ headers }) => {
    const user = issuer.findUser(headers.get("authorization"));
    return user
      ? Response.json(user)
      : Response.json({ message: "Bad credentials" }, { status: 401 });
  });
}

const buildsScript = `
const main = document.querySelector("main");
const load = async () => {
  const answer = await fetch("/api/me");
  if (answer.status === 401) { main.innerHTML = "<a href='/connect/code'>Connect your code</a>"; return; }
  main.textContent = "Builds of " + (await answer.json()).login;
};
void load();`;

/** Serves the application of builds, whose server knows users only by the code host. */
function serveBuilds({ application }: ProviderStage, builds: string): void {
  const host = originAt("code.localhost", application);
  const states = new Set<string>();
  const sessions = new Map<string, string>();
  application.respond("/builds", () =>
    showPage("Builds", `<main></main><script>${buildsScript}</script>`),
  );
  application.respond("/api/me", (request) => {
    const login = sessions.get(readCookie(request, "_builds_session") ?? "");
    return login === undefined
      ? Response.json({ error: "Not signed in" }, { status: 401 })
      : Response.json({ login });
  });
  application.respond("/connect/code", () => {
    const state = randomText();
    states.add(state);
    return redirectTo(
      addTo(`${host}/login/oauth/authorize`, {
        client_id: "Iv1.8a61f9b3a7aba766",
        redirect_uri: `${builds}/connect/code/callback`,
        scope: "repo,user:email",
        state,
        allow_signup: "false",
      }),
    );
  });
  application.respond("/connect/code/callback", async ({ url }) => {
    const { code = "", state = "" } = Object.fromEntries(new URL(url).searchParams);
    if (!states.delete(state)) return new Response("Invalid state", { status: 422 });
    // The server reaches the code host at its own address, since only browsers know its name.
    const redeemed = await fetch(`${application.origin}/login/oauth/access_token`, {
      method: "POST",
      headers: { accept: "application/json" },
      body: new URLSearchParams({ code, redirect_uri: `${builds}/connect/code/callback` }),
    });
    const token: unknown = Reflect.get(Object(await redeemed.json()), "access_token");
    const headers = { authorization: `Bearer ${String(token)}` };
    const user: unknown = await (await fetch(`${application.origin}/user`, { headers })).json();
    const id = randomText();
    sessions.set(id, String(Reflect.get(Object(user), "login")));
    return redirectTo("/builds", [`_builds_session=${id}; Path=/; HttpOnly; SameSite=Lax`]);
  });
}

/** Logins at providers of other makes, written by hand, that work. */
export const otherMakeScenes: ProviderScenes = {
  "credential-posted-by-button": async (stage) => {
    const { tab, application } = stage;
    await serveAccounts(stage, application.otherOrigin);
    await tab.goto(`${application.otherOrigin}/cookbook`);
    await tab.getByRole("link", { name: "Sign in with Accounts" }).click();
    await tab.getByRole("button", { name: "Ada" }).click();
    await tab.getByText("Favourites of ada@mail.example").waitFor();
  },
  "code-host-without-openid": async (stage) => {
    const { tab, application } = stage;
    const builds = originAt("builds.localhost", application);
    await serveCodeHost(stage);
    serveBuilds(stage, builds);
    await tab.goto(`${builds}/builds`);
    await tab.getByRole("link", { name: "Connect your code" }).click();
    await tab.getByRole("button", { name: "Enter" }).click();
    await tab.getByRole("button", { name: "Authorize" }).click();
    await tab.getByText("Builds of ada").waitFor();
  },
};
