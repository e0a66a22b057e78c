import { awaitNoLoginWindow, findLoginWindow, logIn } from "../e2e/pages/login-window.ts";
import { PopupPage } from "../e2e/pages/popup-page.ts";
import { openPopup } from "../e2e/pages/worker.ts";
import { demo } from "./demo.ts";
import { tourRunSteps } from "./tour-run-steps.ts";
import { tourSandboxSteps } from "./tour-sandbox-steps.ts";
import { tourTokenSteps } from "./tour-token-steps.ts";
import { tourTraceSteps } from "./tour-trace-steps.ts";
import { expectFact, expectWords, isFact, type TourStage, type TourStep } from "./tour-stage.ts";
import { waitFor } from "./wait-for.ts";

/**
 * Runs a login from the panel and completes the tenant's login page; returns the text of the
 * outcome.
 */
async function runLogin(stage: TourStage, clientId: string): Promise<string> {
  const { context } = stage.chromium;
  const { origin } = stage.tenant;
  await awaitNoLoginWindow(context, origin);
  await stage.panel.startLogin({
    clientId,
    prompt: "login",
    responseType: "token id_token",
  });
  const outcome = stage.panel.runOutcome();
  const login = findLoginWindow(context, origin).then((page) => logIn(page, demo.user));
  // If the tenant is down there is no login page, and the run's own text counts.
  const [words, loggedIn] = await Promise.allSettled([outcome, Promise.race([login, outcome])]);
  login.catch(() => undefined);
  if (words.status === "fulfilled") return words.value;
  throw loggedIn.status === "rejected" ? loggedIn.reason : words.reason;
}

async function withPopup(
  stage: TourStage,
  pictureName: string,
  act: (popup: PopupPage) => Promise<void>,
): Promise<void> {
  await stage.chromium.firstPage.bringToFront();
  const page = await openPopup(stage.chromium);
  try {
    await act(new PopupPage(page));
  } finally {
    await page.screenshot({ path: stage.picture(pictureName) });
    await page.close();
  }
}

/** The product's main tasks, one step each. The tenant's own log confirms each step. */
export const tourSteps: readonly TourStep[] = [
  {
    name: "login",
    title: "a login run from the panel, inside DevTools",
    async run(stage, pictureName) {
      const before = await stage.control.logEnd();
      const words = await runLogin(stage, demo.clientId);
      await stage.devtoolsPanel.screenshot(stage.picture(pictureName));
      expectWords(words, "Logged in.");
      await expectFact(
        stage,
        before,
        "user logged in",
        isFact("user logged in", { client_id: demo.clientId }),
      );
    },
  },
  {
    name: "id-token",
    title: "its ID token decoded, the signature verified against the tenant's keys",
    async run(stage, pictureName) {
      const before = await stage.control.logEnd();
      await stage.panel.openTab("Run");
      const report = await stage.panel.inspect("ID token");
      await stage.devtoolsPanel.screenshot(stage.picture(pictureName));
      expectWords(report, "Signed by");
      expectWords(report, demo.user.email);
      await expectFact(
        stage,
        before,
        "the keys were read",
        (entry) => entry.path === "/.well-known/jwks.json" && entry.status === 200,
      );
    },
  },
  {
    name: "hs256",
    title: "an HS256 ID token rejected with invalid_token, with the reason",
    async run(stage, pictureName) {
      const before = await stage.control.logEnd();
      const words = await runLogin(stage, demo.hs256ClientId);
      expectWords(words, "Login failed: invalid_token");
      expectWords(words, "RS256");
      const report = await stage.panel.inspect("ID token");
      await stage.devtoolsPanel.screenshot(stage.picture(pictureName));
      expectWords(report, "invalid_token");
      await expectFact(
        stage,
        before,
        "id_token issued with HS256",
        isFact("id_token issued", { client_id: demo.hs256ClientId, alg: "HS256" }),
      );
    },
  },
  {
    name: "exchange-profile",
    title: "a token exchange profile created from the popup",
    async run(stage, pictureName) {
      const before = await stage.control.logEnd();
      await withPopup(stage, pictureName, async (popup) => {
        const words = await popup.createExchangeProfile({
          name: "Legacy identity provider",
          subjectTokenType: "urn:acme:legacy-token",
          actionId: demo.actionId,
        });
        expectWords(words, "Token exchange profile created");
        const id = /tep_\w+/.exec(words)?.[0] ?? "no id";
        await expectFact(
          stage,
          before,
          `token exchange profile ${id} created`,
          isFact("token exchange profile created", { id }),
        );
      });
    },
  },
  {
    name: "connection-profile",
    title: "a connection profile updated from the popup, after a review of the change",
    async run(stage, pictureName) {
      const before = await stage.control.logEnd();
      await withPopup(stage, pictureName, async (popup) => {
        const template = "t-{org_name}";
        const words = await popup.changePrefixTemplate(demo.connectionProfile, template);
        expectWords(words, "Connection profile updated");
        expectWords(await popup.prefixTemplate(), template);
        await expectFact(
          stage,
          before,
          "connection profile updated",
          (entry) =>
            entry.fact === "connection profile updated" &&
            JSON.stringify(entry.details?.["fields"]) === '["connection_name_prefix_template"]',
        );
      });
    },
  },
  {
    name: "event",
    title: "a user.created event on the badge and in the panel",
    async run(stage, pictureName) {
      const before = await stage.control.logEnd();
      const email = "new.hire@example.com";
      const { eventId } = await stage.control.createUser(email);
      await waitFor(async () => (await stage.options.badgeText()) === "1", {
        what: "the badge to say 1",
      });
      await stage.panel.openTab("Events");
      await stage.panel.expectNewest(`user.created ${email}`);
      await stage.panel.openEvent(0);
      await stage.devtoolsPanel.screenshot(stage.picture(pictureName));
      await expectFact(stage, before, `event ${eventId} delivered`, (entry) => {
        const ids = entry.details?.["event_ids"];
        return entry.fact === "events delivered" && Array.isArray(ids) && ids.includes(eventId);
      });
    },
  },
  ...tourRunSteps,
  ...tourTokenSteps,
  ...tourTraceSteps,
  ...tourSandboxSteps,
];
