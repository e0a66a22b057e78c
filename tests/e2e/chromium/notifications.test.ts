import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTenant, type RunningTenant } from "../../../tenant/serve.ts";
import { builtExtension } from "../../launch/build-extension.ts";
import { demo } from "../../launch/demo.ts";
import { openChromium, type OpenedChromium } from "../../launch/open-chromium.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import {
  clickNotification,
  noSessionBus,
  waitForNoNotification,
} from "../pages/chromium-notification.ts";
import { answerPermissionPrompt } from "../pages/chromium-permission-prompt.ts";
import { OptionsPage } from "../pages/options-page.ts";
import { readStoredEventIds } from "../pages/stored-events.ts";
import { openVirtualScreen, type VirtualScreen } from "../pages/virtual-screen.ts";
import { watchWorker } from "../pages/worker.ts";

let screen: VirtualScreen;
let tenant: RunningTenant;
let control: TenantControl;
let chromium: OpenedChromium;
let options: OptionsPage;
let popup: Page;
let stream: Locator;

beforeAll(async () => {
  screen = await openVirtualScreen();
  tenant = await startTenant({ port: 0, demoPort: 0 });
  control = new TenantControl(tenant.origin);
  chromium = await openChromium({
    extensionDir: builtExtension.chromium,
    headless: false,
    env: { ...screen.env, ...noSessionBus },
  });
  options = new OptionsPage(await chromium.extensionPage("options.html"));
  await options.saveTenant({
    domain: tenant.origin,
    clientId: demo.clientId,
    name: demo.tenantName,
  });
  await options.saveClientCredentials(demo.managementClientId, demo.managementClientSecret);
  popup = await chromium.extensionPage("popup.html");
  await popup.locator(".stream-words", { hasText: "listening" }).waitFor();
  await options.openSection("stream");
  stream = options.page.getByRole("form", { name: "Event stream" });
  await stream.getByText(/^Rules by type/).click();
  await options.page.bringToFront();
});
beforeEach(async () => {
  await clearNotifications();
  await waitForNoNotification(screen);
});
afterAll(async () => {
  await chromium?.close();
  await tenant?.stop();
  await screen?.close();
});

const clearNotifications = () =>
  options.page.evaluate(async () => {
    const shown = (await chrome.notifications?.getAll()) ?? {};
    await Promise.all(Object.keys(shown).map((id) => chrome.notifications.clear(id)));
  });
const notifications = () =>
  options.page.evaluate(async () => Object.keys((await chrome.notifications?.getAll()) ?? {}));
/** Returns the event of the notification, from the worker's storage. */
const readNotified = () => options.page.evaluate(() => chrome.storage.session.get("notified"));
const isAllowed = () =>
  options.page.evaluate(() => chrome.permissions.contains({ permissions: ["notifications"] }));
const streamSays = async (words: string) => (await stream.innerText()).includes(words);
const newest = () => popup.locator(".newest li").first().innerText();
const ask = (name: "Allow notifications" | "Ask again") => stream.getByRole("button", { name });

async function save(): Promise<void> {
  await stream.getByRole("button", { name: "Save preferences" }).click();
  await stream.getByText("Preferences saved.").waitFor();
}

async function chooseRule(type: string, rule: "badge" | "notify" | "quiet"): Promise<void> {
  await stream.getByLabel(type, { exact: true }).selectOption(rule);
}

let users = 0;

/** Creates a user, so that the tenant emits `user.created`; waits until the popup lists it. */
async function createUser(): Promise<{ email: string; eventId: string }> {
  users += 1;
  const email = `notified-${users}@example.com`;
  const { eventId } = await control.createUser(email);
  await expect.poll(newest).toContain(email);
  return { email, eventId };
}

/** Clicks the only notification, and reads the page that opens. */
async function expectToOpen(email: string): Promise<void> {
  const opened = chromium.context.waitForEvent("page");
  await clickNotification(screen);
  const page = await opened;
  await page.getByText(email).first().waitFor();
  expect(page.url()).toContain(`${chromium.extensionOrigin}/event.html#`);
  await page.close();
  await options.page.bringToFront();
}

/** Waits for a later event, after which a notification of the first one would be visible. */
async function expectNone(): Promise<void> {
  await createUser();
  await control.emit({ type: "group.created" });
  await expect.poll(newest).toContain("group.created");
  expect(await notifications()).toEqual([]);
}

describe("the browser's permission for notifications", () => {
  test("is requested by a click once a rule needs it; a denial is reported with the way to change it", async () => {
    await chooseRule("user.created", "notify");
    await save();
    expect(await streamSays("events with a notification rule are only counted on the badge")).toBe(
      true,
    );
    await expectNone();
    await answerPermissionPrompt(screen, ask("Allow notifications"), "deny", () =>
      streamSays("Notifications are off."),
    );
    expect(await isAllowed()).toBe(false);
    await expectNone();
    await answerPermissionPrompt(screen, ask("Ask again"), "allow", () =>
      streamSays("Notifications are allowed."),
    );
    expect(await isAllowed()).toBe(true);
  });
});

describe("an event of a type with a notification", () => {
  test("shows one notification, and a click on it opens the event", async () => {
    const { email } = await createUser();
    await expect.poll(notifications).toEqual([`events of ${tenant.origin}`]);
    await expectToOpen(email);
  });

  test("shows one notification for a burst, and a click on it opens the newest event", async () => {
    await createUser();
    await createUser();
    const { email, eventId } = await createUser();
    // The notification of the earlier events exists, and changes at the earliest after a second.
    const sequence = (await readStoredEventIds(options.page)).indexOf(eventId) + 1;
    await expect.poll(readNotified).toMatchObject({ notified: { [tenant.origin]: { sequence } } });
    await expect.poll(notifications).toHaveLength(1);
    await expectToOpen(email);
  });

  test("opens the event by a click also after the worker has ended", async () => {
    const watch = await watchWorker(chromium);
    const { email } = await createUser();
    await expect.poll(notifications).toHaveLength(1);
    await watch.stop();
    await watch.end();
    await expectToOpen(email);
  });

  test("shows no notification in the quiet hours", async () => {
    const hours = await options.page.evaluate(() =>
      [-1, 1].map((offset) => {
        const time = new Date(Date.now() + offset * 3_600_000);
        return `${String(time.getHours()).padStart(2, "0")}:${String(time.getMinutes()).padStart(2, "0")}`;
      }),
    );
    const [from = "", to = ""] = hours;
    const quiet = stream.getByLabel("Pause notifications during quiet hours");
    await quiet.check();
    await stream.getByLabel("From", { exact: true }).fill(from);
    await stream.getByLabel("Until", { exact: true }).fill(to);
    await save();
    await expectNone();
    await quiet.uncheck();
    await save();
  });

  test("shows no notification after its rule was set to quiet", async () => {
    await chooseRule("user.created", "quiet");
    await save();
    await expectNone();
    await chooseRule("user.created", "notify");
    await save();
  });
});

describe("a permission that is removed", () => {
  test("is reported on the page at once, and once it is granted again a click opens the event", async () => {
    await options.page.evaluate(() =>
      chrome.permissions.remove({ permissions: ["notifications"] }),
    );
    await ask("Allow notifications").waitFor();
    await createUser();
    // Chromium does not ask again for a permission that the user granted and did not remove.
    await ask("Allow notifications").click();
    await stream.getByText("Notifications are allowed.").waitFor();
    expect(await notifications(), "an event of the meantime is not reported late").toEqual([]);
    const { email } = await createUser();
    await expect.poll(notifications).toHaveLength(1);
    await expectToOpen(email);
  });
});

test("forgetting the tenant dismisses its notification", async () => {
  await createUser();
  await expect.poll(notifications).toHaveLength(1);
  await options.page.evaluate(
    (tenantId) => chrome.runtime.sendMessage({ command: "tenant.forget", request: { tenantId } }),
    tenant.origin,
  );
  expect(await notifications()).toEqual([]);
});
