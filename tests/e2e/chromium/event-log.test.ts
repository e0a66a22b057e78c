import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Page } from "playwright";
import { startTenant, type RunningTenant } from "../../../tenant/serve.ts";
import { StreamControl } from "../../soak/stream-control.ts";
import { builtAuthLibrary, builtExtension } from "../../launch/build-extension.ts";
import { demo } from "../../launch/demo.ts";
import { openDemoPanel } from "../../launch/inspector-session.ts";
import { openChromium, type OpenedChromium } from "../../launch/open-chromium.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { watchConsoles } from "../browsers/console-guard.ts";
import type { ConsoleGuard } from "../browsers/console-entry.ts";
import { OptionsPage } from "../pages/options-page.ts";
import { PanelPage } from "../pages/panel-page.ts";
import { isEventStored, readStoredEventIds } from "../pages/stored-events.ts";
import { watchWorker, type WorkerWatch } from "../pages/worker.ts";
import {
  hasGivenUpEvents,
  holdOldDatabase,
  plantNewerDatabase,
  plantRows,
  writeTooMuch,
} from "./event-log-plants.ts";

/** The free storage in bytes: less than the events need, more than an empty database needs. */
const roomLeft = 10_000_000;
/** The storage in bytes that the browser allows at first: more than the tests need. */
const firstQuota = 60_000_000;

let tenant: RunningTenant;
let chromium: OpenedChromium;
let control: TenantControl;
let streams: StreamControl;
let options: OptionsPage;
let popup: Page;
let panel: PanelPage;
let watch: WorkerWatch;
let guard: ConsoleGuard;
/** A page of an older version, which does not close the database for an upgrade. */
let oldPage: Page;

beforeAll(async () => {
  tenant = await startTenant({
    port: 0,
    demoPort: 0,
    authLibraryFile: builtAuthLibrary,
    limits: { retainedEvents: 100_000, retainedEventBytes: 1024 ** 3 },
  });
  control = new TenantControl(tenant.origin);
  streams = new StreamControl(tenant.origin);
  chromium = await openChromium({
    extensionDir: builtExtension.chromium,
    headless: true,
    startUrl: tenant.demoOrigins[0],
  });
  await limitStorage(firstQuota);
  guard = await watchConsoles(chromium);
  watch = await watchWorker(chromium);
  options = new OptionsPage(await chromium.extensionPage("options.html"));
  oldPage = await chromium.extensionPage("event.html");
  await holdOldDatabase(oldPage, tenant.origin);
  await options.saveTenant({
    domain: tenant.origin,
    clientId: demo.clientId,
    name: demo.tenantName,
  });
  await options.saveClientCredentials(demo.managementClientId, demo.managementClientSecret);
  popup = await chromium.extensionPage("popup.html");
  const session = { tenant, chromium, options, close: async () => {} };
  panel = new PanelPage((await openDemoPanel(session)).frame);
  await panel.openTab("Events");
});
afterAll(async () => {
  await watch?.end();
  await chromium?.close();
  await tenant?.stop();
});

const wordsOf = {
  panel: () => panel.document.locator("main").innerText(),
  popup: () => popup.locator("main").innerText(),
  options: () => options.page.locator("main").innerText(),
};

/** Expects the same message on every surface. */
async function expectEverywhere(sentence: string): Promise<void> {
  for (const read of Object.values(wordsOf)) await expect.poll(read).toContain(sentence);
}

async function expectNowhere(sentence: string, timeout = 30_000): Promise<void> {
  for (const read of Object.values(wordsOf))
    await expect.poll(read, { timeout }).not.toContain(sentence);
}

async function limitStorage(quotaSize?: number): Promise<void> {
  const cdp = await chromium.context.newCDPSession(chromium.firstPage);
  const origin = chromium.extensionOrigin;
  await cdp.send("Storage.overrideQuotaForOrigin", {
    origin,
    ...(quotaSize === undefined ? {} : { quotaSize }),
  });
}

async function restartWorker(): Promise<void> {
  const before = watch.starts();
  await watch.stop();
  await expect.poll(() => watch.starts()).toBeGreaterThan(before);
}

/** Waits for the last event: events are stored in their order. */
async function waitForLast(ids: readonly string[], timeout: number): Promise<void> {
  const last = { tenantId: tenant.origin, id: ids.at(-1) ?? "" };
  await expect.poll(() => isEventStored(options.page, last), { timeout }).toBe(true);
}

async function expectStored(ids: readonly string[], timeout = 30_000): Promise<void> {
  await waitForLast(ids, timeout);
  const stored = new Set(await readStoredEventIds(options.page));
  expect(ids.filter((id) => !stored.has(id))).toEqual([]);
}

describe("a database that a page of an older version holds open", () => {
  const sentence = "An older page of this extension blocks the event log.";

  test("is reported on every surface while everything else works", async () => {
    await expectEverywhere(sentence);
    await expect.poll(wordsOf.panel).toContain("events cannot be stored");
    await panel.openTab("Tokens");
    await expect.poll(wordsOf.panel).toContain("Paste a token");
    await panel.openTab("Events");
  });

  test("is upgraded with its content once that page is closed", async () => {
    const emitted = await control.emitEvents(3);
    await oldPage.close();
    await expectNowhere(sentence);
    await expect.poll(wordsOf.panel).toContain("stream: listening");
    await panel.filterEvents("evt_of_old");
    await panel.expectLines(1);
    await panel.filterEvents("");
    const later = await control.emitEvents(2);
    await expectStored(["evt_of_old", ...later]);
    expect(emitted).toHaveLength(3);
  });
});

describe("a database of an unknown newer version", () => {
  const sentence = "A newer version of this extension wrote the event log.";

  test("is reported on every surface, and is not changed", async () => {
    await plantNewerDatabase(options.page);
    await control.emitEvents(1);
    await expectEverywhere(sentence);
    const versions = await options.page.evaluate(() => indexedDB.databases());
    expect(versions).toContainEqual({ name: "events", version: 99 });
  });

  test("is deleted by its button as the second choice, and the stream starts again", async () => {
    await options.page.getByText("Stay with this version").click();
    await options.page.getByRole("button", { name: "Remove stored events…" }).click();
    await options.page.getByRole("button", { name: "Remove events", exact: true }).click();
    await options.page.getByText("The stored events were removed").waitFor();
    await expectNowhere(sentence);
    await expect.poll(wordsOf.panel).toContain("stream: listening");
    const emitted = await control.emitEvents(5);
    await expectStored(emitted);
    await expect.poll(async () => (await panel.eventRows()).length).toBeGreaterThanOrEqual(5);
  });
});

describe("damaged rows", () => {
  test("are shown with their remaining fields among the other rows", async () => {
    const emitted = await control.emitEvents(3);
    await expectStored(emitted);
    await plantRows(options.page, "events", [
      { tenantId: tenant.origin, sequence: 2, id: "evt_damaged", envelope: "junk", type: 7 },
    ]);
    await restartWorker();
    // A new panel reads the event again; the open panel would show the cached event.
    await panel.document.goto(panel.document.url());
    await panel.openTab("Events");
    await expect.poll(wordsOf.panel).toContain("stream: listening");
    const damaged = panel.document.getByRole("option", { name: /unknown/ });
    await damaged.click();
    await expect.poll(() => panel.eventDetail()).toContain("is damaged on this device");
    const detail = await panel.eventDetail();
    expect(detail).toContain("Missing or unreadable: type, payload, time of arrival.");
    expect(detail).not.toContain("1970");
    await panel.document.getByRole("button", { name: "Close details" }).click();
    await expectStored(await control.emitEvents(1));
  });

  test("of the stream position are restored from the events, with a mark and without a loss", async () => {
    const before = await readStoredEventIds(options.page);
    await plantRows(options.page, "tenants", [
      { tenantId: tenant.origin, lastSequence: "many", cursor: 7 },
    ]);
    const emitted = await control.emitEvents(4);
    await expectStored(emitted);
    await expect
      .poll(wordsOf.panel)
      .toContain(
        "was damaged and was restored from the events. No event is missing because of this",
      );
    await expect.poll(wordsOf.panel).toContain("stream: listening");
    const after = await readStoredEventIds(options.page);
    expect(after.length).toBe(before.length + 4);
  });
});

describe("a browser without free storage", () => {
  test(
    "keeps the newest events: the oldest are deleted with a mark, and nothing hangs",
    { timeout: 240_000 },
    async () => {
      onTestFinished(() => limitStorage());
      const usage = await options.page.evaluate(
        async () => (await navigator.storage.estimate()).usage ?? 0,
      );
      await limitStorage(usage + roomLeft);
      expect(await writeTooMuch(options.page, firstQuota)).toBe("QuotaExceededError");
      const received = await readStoredEventIds(options.page);
      const receiveMore = async (): Promise<void> => {
        const emitted = await control.emitEvents(1_000);
        received.push(...emitted);
        await waitForLast(emitted, 60_000);
      };
      // The browser checks the quota only at times, so the number of events is unknown before.
      await waitFor(
        async () => {
          await receiveMore();
          return await hasGivenUpEvents(options.page);
        },
        { what: "events to be deleted", timeout: 180_000 },
      );
      await receiveMore();
      // How many are deleted depends on when the browser compacts its files: no newer event is
      // deleted before an older one.
      const kept = await readStoredEventIds(options.page);
      expect(kept).toEqual(received.slice(-kept.length));
      expect(kept.length).toBeLessThan(received.length);
      expect(kept.length).toBeGreaterThan(1_000);
      await expect.poll(wordsOf.panel).toContain("stream: listening");
      // A list with deleted rows would jump back to its top.
      await waitFor(
        async () => {
          const stored = await readStoredEventIds(options.page);
          return (await panel.expectUnfiltered()) === stored.length;
        },
        { what: "the panel to list the stored events" },
      );
      await panel.document.getByRole("listbox").evaluate((list) => {
        list.scrollTop = list.scrollHeight;
      });
      await expect
        .poll(wordsOf.panel)
        .toContain("most recently because the browser's storage was full");
    },
  );
});

describe("two panels, a popup and the options page", () => {
  test(
    "share one stream, also while the worker is restarted ten times",
    { timeout: 240_000 },
    async () => {
      const second = await chromium.context.newPage();
      await second.goto(tenant.demoOrigins[1]);
      await openDemoPanel({
        tenant,
        chromium: { ...chromium, firstPage: second },
        options,
        close: async () => {},
      });
      await waitFor(async () => (await streams.countOpenStreams()) === 1, {
        what: "one stream to be open",
      });
      const before = await streams.countStreams();
      const emitted: string[] = [];
      for (let round = 0; round < 10; round += 1) {
        emitted.push(...(await control.emitEvents(5)));
        await restartWorker();
        // The tenant may detect the end of a worker after the start of the next one. Its count of
        // open streams is reliable only after the new worker has connected.
        const wanted = before + round + 1;
        await waitFor(
          async () =>
            (await streams.countStreams()) >= wanted && (await streams.countOpenStreams()) === 1,
          { what: "the stream to be open again" },
        );
      }
      await expectStored(emitted);
      // One connection for each worker: only the holder of the lock connected.
      expect((await streams.countStreams()) - before).toBe(10);
    },
  );
});

test("throws nothing and writes no error to a console", async () => {
  const isBrowsers = /Failed to load resource|net::ERR_/;
  const entries = await guard.entries();
  expect(entries.filter(({ text }) => !isBrowsers.test(text))).toEqual([]);
  await guard.end();
});
