import { demo } from "../../launch/demo.ts";
import { logIn } from "../../e2e/pages/login-window.ts";
import type { Stage } from "../stage.ts";
import { callLibrary } from "../scene-parts/tenant-requests.ts";
import { openApplication } from "../scene-parts/tab.ts";
import type { Scenes } from "./scene.ts";

const ledger = { audience: "https://ledger.demo.example/", scope: "openid read:ledger" };
const pkce = { pkce: true, responseType: "code" };

/** Logs in at the demo of this origin, and leaves that login out of the file if asked. */
async function begin(stage: Stage, { isRecorded = false, isOtherSite = false } = {}) {
  const { tab, app, tenant } = stage;
  if (isOtherSite) await tab.goto(`${tenant.demoOrigins[1]}/`);
  await app.press("Log in");
  await stage.logInAtTenant();
  await app.readResult("Login succeeded.");
  if (!isRecorded) await stage.discardEarlier();
}

async function renew({ app }: Stage): Promise<void> {
  await app.press("Renew silently");
  await app.readResult("Silent renewal");
}

/** Starts a renewal that gets no answer, and waits until its frame has loaded. */
async function renewInVain({ app, tab, tenant }: Stage): Promise<void> {
  const answered = tab.waitForResponse((response) =>
    response.url().startsWith(`${tenant.origin}/authorize`),
  );
  await app.press("Renew silently");
  await answered;
}

/** Renewals and logouts, with and without a reason to fail. */
export const sessionScenes: Scenes = {
  "renew-implicit": async (stage) => {
    await begin(stage);
    await renew(stage);
  },
  "renew-pkce": async (stage) => {
    await begin(stage);
    await openApplication(stage);
    await stage.discardEarlier();
    await callLibrary(stage, "checkSession", { options: pkce });
  },
  "renew-after-login": async (stage) => {
    await begin(stage, { isRecorded: true });
    await renew(stage);
  },
  refresh: async (stage) => {
    const { app } = stage;
    await app.press("Log in with PKCE");
    await stage.logInAtTenant();
    await app.readResult("Login succeeded.");
    await app.press("Refresh tokens");
    await app.readResult("Refresh succeeded.");
  },
  logout: async (stage) => {
    await begin(stage);
    await stage.app.pressAndReturn("Log out");
  },
  "login-renew-logout": async (stage) => {
    await begin(stage, { isRecorded: true });
    await renew(stage);
    await stage.app.pressAndReturn("Log out");
  },
  "renew-cross-site": async (stage) => {
    await begin(stage, { isRecorded: true, isOtherSite: true });
    for (let count = 0; count < 4; count += 1) await renew(stage);
  },
  "renew-cross-site-alone": async (stage) => {
    await begin(stage, { isOtherSite: true });
    for (let count = 0; count < 3; count += 1) await renew(stage);
  },
  "renew-cross-site-no-events": async (stage) => {
    await begin(stage, { isOtherSite: true });
    for (let count = 0; count < 3; count += 1) await renew(stage);
  },
  "renew-cross-site-pkce": async (stage) => {
    await stage.app.press("Log in with PKCE");
    await stage.logInAtTenant();
    await stage.app.readResult("Login succeeded.");
    await stage.tab.goto(`${stage.application.otherOrigin}/`);
    await stage.discardEarlier();
    await callLibrary(stage, "checkSession", { options: pkce });
    await callLibrary(stage, "checkSession", { options: pkce });
  },
  "renew-after-logout": async (stage) => {
    await begin(stage);
    await stage.app.pressAndReturn("Log out");
    await renew(stage);
  },
  "renew-session-ended": async (stage) => {
    await begin(stage);
    // Longer than the session lives, which keeps its cookie in the browser.
    await stage.control.setClock(4 * 24 * 60 * 60);
    await renew(stage);
  },
  "renew-consent": async (stage) => {
    await begin(stage);
    await callLibrary(stage, "checkSession", { parameters: ledger });
  },
  "renew-lost": async (stage) => {
    await begin(stage);
    await stage.control.plant("message-lost");
    await renewInVain(stage);
  },
  "renew-web-origin": async (stage) => {
    await begin(stage);
    await stage.control.changeClient(demo.clientId, { web_origins: ["https://other.example"] });
    await renewInVain(stage);
  },
  "renew-callback": async (stage) => {
    await begin(stage);
    const callbacks = [`${stage.tenant.demoOrigins[0]}/elsewhere`];
    await stage.control.changeClient(demo.clientId, { callbacks });
    await renewInVain(stage);
  },
  "renew-too-often": async (stage) => {
    await begin(stage);
    await stage.control.limit({ silentRenewals: 2 });
    await renew(stage);
    await renew(stage);
    await renewInVain(stage);
  },
  "renew-devkeys": async (stage) => {
    const { app, tab, tenant } = stage;
    await tab.getByLabel("Query to add to the login URL").fill("connection=google-oauth2");
    await app.press("Log in with this query");
    await stage.reachTenant();
    await tab.getByLabel("Email address").fill("ada@social.example");
    await tab.getByRole("button", { name: "Continue" }).click();
    await tab.waitForURL((url) => url.origin !== tenant.origin);
    await app.readResult("Login succeeded.");
    await renew(stage);
  },
  "renew-hs256": async (stage) => {
    await begin(stage);
    await stage.app.chooseClient("demo-hs256");
    await renew(stage);
  },
  "logout-return": async (stage) => {
    await begin(stage);
    await stage.control.changeClient(demo.clientId, {
      allowed_logout_urls: [`${stage.tenant.demoOrigins[0]}/goodbye`],
    });
    await stage.app.pressAndReturn("Log out");
  },
  "logout-client": async (stage) => {
    const { tab, tenant } = stage;
    await begin(stage);
    await tab.goto(`${tenant.origin}/v2/logout?client_id=demo-spaa`);
  },
  "login-after-logout": async (stage) => {
    await begin(stage);
    await stage.app.pressAndReturn("Log out");
    await stage.app.press("Log in");
    await stage.reachTenant();
    await logIn(stage.tab, demo.secondUser);
    await stage.app.readResult("Login succeeded.");
  },
};
