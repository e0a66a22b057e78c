import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTenant } from "../../../tenant/serve.ts";
import { demo } from "../../launch/demo.ts";
import { openDemoPanel, openInspectorSession } from "../../launch/inspector-session.ts";
import type { InspectorSession } from "../../launch/inspector-session.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { watchConsoles } from "../browsers/console-guard.ts";
import type { ConsoleGuard } from "../browsers/console-entry.ts";
import { PanelPage } from "../pages/panel-page.ts";
import { readStoredEventIds } from "../pages/stored-events.ts";
import { watchWorker, type WorkerWatch } from "../pages/worker.ts";
import { startSmallTenant, type SmallTenant } from "./small-tenant.ts";

/** Longer than the longest back-off after an interruption of a minute. */
const resumption = 60_000;

let session: InspectorSession;
let control: TenantControl;
let guard: ConsoleGuard;
let watch: WorkerWatch;
let panel: PanelPage;
/** The ids of all emitted events, oldest first. */
const emitted: string[] = [];

beforeAll(async () => {
  session = await openInspectorSession({ headless: true, port: 0 });
  control = new TenantControl(session.tenant.origin);
  guard = await watchConsoles(session.chromium);
  watch = await watchWorker(session.chromium);
  panel = new PanelPage((await openDemoPanel(session)).frame);
  await panel.openTab("Events");
  await control.untilListened();
});
afterAll(async () => {
  await watch?.end();
  await session?.close();
});

const panelWords = () => panel.document.locator("main").innerText();

async function expectWords(words: string, timeout = 15_000): Promise<void> {
  await expect.poll(panelWords, { timeout }).toContain(words);
}

async function expectRows(count: number): Promise<void> {
  await expect.poll(async () => (await panel.eventRows()).length).toBe(count);
}

/** Ends the worker, and waits for the next one. */
async function restartWorker(): Promise<void> {
  const before = watch.starts();
  await watch.stop();
  await expect.poll(() => watch.starts()).toBeGreaterThan(before);
}

async function emit(count: number): Promise<void> {
  emitted.push(...(await control.emitEvents(count)));
}

async function expectNothingLost(): Promise<void> {
  await expect
    .poll(async () => (await readStoredEventIds(session.options.page)).toSorted())
    .toEqual(emitted.toSorted());
}

describe("a worker that is killed while the panel is open", () => {
  test("restarts automatically, and the panel shows its state and new events", async () => {
    await emit(3);
    await expectRows(3);
    await restartWorker();
    await expectWords("stream: listening");
    await expectRows(3);
    await emit(2);
    await expectRows(5);
    await expectNothingLost();
  });
});

describe("a tenant that stops during its stream", () => {
  test("is reported with a message, the stored events and a button to retry now", async () => {
    await session.tenant.stop();
    await expectWords("The event stream is interrupted.");
    await expectWords("no connection, retry in");
    await expectRows(5);
    // The button is absent during each attempt.
    await panel.document.getByRole("button", { name: "retry now" }).waitFor();
  });

  test(
    "is followed again automatically once it runs again, with other keys and an empty log",
    { timeout: 120_000 },
    async () => {
      const { origin } = session.tenant;
      const back = await startTenant({ port: Number(new URL(origin).port), demoPort: 0 });
      expect(back.origin).toBe(origin);
      session.tenant = back;
      await expectWords("stream: listening", resumption);
      await expect.poll(panelWords).not.toContain("The event stream is interrupted.");
      await emit(2);
      await expectRows(7);
      await expectNothingLost();
    },
  );
});

describe("unreadable stored settings", () => {
  const damaged = { version: 2, tenants: [{ id: 7, origin: "javascript:alert(1)" }] };
  const sentence = 'Could not read the stored setting "settings". It was not changed';

  test("are reported on every surface, and not changed", async () => {
    const { page } = session.options;
    await page.evaluate((settings) => chrome.storage.local.set({ settings }), damaged);
    await restartWorker();

    await expectWords(sentence);
    await panel.openTab("Run");
    await expectWords(sentence);
    expect(await panelWords()).not.toContain("No tenants yet");
    await expect.poll(() => page.locator("main").innerText()).toContain(sentence);
    const popup = await session.chromium.extensionPage("popup.html");
    await expect.poll(() => popup.locator("main").innerText()).toContain(sentence);
    await popup.close();
    const stored = await page.evaluate(() => chrome.storage.local.get("settings"));
    expect(stored).toEqual({ settings: damaged });
  });

  test("are reset after a copy is saved, and a tenant that is added again has its events", async () => {
    const { options, tenant } = session;
    await options.page.getByRole("button", { name: "Save a copy" }).click();
    await options.page.getByRole("button", { name: "Reset the settings" }).click();
    await options.page.getByText("The settings were reset.").waitFor();
    const domain = tenant.origin;
    expect(await options.saveTenant({ domain, clientId: demo.clientId })).toContain("Tenant saved");
    await expect.poll(panelWords).not.toContain(sentence);
    await options.saveClientCredentials(demo.managementClientId, demo.managementClientSecret);
    await expectWords("stream: listening");
    await emit(1);
    await panel.openTab("Events");
    await expect.poll(async () => (await panel.eventRows()).length).toBeGreaterThan(0);
    await expectNothingLost();
  });
});

describe("a stream with invalid messages", () => {
  let small: SmallTenant;

  beforeAll(async () => {
    small = await startSmallTenant();
    const { options } = session;
    await options.saveTenant({ domain: small.origin, clientId: "any", name: "small" });
    await options.saveClientCredentials("any", "any-secret");
    await waitFor(() => small.streamCount() === 1, { what: "the stream to be opened" });
  });
  afterAll(() => small?.stop());

  const frame = (message: unknown) => `data: ${JSON.stringify(message)}\n\n`;

  test("continues, shows the readable events and reports the invalid ones", async () => {
    await panel.chooseTenant("small");
    small.send("data: {not json\n\n");
    small.send("\u0000\u0001\uFFFD garbage: without any meaning\n\n");
    small.send(frame(["neither", "event", "nor", "cursor"]));
    small.send(frame({ type: "user.created", offset: "o1", event: { id: 1, data: "no payload" } }));
    small.send("retry: soon\n\n");
    small.send(
      frame({ type: "<img src=x>", offset: "o2", event: { id: "e2", type: "<img src=x>" } }),
    );
    await expectRows(2);
    await panel.expectNewest("<img src=x> does not match its schema");
    expect(await panel.document.locator("img").count()).toBe(0);
    await panel.openEvent(1);
    await expectWords("This event does not match its schema. It is stored unchanged.");
    await expectWords('data: "no payload"');
    await expectWords("stream: listening");
    expect(small.streamCount()).toBe(1);
  });

  test("continues after a frame above the size limit", async () => {
    small.send(`data: ${"x".repeat(3 * 1024 * 1024)}`);
    small.send(`${"x".repeat(3 * 1024 * 1024)}\n\n`);
    small.send(
      frame({ type: "user.created", offset: "o3", event: { id: "e3", type: "user.created" } }),
    );
    await expectRows(3);
    await expectWords("stream: listening");
  });
});

test("throws no exception and writes no error to a console", async () => {
  // The browser logs each failed request itself. These are not errors of the extension.
  const isBrowsers = /Failed to load resource|net::ERR_/;
  const entries = await guard.entries();
  expect(entries.filter(({ text }) => !isBrowsers.test(text))).toEqual([]);
  await guard.end();
});
