import { demo } from "../../launch/demo.ts";
import { html } from "../application.ts";
import type { Stage } from "../stage.ts";
import {
  authorizeUrl,
  implicit,
  logInByUrl,
  redeem,
  withPkce,
} from "../scene-parts/tenant-requests.ts";
import { createPkce, randomText } from "../scene-parts/pkce.ts";
import { leave, openApplication } from "../scene-parts/tab.ts";
import { sendFromPage } from "../scene-parts/page-requests.ts";
import type { Scene, Scenes } from "./scene.ts";

/** Plans the next response of the authorization endpoint: a redirect with these parameters. */
async function planResponse(
  { control, application }: Stage,
  parameters: Readonly<Record<string, string>>,
  separator: "?" | "#" = "?",
): Promise<void> {
  const query = String(new URLSearchParams(parameters)).replaceAll("+", "%20");
  await control.planResponse({
    path: "/authorize",
    status: 302,
    body: "",
    headers: {
      location: `${application.origin}/callback${separator}${query}`,
      "content-type": "text/plain",
      "cache-control": "no-store",
    },
  });
}

/** Starts a login with PKCE that gets a planned response. */
async function answer(stage: Stage, response: Readonly<Record<string, string>>, state: string) {
  await openApplication(stage);
  await planResponse(stage, response);
  await leave(stage, authorizeUrl(stage, { ...withPkce(createPkce().challenge), state }));
}

/** Logs in for tokens without the tenant's page, and returns them; not part of the file. */
export async function getTokens(
  stage: Stage,
  nonce: string,
  changed: Readonly<Record<string, string>> = {},
): Promise<Readonly<Record<string, string>>> {
  const response = await logInByUrl(stage, { ...implicit(nonce), ...changed });
  await stage.discardEarlier();
  response.delete("state");
  return Object.fromEntries(response);
}

/**
 * Starts a login for tokens that gets a planned response in the fragment, with the state of the
 * request unless the response has another one.
 */
export async function answerImplicit(
  stage: Stage,
  response: Readonly<Record<string, string>>,
  asked: Readonly<Record<string, string>>,
): Promise<void> {
  const state = randomText();
  await openApplication(stage);
  await planResponse(stage, { ...response, state: response["state"] ?? state }, "#");
  await leave(stage, authorizeUrl(stage, { ...implicit(), state, ...asked }));
}

/** Logs in with PKCE while the application's callback does something else than redeem. */
const callbackDoes =
  (prepare: (stage: Stage) => void): Scene =>
  async (stage) => {
    prepare(stage);
    await logInByUrl(stage, withPkce(createPkce().challenge));
  };

/** Faults of the response to the callback, and logins that the page has lost. */
export const responseFaultScenes: Scenes = {
  "state-different": async (stage) => {
    const code = randomText();
    await answer(stage, { code, state: randomText() }, randomText());
  },
  "state-different-implicit": async (stage) => {
    const nonce = randomText();
    const tokens = await getTokens(stage, nonce);
    await answerImplicit(stage, { ...tokens, state: randomText() }, { nonce });
  },
  "state-not-returned": async (stage) => {
    const state = randomText();
    await answer(stage, { code: randomText() }, state);
  },
  "issuer-different": async (stage) => {
    const state = randomText();
    const iss = "http://localhost:4470/";
    await answer(stage, { code: randomText(), state, iss }, state);
  },
  "error-with-state": async (stage) => {
    const state = randomText();
    const error = { error: "server_error", error_description: "The rule failed." };
    await answer(stage, { ...error, state }, state);
  },
  "parameters-lost": callbackDoes(({ application }) => {
    application.respond("/callback", () => Response.redirect(`${application.origin}/callback/`));
  }),
  "code-in-referrer": async (stage) => {
    const { application } = stage;
    const { verifier, challenge } = createPkce();
    const policy = { "referrer-policy": "unsafe-url" };
    application.respond("/callback", () => html("<title>Application</title>", policy));
    const response = await logInByUrl(stage, withPkce(challenge));
    await sendFromPage(stage, { url: `${application.otherOrigin}/statistics` });
    await redeem(stage, response, { code_verifier: verifier });
  },
  "transaction-cleared": callbackDoes(({ application }) => {
    // The page looks for its transaction, finds none and stops.
    application.respond("/callback", () => html("<title>Invalid state</title><p>Invalid state"));
  }),
  "transaction-cleared-demo": async ({ app, tab, tenant, logInAtTenant }) => {
    await app.press("Log in with PKCE");
    await tab.waitForURL((url) => url.origin === tenant.origin);
    const clearing = await tab.addInitScript(() => {
      if (location.pathname === "/callback") localStorage.clear();
    });
    await logInAtTenant();
    await app.readResult("Login failed.");
    await clearing.dispose();
  },
  "callback-bookmarked": async (stage) => {
    const { verifier, challenge } = createPkce();
    const response = await logInByUrl(stage, withPkce(challenge));
    await redeem(stage, response, { code_verifier: verifier });
    const bookmark = stage.tab.url();
    await openApplication(stage);
    await stage.discardEarlier();
    await stage.tab.goto(bookmark);
  },
  "callback-back": async (stage) => {
    const { verifier, challenge } = createPkce();
    const response = await logInByUrl(stage, withPkce(challenge));
    await redeem(stage, response, { code_verifier: verifier });
    await stage.tab.goto(`${stage.application.origin}/`);
    await stage.tab.goBack();
  },
  "login-page-bookmarked": async ({ app, tab, tenant }) => {
    await app.press("Log in");
    await tab.waitForURL((url) => url.origin === tenant.origin);
    const bookmark = tab.url();
    await tab.goto(tenant.demoOrigins[0]);
    await tab.context().clearCookies();
    await tab.goto(bookmark);
  },
  "login-loop": async (stage) => {
    for (let count = 0; count < 4; count += 1) {
      const { verifier, challenge } = createPkce();
      const parameters = withPkce(challenge);
      if (count === 0) await logInByUrl(stage, parameters);
      else await leave(stage, authorizeUrl(stage, parameters));
      const response = new URL(stage.tab.url()).searchParams;
      await redeem(stage, response, { code_verifier: verifier });
    }
  },
  "login-loop-implicit": async (stage) => {
    await logInByUrl(stage, implicit());
    for (let count = 0; count < 3; count += 1) await leave(stage, authorizeUrl(stage, implicit()));
  },
  "form-post-cookie": async (stage) => {
    const { tab, application } = stage;
    const cookie = `transaction=${randomText()}; Path=/; SameSite=Lax; HttpOnly`;
    application.respond("/start", () => html("<title>Start</title>", { "set-cookie": cookie }));
    application.respond("/callback", (request) => {
      const hasCookie = request.headers.get("cookie")?.includes("transaction=") === true;
      return new Response(hasCookie ? "Logged in" : "State missing", {
        status: hasCookie ? 200 : 400,
      });
    });
    await tab.goto(`${application.otherOrigin}/start`);
    const redirect = { redirect_uri: `${application.otherOrigin}/callback` };
    const mode = { response_type: "code", response_mode: "form_post", nonce: randomText() };
    await leave(stage, authorizeUrl(stage, { ...redirect, ...mode }));
    await stage.logInAtTenant();
  },
  "library-outdated": async (stage) => {
    const client = { name: "auth0.js", version: "9.12.0" };
    const auth0Client = Buffer.from(JSON.stringify(client)).toString("base64");
    await logInByUrl(stage, { ...implicit(), auth0Client });
  },
  "tenant-unreachable": async (stage) => {
    await openApplication(stage);
    const { challenge } = createPkce();
    const url = new URL(authorizeUrl(stage, withPkce(challenge)));
    // A port where nothing listens.
    url.port = "4469";
    await stage.tab.goto(url.href).catch(() => undefined);
  },
  "client-of-other-demo": async (stage) => {
    const { app, control, tab, tenant } = stage;
    await control.changeClient(demo.hs256ClientId, { callbacks: [`${tenant.demoOrigins[1]}/`] });
    await app.chooseClient("demo-hs256");
    await app.press("Log in");
    await tab.waitForURL((url) => url.origin === tenant.origin);
  },
};
