import { demo } from "../../launch/demo.ts";
import { logIn } from "../../e2e/pages/login-window.ts";
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

type Parameters = Readonly<Record<string, string | undefined>>;

const pkce = () => withPkce(createPkce().challenge);

/** Sends an authorization request that the tenant refuses, at its own page or at the callback. */
const ask =
  (parameters: () => Parameters): Scene =>
  async (stage) => {
    await openApplication(stage);
    await leave(stage, authorizeUrl(stage, parameters()));
  };

/** Logs in with a faulty request that the tenant accepts. */
const logInWith =
  (parameters: () => Parameters): Scene =>
  async (stage) => {
    await logInByUrl(stage, parameters());
  };

/** Logs in with PKCE and redeems the code; `changed` replaces parameters of the request. */
async function logInFully(stage: Stage, changed: Parameters): Promise<void> {
  const { verifier, challenge } = createPkce();
  const response = await logInByUrl(stage, { ...withPkce(challenge), ...changed });
  await redeem(stage, response, { code_verifier: verifier });
}

/** Presses a button of the demo that the tenant refuses at its own page. */
async function pressAndFail({ app, tab, tenant }: Stage, button: string): Promise<void> {
  await app.press(button);
  await tab.waitForURL((url) => url.origin === tenant.origin);
}

async function removeCallbacks({ control, tenant }: Stage): Promise<void> {
  const callbacks = [`${tenant.demoOrigins[0]}/callback/`, `${tenant.demoOrigins[0]}/Callback`];
  await control.changeClient(demo.clientId, { callbacks });
}

/** Logs in with the session of the tenant, which takes no time. */
async function logInAgain(stage: Stage, parameters: Parameters): Promise<void> {
  await openApplication(stage);
  await leave(stage, authorizeUrl(stage, parameters));
}

/** Faults of the request to the authorization endpoint. */
export const authorizeFaultScenes: Scenes = {
  "callback-refused-implicit": async (stage) => {
    await removeCallbacks(stage);
    await pressAndFail(stage, "Log in");
  },
  "callback-refused-pkce": async (stage) => {
    await removeCallbacks(stage);
    await pressAndFail(stage, "Log in with PKCE");
  },
  "client-unknown": ask(() => ({ ...pkce(), client_id: "demo-spaa" })),
  "client-unknown-implicit": ask(() => ({ ...implicit(), client_id: "demo-spaa" })),
  "parameter-twice": async ({ app, tab }) => {
    await tab.getByLabel("Query to add to the login URL").fill("resource=urn:a&resource=urn:b");
    await app.press("Log in with this query");
    await app.readResult("Login failed.");
  },
  "audience-unknown": ask(() => ({ ...pkce(), audience: "https://unknown.example/" })),
  "audience-unknown-implicit": ask(() => ({ ...implicit(), audience: "https://unknown.example/" })),
  "connection-unknown": ask(() => ({ ...pkce(), connection: "workforce" })),
  "response-type-unsupported": ask(() => ({ response_type: "device" })),
  "response-mode-refused": ask(() => ({ ...implicit(), response_mode: "query" })),
  "nonce-missing": ask(() => ({ ...implicit(), nonce: undefined })),
  "state-missing": async (stage) => {
    // The server of the application redeems the code.
    const { application } = stage;
    application.respond("/callback", () => Response.redirect(`${application.origin}/`));
    await logInByUrl(stage, { response_type: "code", state: undefined });
  },
  "state-missing-implicit": logInWith(() => ({ response_type: "token", state: undefined })),
  "state-reused": async (stage) => {
    const state = randomText();
    await logInFully(stage, { state });
    const { verifier, challenge } = createPkce();
    await logInAgain(stage, { ...withPkce(challenge), state });
    await redeem(stage, new URL(stage.tab.url()).searchParams, { code_verifier: verifier });
  },
  "state-reused-implicit": async (stage) => {
    const state = randomText();
    await logInByUrl(stage, { ...implicit(), state });
    await logInAgain(stage, { ...implicit(), state });
  },
  "nonce-reused": async (stage) => {
    const nonce = randomText();
    await logInByUrl(stage, implicit(nonce));
    await logInAgain(stage, implicit(nonce));
  },
  "pkce-missing": async (stage) => {
    const response = await logInByUrl(stage, { response_type: "code", nonce: randomText() });
    await redeem(stage, response, {});
  },
  "pkce-plain": ask(() => {
    const { verifier } = createPkce();
    return { ...withPkce(verifier), code_challenge_method: "plain" };
  }),
  "pkce-padded": ask(() => withPkce(`${createPkce().challenge}=`)),
  "openid-missing": logInWith(() => ({ ...implicit(), scope: "profile email" })),
  "scope-comma": async (stage) => await logInFully(stage, { scope: "openid,profile,email" }),
  "secret-in-url": async (stage) =>
    await logInFully(stage, { client_secret: "demo-spa-secret-that-no-browser-ever-sees" }),
  "authorize-by-fetch": async (stage) => {
    await openApplication(stage);
    await sendFromPage(stage, { url: authorizeUrl(stage, pkce()), credentials: "include" });
  },
  "max-age-zero-silent": ask(() => ({ ...pkce(), max_age: "0", prompt: "none" })),
  "silent-in-tab": async (stage) => {
    await openApplication(stage);
    await leave(stage, authorizeUrl(stage, { ...pkce(), prompt: "none" }));
    await leave(stage, authorizeUrl(stage, { ...pkce(), prompt: "none" }));
  },
  "login-started-twice": async (stage) => {
    await openApplication(stage);
    const first = authorizeUrl(stage, pkce());
    const { verifier, challenge } = createPkce();
    const second = authorizeUrl(stage, withPkce(challenge));
    await leave(stage, first);
    await stage.tab.goBack();
    await leave(stage, second);
    await stage.logInAtTenant();
    await redeem(stage, new URL(stage.tab.url()).searchParams, { code_verifier: verifier });
  },
  "other-origin-callback": async (stage) => {
    const { tab, application } = stage;
    await tab.goto(`${application.otherOrigin}/`);
    await leave(stage, authorizeUrl(stage, pkce()));
    await stage.logInAtTenant();
  },
  "user-declines": async (stage) => {
    const audience = "https://ledger.demo.example/";
    await openApplication(stage);
    const scope = "openid read:ledger";
    await leave(stage, authorizeUrl(stage, { ...pkce(), audience, scope }));
    await logIn(stage.tab, demo.user);
    await stage.tab.getByRole("button", { name: "Decline" }).click();
    await stage.tab.waitForURL((url) => url.origin === stage.application.origin);
  },
  "login-not-finished": async (stage) => {
    await openApplication(stage);
    await leave(stage, authorizeUrl(stage, pkce()));
  },
  "login-not-finished-implicit": async (stage) => {
    await openApplication(stage);
    await leave(stage, authorizeUrl(stage, implicit()));
    await logIn(stage.tab, { ...demo.user, password: "not-the-passphrase" });
    await stage.tab.getByText("Wrong email or password").waitFor();
  },
  "authorize-rate-limit": async (stage) => {
    await openApplication(stage);
    await stage.control.plant("global-limit-reached");
    await leave(stage, authorizeUrl(stage, pkce()));
  },
  "authorize-rate-limit-implicit": async (stage) => {
    await stage.control.plant("global-limit-reached");
    await pressAndFail(stage, "Log in");
  },
};
