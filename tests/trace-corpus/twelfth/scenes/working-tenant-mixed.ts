import { allowInsecureRequests, ClientSecretPost, discovery } from "openid-client";
import { logIn } from "../../../e2e/pages/login-window.ts";
import { demo } from "../../../launch/demo.ts";
import { randomText } from "../../scene-parts/pkce.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import {
  beginLogin,
  claimOf,
  connect,
  finishLogin,
  type Pending,
} from "../../scene-parts/openid-client-login.ts";
import { pkceScript } from "../../scene-parts/pkce-script.ts";
import { lax, readCookie } from "../../scene-parts/cookies.ts";
import { originAt } from "../../scene-parts/urls.ts";
import { allowOrigin } from "../../scene-parts/tenant-client.ts";
import { servePages } from "../../scene-parts/pages-with-buttons.ts";
import { clientSecret, hs256ClientSecret } from "../../scene-parts/tenant-names.ts";

// The frame is on another site than the page around it.
const framed = "Path=/help; HttpOnly; Secure; SameSite=None; Partitioned";

interface ServerLogin {
  readonly pending: Pending;
  readonly added: Readonly<Record<string, string>>;
}

/** Serves letters, whose server asks for the password again before it deletes them all. */
async function serveLetters({ application, tenant }: ProviderStage, home: string): Promise<void> {
  const config = await connect(tenant.origin, demo.clientId, ClientSecretPost(clientSecret));
  const logins = new Map<string, ServerLogin>();
  const writers = new Map<string, string>();
  const begin = async (to: string, added: ServerLogin["added"] = {}): Promise<Response> => {
    const pending = await beginLogin(config, {
      to,
      callback: `${home}/letters/return`,
      scope: "openid profile",
      added,
    });
    logins.set(pending.state, { pending, added });
    return redirectTo(pending.url, [`letters_login=${pending.state}; Max-Age=600; ${lax}`]);
  };
  application.respond("/letters", async (request) => {
    const writer = writers.get(readCookie(request, "letters") ?? "");
    if (writer === undefined) return await begin("/letters");
    return showPage(
      "Letters",
      `<p>Letters of ${writer}</p><form method="post" action="/letters/burn"><button>Burn all</button></form>`,
    );
  });
  application.respond("/letters/burn", (request) =>
    writers.has(readCookie(request, "letters") ?? "")
      ? begin("/letters/ashes", { max_age: "0", login_hint: demo.user.email })
      : new Response("Please log in", { status: 401 }),
  );
  application.respond("/letters/return", async (request) => {
    const login = logins.get(readCookie(request, "letters_login") ?? "");
    if (!login) return new Response("This login was not begun here.", { status: 400 });
    const { pending, added } = login;
    const tokens = await finishLogin(config, new URL(request.url), pending, {
      ...("max_age" in added && { maxAge: 0 }),
    });
    const id = randomText();
    writers.set(id, claimOf(tokens, "name"));
    return redirectTo(pending.to, [
      `letters=${id}; Max-Age=3600; ${lax}`,
      `letters_login=; Max-Age=0; ${lax}`,
    ]);
  });
  application.respond("/letters/ashes", () => showPage("Letters", "<p>All letters are gone</p>"));
}

// The user is impatient: each press begins a login of its own, and the last one counts.
const parcelScript = (domain: string): string => `${pkceScript}
const show = (text) => { document.querySelector("main").textContent = text; };
const callback = location.origin + "/parcels";
document.querySelector("button").onclick = async () => {
  const [state, nonce, verifier] = [createRandom(), createRandom(), createRandom()];
  sessionStorage.setItem("login." + state, JSON.stringify({ verifier, nonce }));
  location.assign("${domain}/authorize?" + new URLSearchParams({
    client_id: "${demo.clientId}", response_type: "code", response_mode: "fragment",
    scope: "openid profile", redirect_uri: callback, state, nonce,
    code_challenge: await hash(verifier), code_challenge_method: "S256",
  }));
};
const finish = async (response) => {
  history.replaceState(null, "", "/parcels");
  const { verifier, nonce } = JSON.parse(sessionStorage.getItem("login." + response.get("state")));
  const tokens = await post("${domain}/oauth/token", {
    grant_type: "authorization_code", client_id: "${demo.clientId}", redirect_uri: callback,
    code: response.get("code"), code_verifier: verifier,
  });
  const claims = JSON.parse(atob(tokens.id_token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/")));
  if (claims.nonce !== nonce) throw new Error("The nonce differs.");
  const user = await fetch("${domain}/userinfo", {
    headers: { authorization: "Bearer " + tokens.access_token },
  });
  show("Parcels for " + (await user.json()).name);
};
if (location.hash.includes("code=")) void finish(new URLSearchParams(location.hash.slice(1)));`;

/** Serves a help centre for frames, whose server asks the tenant silently who its visitor is. */
async function serveHelp({ application, tenant }: ProviderStage, help: string): Promise<void> {
  const config = await discovery(
    new URL(tenant.origin),
    demo.hs256ClientId,
    { id_token_signed_response_alg: "HS256", client_secret: hs256ClientSecret },
    ClientSecretPost(hs256ClientSecret),
    { execute: [allowInsecureRequests] },
  );
  const logins = new Map<string, Pending>();
  const begin = async (added: ServerLogin["added"] = {}): Promise<Response> => {
    const pending = await beginLogin(config, {
      to: "/help/questions",
      callback: `${help}/help/return`,
      scope: "openid profile",
      added,
    });
    logins.set(pending.state, pending);
    return redirectTo(pending.url, [`help_login=${pending.state}; Max-Age=120; ${framed}`]);
  };
  application.respond("/help/box", () => begin({ prompt: "none" }));
  application.respond("/help/enter", () => begin());
  application.respond("/help/return", async (request) => {
    const url = new URL(request.url);
    const pending = logins.get(readCookie(request, "help_login") ?? "");
    if (!pending) return new Response("This login was not begun here.", { status: 400 });
    if (url.searchParams.get("error") === "login_required") return redirectTo("/help/questions");
    const tokens = await finishLogin(config, url, pending);
    const nickname = tokens.claims()?.["nickname"];
    const visitor = typeof nickname === "string" ? nickname : "guests";
    return redirectTo(pending.to, [`help=${visitor}; ${framed}`]);
  });
  application.respond("/help/questions", (request) =>
    showPage("Help", `<p>Questions of ${readCookie(request, "help") ?? "guests"}</p>`),
  );
}

const stampScript = (settings: object, help: string): string => `
const client = new auth0.Auth0Client(${JSON.stringify(settings)});
const ask = () => {
  const frame = document.createElement("iframe");
  frame.src = "${help}/help/box";
  document.body.append(frame);
};
press("in", () => client.loginWithRedirect());
const start = async () => {
  if (location.search.includes("code=")) {
    await client.handleRedirectCallback();
    history.replaceState(null, "", "/stamps");
  }
  const user = await client.getUser();
  show(user ? "Stamps of " + user.name : "Stamps");
  ask();
};
void start();`;

/** Logins at the tenant of servers, and of pages beside them, that work. */
export const tenantMixedScenes: ProviderScenes = {
  "password-again-before-burning": async (stage) => {
    const { tab, application } = stage;
    const home = originAt("letters.localhost", application);
    await allowOrigin(stage, home, "/letters/return");
    await serveLetters(stage, home);
    await tab.goto(`${home}/letters`);
    await logIn(tab, demo.user);
    await tab.getByText("Letters of Ada Lovelace").waitFor();
    // The user has been logged in since this morning.
    await stage.discardEarlier();
    await tab.reload();
    await tab.getByRole("button", { name: "Burn all" }).click();
    const enter = async (password: string) => {
      await tab.getByLabel("Password").fill(password);
      await tab.getByRole("button", { name: "Continue" }).click();
    };
    await enter("correct-house-1");
    await tab.getByText(/wrong/i).first().waitFor();
    await enter(demo.user.password);
    await tab.getByText("All letters are gone").waitFor();
  },
  "impatient-second-press": async (stage) => {
    const { tab, application, tenant } = stage;
    const home = originAt("parcels.localhost", application);
    await allowOrigin(stage, home, "/parcels");
    const domain = tenant.origin.replace("localhost", "127.0.0.1");
    const script = parcelScript(domain);
    application.respond("/parcels", () =>
      showPage("Parcels", `<main></main><button>Sign in</button><script>${script}</script>`),
    );
    // The first request is on its way for so long that the user presses again.
    await tab.route(
      /\/authorize\?/,
      async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 1500));
        await route.continue().catch(() => undefined);
      },
      { times: 1 },
    );
    await tab.goto(`${home}/parcels`);
    await tab.getByRole("button", { name: "Sign in" }).waitFor();
    await tab.evaluate(() => {
      const press = () => document.querySelector("button")?.click();
      press();
      setTimeout(press, 400);
    });
    await tab.waitForURL((url) => url.origin === domain);
    await logIn(tab, demo.secondUser);
    await tab.getByText("Parcels for Grace Hopper").waitFor();
  },
  "help-centre-in-frame": async (stage) => {
    const { tab, application, tenant, control, context } = stage;
    const home = application.origin;
    const help = originAt("help.localhost", application);
    await allowOrigin(stage, home, "/stamps");
    await control.changeClient(demo.hs256ClientId, { callbacks: [`${help}/help/return`] });
    await serveHelp(stage, help);
    await servePages(stage, "spa", {
      title: "Stamps",
      paths: ["/stamps"],
      body: `<button id="in">Log in</button>`,
      script: stampScript(
        {
          domain: tenant.origin,
          clientId: demo.clientId,
          authorizationParams: { redirect_uri: `${home}/stamps` },
        },
        help,
      ),
    });
    // The user has been in the help centre last month.
    await tab.goto(`${help}/help/enter`);
    await logIn(tab, demo.user);
    await tab.getByText("Questions of ada").waitFor();
    await context.clearCookies();
    await stage.discardEarlier();
    await tab.goto(`${home}/stamps`);
    await tab.frameLocator("iframe").getByText("Questions of guests").waitFor();
    await tab.getByRole("button", { name: "Log in" }).click();
    await logIn(tab, demo.user);
    await tab.getByText("Stamps of Ada Lovelace").waitFor();
    await tab.frameLocator("iframe").getByText("Questions of ada").waitFor();
  },
};
