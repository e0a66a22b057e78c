import { readFile } from "node:fs/promises";
import { DemoPage } from "../e2e/pages/demo-page.ts";
import { logIn } from "../e2e/pages/login-window.ts";
import { demo } from "./demo.ts";
import { expectWords, type TourStage, type TourStep } from "./tour-stage.ts";
import { waitFor } from "./wait-for.ts";

const hs256Cause = "The ID token is signed with HS256";

const rowsOf = (stage: TourStage) => stage.devtoolsPanel.frame.locator(".flow-row");

async function clearList(stage: TourStage): Promise<void> {
  const { frame } = stage.devtoolsPanel;
  await frame
    .getByRole("toolbar", { name: "Trace" })
    .getByRole("button", { name: "Clear" })
    .click();
  await waitFor(async () => (await rowsOf(stage).count()) === 0, {
    what: "the cleared list of the Trace tab to be empty",
  });
}

/** Logs in to the demo app as a user does, with a list that is empty before. */
async function logInToDemo(stage: TourStage, client: "demo-spa" | "demo-hs256"): Promise<void> {
  const tab = stage.chromium.firstPage;
  const home = `${stage.tenant.demoOrigins[0]}/`;
  // A session of an earlier step would pass over the login page.
  await stage.chromium.context.clearCookies();
  await tab.goto(home);
  await stage.panel.openTab("Trace");
  await clearList(stage);
  const page = new DemoPage(tab);
  await page.chooseClient(client);
  await page.press("Log in with PKCE");
  await tab.waitForURL(`${stage.tenant.origin}/**`);
  await logIn(tab, demo.user);
  await tab.waitForURL(home);
}

/** Waits for the only row with this verdict, opens it and returns its text and its explanation. */
async function openOnlyRow(
  stage: TourStage,
  verdict: "clean" | "failed",
): Promise<{ row: string; explanation: string }> {
  const { frame } = stage.devtoolsPanel;
  const row = frame.locator(`.flow-row.${verdict}[aria-setsize="1"]`).filter({ hasText: "login" });
  await row.click();
  return {
    row: await row.innerText(),
    explanation: await frame.locator(".flow-verdict").innerText(),
  };
}

/** The Trace tab, with logins of the demo app itself. */
export const tourTraceSteps: readonly TourStep[] = [
  {
    name: "trace-login",
    title: "the demo app's own login captured, which ended well",
    async run(stage, pictureName) {
      await logInToDemo(stage, "demo-spa");
      const { row, explanation } = await openOnlyRow(stage, "clean");
      await stage.devtoolsPanel.screenshot(stage.picture(pictureName));
      expectWords(row, demo.clientId);
      expectWords(row, "✓ ok");
      expectWords(explanation, "It ended well.");
    },
  },
  {
    name: "trace-finding",
    title: "a login with an HS256 ID token captured, its cause on top",
    async run(stage, pictureName) {
      await logInToDemo(stage, "demo-hs256");
      const { row, explanation } = await openOnlyRow(stage, "failed");
      await stage.devtoolsPanel.screenshot(stage.picture(pictureName));
      expectWords(row, hs256Cause);
      expectWords(explanation, "signature algorithm of the application to RS256");
    },
  },
  {
    name: "trace-har",
    title: "the same login exported without secrets, imported again, with the same cause",
    async run(stage, pictureName) {
      const { devtools, frame } = stage.devtoolsPanel;
      await logInToDemo(stage, "demo-hs256");
      await openOnlyRow(stage, "failed");
      await frame.getByRole("button", { name: "Export…" }).click();
      const form = frame.getByRole("form", { name: "Export" });
      await form.getByRole("button", { name: "Preview export" }).click();
      const saving = devtools.waitForEvent("download");
      await form.getByRole("button", { name: "Save file" }).click();
      const file = await (await saving).path();
      await form.getByText("1 flow saved.").waitFor();
      await form.getByRole("button", { name: "Close" }).click();
      const { password } = demo.user;
      if ((await readFile(file, "utf8")).includes(password))
        throw new Error("The file has the password.");
      await clearList(stage);
      await frame.getByLabel("Import…").setInputFiles(file);
      const { row } = await openOnlyRow(stage, "failed");
      await stage.devtoolsPanel.screenshot(stage.picture(pictureName));
      expectWords(row, hs256Cause);
    },
  },
];
