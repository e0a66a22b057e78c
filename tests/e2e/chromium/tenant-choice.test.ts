import { afterAll, beforeAll, expect, test } from "vitest";
import { startTenant, type RunningTenant } from "../../../tenant/serve.ts";
import { demo } from "../../launch/demo.ts";
import {
  openDemoPanel,
  openInspectorSession,
  type InspectorSession,
} from "../../launch/inspector-session.ts";
import { OptionsPage } from "../pages/options-page.ts";
import { PanelPage } from "../pages/panel-page.ts";
import { PopupPage } from "../pages/popup-page.ts";
import { RunPage } from "../pages/run-page.ts";

let session: InspectorSession;
let second: RunningTenant;
let panel: PanelPage;
let run: RunPage;
let popup: PopupPage;

beforeAll(async () => {
  session = await openInspectorSession({ headless: true, port: 0 });
  second = await startTenant({ port: 0, demoPort: 0 });
  const { frame } = await openDemoPanel(session);
  panel = new PanelPage(frame);
  run = new RunPage(frame);
  popup = new PopupPage(await session.chromium.extensionPage("popup.html"));
  await session.options.page.bringToFront();
});
afterAll(async () => {
  await session?.close();
  await second?.stop();
});

/** Waits for the effects of earlier selections: the worker reports changes to pages in order. */
async function expectChosen(name: string): Promise<void> {
  await session.options.page.evaluate(() =>
    chrome.runtime.sendMessage({ command: "settings.export", request: {} }),
  );
  expect(await panel.tenantName()).toBe(name);
  expect(await popup.tenantName()).toBe(name);
}

test("keeps the tenant of panel and popup when another one is saved in the options", async () => {
  const { options } = session;
  await options.saveTenant({ domain: second.origin, clientId: demo.clientId, name: "second" });
  await options.expectChosen("second");
  await expectChosen(demo.tenantName);
});

test("keeps the tenant of panel and popup when another one is selected in the options", async () => {
  const { options } = session;
  for (const name of [demo.tenantName, "second"]) {
    await options.choose(name);
    await expectChosen(demo.tenantName);
  }
});

test("keeps the tenant of the options when another one is selected in panel or popup", async () => {
  const { options } = session;
  await options.choose(demo.tenantName);
  await popup.chooseTenant("second");
  await panel.expectTenant("second");
  await options.expectChosen(demo.tenantName);
  await panel.chooseTenant(demo.tenantName);
  await popup.expectTenant(demo.tenantName);
  await options.choose("second");
  await expectChosen(demo.tenantName);
});

test("opens the options with the tenant of panel and popup, or with the tenant of a link", async () => {
  const { chromium, options } = session;
  await popup.chooseTenant("second");
  await panel.expectTenant("second");
  const anew = new OptionsPage(await chromium.extensionPage("options.html"));
  await anew.expectChosen("second");
  await anew.page.close();
  await options.choose(demo.tenantName);
  const link = await chromium.extensionPage("popup.html");
  await link.getByRole("button", { name: "Open options" }).click();
  await options.expectChosen("second");
  await expectChosen("second");
});

test("removes the password of a form when another tenant is selected in the panel", async () => {
  await panel.chooseTenant(demo.tenantName);
  await run.choose("Login with a password");
  await run.enter({ "Email or username": demo.user.email, Password: demo.user.password });
  await panel.chooseTenant("second");
  await run.form().getByText("Secrets were removed from the form.").waitFor();
  const read = (label: string) => run.form().getByLabel(label, { exact: true }).inputValue();
  expect(await read("Password")).toBe("");
  expect(await read("Email or username")).toBe(demo.user.email);
});

test("forgets the runs and tokens of a forgotten tenant in an open panel, also if it is added again", async () => {
  const { options } = session;
  const offers = run.form().getByLabel("Access token: tokens of earlier runs");
  await panel.chooseTenant("second");
  await run.choose("Client credentials");
  await run.enter({
    "Client ID": demo.managementClientId,
    "Client secret": demo.managementClientSecret,
    Audience: `${second.origin}/api/v2/`,
  });
  await run.start();
  expect(await run.outcome()).toContain("The request returned.");
  await run.choose("User info");
  await offers.waitFor();
  await options.choose("second");
  await options.forgetTenant();
  await panel.expectTenant(demo.tenantName);
  expect(await run.endedOutcome(), "the run and its token are gone").toBeUndefined();
  await options.saveTenant({ domain: second.origin, clientId: demo.clientId, name: "second" });
  await panel.chooseTenant("second");
  expect(await offers.count()).toBe(0);
});

test("shows the tenant of panel and popup once the tenant of the options is forgotten", async () => {
  const { options } = session;
  await popup.chooseTenant(demo.tenantName);
  await panel.expectTenant(demo.tenantName);
  await options.choose("second");
  await options.forgetTenant();
  await options.expectChosen(demo.tenantName);
  await expectChosen(demo.tenantName);
});
