import { html } from "../../application.ts";
import { pageClient } from "../../second/provider.ts";
import type { SecondScenes, SecondStage } from "../../second/stage.ts";
import { logInAtSmallProvider, withProvider } from "./frame-pages.ts";
import { createSmallProvider, smallProviderOrigin } from "./small-provider.ts";

const realm = "/realms/staff/protocol/openid-connect";

const realmRoutes = {
  authorization: `${realm}/auth`,
  token: `${realm}/token`,
  userinfo: `${realm}/userinfo`,
  jwks: `${realm}/certs`,
  end_session: `${realm}/logout`,
} as const;

const smallPaths = {
  authorization: realmRoutes.authorization,
  token: realmRoutes.token,
  keys: realmRoutes.jwks,
} as const;

interface Adapter {
  /** The realm's endpoints, without the last part of their path. */
  readonly base: string;
  readonly clientId: string;
  /** An expression of the page's script. */
  readonly redirectUri: string;
}

/**
 * The adapter of a realm, which asks for its response in the fragment. A page that needs a user
 * begins a login at once if it finds no response.
 */
const adapterScript = ({ base, clientId, redirectUri }: Adapter): string => `
  const say = (text) => { document.querySelector("#view").textContent = text; };
  const encode = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const login = async () => {
    const verifier = encode(crypto.getRandomValues(new Uint8Array(48)));
    const state = crypto.randomUUID();
    const redirectUri = ${redirectUri};
    localStorage.setItem("kc-callback-" + state, JSON.stringify({ redirectUri, verifier }));
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
    location.assign("${base}/auth?" + new URLSearchParams({
      client_id: "${clientId}",
      redirect_uri: redirectUri,
      state,
      response_mode: "fragment",
      response_type: "code",
      scope: "openid",
      nonce: crypto.randomUUID(),
      code_challenge: encode(digest),
      code_challenge_method: "S256",
    }));
  };
  const init = async () => {
    const response = new URLSearchParams(location.hash.slice(1));
    const key = "kc-callback-" + response.get("state");
    const stored = JSON.parse(localStorage.getItem(key));
    if (stored === null) return login();
    localStorage.removeItem(key);
    history.replaceState(null, "", location.pathname);
    const answer = await fetch("${base}/token", {
      method: "POST",
      body: new URLSearchParams({
        code: response.get("code"),
        grant_type: "authorization_code",
        client_id: "${clientId}",
        redirect_uri: stored.redirectUri,
        code_verifier: stored.verifier,
      }),
    });
    say(answer.ok ? "Welcome" : "Login failed");
  };`;

const renderPage = (title: string, script: string): Response =>
  html(`<!doctype html><title>${title}</title><link rel="icon" href="data:,"><main id="view">Loading</main>
<script>${script}</script>`);

// As routers with their routes in the fragment do when they start: each fragment is a path.
const hashRouter = `
  const ensureSlash = () => {
    const path = location.hash.slice(1);
    if (!path.startsWith("/")) location.replace("#/" + path);
  };`;

// The route of the start page leads to the home page, without what else is in the address.
const redirectToHome = `
  const route = () => {
    if (location.pathname === "/") history.pushState(null, "", "/home");
  };`;

/** Waits for this number of requests for a login, then leaves, as a user does in the end. */
async function leaveLoop(stage: SecondStage, begin: () => Promise<unknown>): Promise<void> {
  const { tab, application } = stage;
  let asked = 0;
  const isLast = () => (asked += 1) === 4;
  const last = tab.waitForRequest(
    (request) => request.url().includes(`${realm}/auth?`) && isLast(),
  );
  await begin();
  await last;
  application.respond("/help", () => html(`<!doctype html><title>Help</title><p>Help</p>`));
  await tab.goto(`${application.origin}/help`).catch(() => undefined);
  await tab.getByText("Help").waitFor();
}

/** The scenes of pages with the adapter of a realm. */
export const realmPageScenes: SecondScenes = {
  "roster-keeps-reloading": async (stage) => {
    const { tab, application } = stage;
    const adapter = adapterScript({
      base: smallProviderOrigin + realm,
      clientId: "roster",
      redirectUri: "location.origin + location.pathname",
    });
    application.respond("/roster/", () =>
      renderPage("Roster", `${hashRouter}${adapter}ensureSlash();init();`),
    );
    await withProvider(await createSmallProvider({ paths: smallPaths }), async () => {
      await tab.goto(`${application.origin}/roster/`);
      await tab.getByRole("button", { name: "Log in" }).waitFor();
      await tab.waitForLoadState("networkidle");
      await leaveLoop(stage, () => tab.getByRole("button", { name: "Log in" }).click());
    });
  },
  "intranet-home-never-opens": async (stage) => {
    const { tab, provider, application } = stage;
    const start = `${application.origin}/`;
    provider.configure({
      routes: realmRoutes,
      clients: [pageClient(start, { client_id: "intranet" })],
    });
    const adapter = adapterScript({
      base: provider.origin + realm,
      clientId: "intranet",
      redirectUri: 'location.origin + "/"',
    });
    const page = () => renderPage("Intranet", `${redirectToHome}${adapter}route();init();`);
    application.respond("/", page);
    application.respond("/home", page);
    await tab.goto(start);
    await tab.getByRole("button", { name: "Log in" }).waitFor();
    await tab.waitForLoadState("networkidle");
    await leaveLoop(stage, () => tab.getByRole("button", { name: "Log in" }).click());
  },
  "stock-page-not-found": async (stage) => {
    const { tab, application } = stage;
    const adapter = adapterScript({
      base: smallProviderOrigin + realm,
      clientId: "stock",
      redirectUri: "location.href",
    });
    const router = `
      const path = location.hash.slice(1) || "/";
      if (location.hash === "") history.replaceState(null, "", "#/");
      if (path === "/") init();
      else say("Page not found " + path);`;
    application.respond("/", () => renderPage("Stock", adapter + router));
    await withProvider(await createSmallProvider({ paths: smallPaths }), async () => {
      await tab.goto(`${application.origin}/`);
      await logInAtSmallProvider(stage);
      await tab.getByText("Page not found").waitFor();
    });
  },
};
