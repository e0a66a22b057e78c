import { afterAll, beforeAll, expect, it } from "vitest";
import { startTenant, type RunningTenant } from "../../../tenant/serve.ts";
import { demo } from "../../launch/demo.ts";
import {
  openDemoPanel,
  openInspectorSession,
  type InspectorSession,
} from "../../launch/inspector-session.ts";
import { PanelPage } from "../pages/panel-page.ts";

let session: InspectorSession;
let second: RunningTenant;
let panel: PanelPage;

beforeAll(async () => {
  session = await openInspectorSession({ headless: true, port: 0 });
  second = await startTenant({ port: 0, demoPort: 0 });
  panel = new PanelPage((await openDemoPanel(session)).frame);
});
afterAll(async () => {
  await session?.close();
  await second?.stop();
});

it("switches panel and popup to the tenant that is chosen in the options, and back", async () => {
  const { options, chromium } = session;
  const popup = await chromium.extensionPage("popup.html");
  const chosen = popup.getByLabel("Tenant", { exact: true }).locator("option:checked");
  await options.page.bringToFront();
  await options.saveTenant({ domain: second.origin, clientId: demo.clientId, name: "second" });
  for (const name of [demo.tenantName, "second", demo.tenantName]) {
    await options.choose(name);
    await panel.expectTenant(name);
    await expect.poll(() => chosen.textContent()).toBe(name);
  }
});
