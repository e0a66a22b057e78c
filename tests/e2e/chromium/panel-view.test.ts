import type { Frame } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  openDemoPanel,
  openInspectorSession,
  type InspectorSession,
} from "../../launch/inspector-session.ts";
import { openPanel } from "../pages/chromium-devtools.ts";
import { PanelPage } from "../pages/panel-page.ts";
import { RunPage } from "../pages/run-page.ts";

let session: InspectorSession;

beforeAll(async () => {
  session = await openInspectorSession({ headless: true, port: 0 });
});
afterAll(() => session?.close());

const button = (panel: Frame, name: string) => panel.getByRole("button", { name, exact: true });

test("a new panel shows what was set in the one before", async () => {
  const { frame: first } = await openDemoPanel(session);
  await new RunPage(first).choose("Logout", "page");
  const page = new PanelPage(first);
  await page.openTab("Trace");
  await button(first, "Logout").click();
  await page.openTab("Events");
  const { options } = session;
  const read = () => options.page.evaluate(async () => await chrome.storage.local.get("panelView"));
  await expect.poll(read).toEqual({
    panelView: {
      tab: "events",
      flowChips: ["logout"],
      runs: { [session.tenant.origin]: { operation: "logout", way: "page" } },
    },
  });

  const inspected = await session.chromium.context.newPage();
  await inspected.goto(`${session.tenant.demoOrigins[0]}/`);
  const { frame: second } = await openPanel(session.chromium, inspected, "Tenant Inspector");
  await second.getByRole("tab", { name: "Events", selected: true }).waitFor();
  await new PanelPage(second).openTab("Run");
  const operation = second.getByLabel("Operation", { exact: true });
  await expect.poll(() => operation.inputValue()).toBe("logout");
  expect(await second.getByLabel("In the inspected page").isChecked()).toBe(true);
  await new PanelPage(second).openTab("Trace");
  await button(second, "Logout").and(second.locator("[aria-pressed=true]")).waitFor();
});
