import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TenantControl } from "../../launch/tenant-control.ts";
import { waitFor } from "../../launch/wait-for.ts";
import type { ConsoleGuard } from "../browsers/console-entry.ts";
import { watchConsoles } from "../browsers/console-guard.ts";
import { readStoredEventIds } from "../pages/stored-events.ts";
import { watchWorker, type WorkerWatch } from "../pages/worker.ts";
import { openConnectionsStage, type ConnectionsStage } from "./connections-stage.ts";
import { plantNewerDatabase } from "./event-log-plants.ts";

const isNotOpened = "A newer version of this extension wrote the event log.";
const isHeld = "Another page of this extension blocks the deletion of the event log";

let stage: ConnectionsStage;
let control: TenantControl;
let watch: WorkerWatch;
let guard: ConsoleGuard;
let options: Page;

beforeAll(async () => {
  stage = await openConnectionsStage();
  guard = await watchConsoles(stage.chromium);
  watch = await watchWorker(stage.chromium);
  control = new TenantControl(stage.tenant.origin);
  await control.limit({ retainedEvents: 100_000, retainedEventBytes: 1024 ** 3 });
  options = await stage.chromium.extensionPage("options.html");
  await isListening();
});
afterAll(async () => {
  await watch?.end();
  await stage?.close();
});

const isListening = () =>
  stage.popup.page.locator(".stream-words", { hasText: "listening" }).waitFor();
const optionsWords = () => options.locator("main").innerText();
const popupWords = () => stage.popup.page.locator("main").innerText();

/**
 * Waits until an event of the tenant is stored. A deleted log starts after the stream is open
 * again, so the tenant emits events until one of them is stored.
 */
async function expectStored(): Promise<void> {
  const emitted = new Set<string>();
  await waitFor(
    async () => {
      for (const id of await control.emitEvents(1)) emitted.add(id);
      return (await readStoredEventIds(stage.popup.page)).some((id) => emitted.has(id));
    },
    { what: "an event to be stored" },
  );
}

/** Creates a database of an unknown version, with a page that blocks its deletion. */
async function holdNewerDatabase(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open("events");
        opening.addEventListener("success", () => {
          // The reference keeps the garbage collector from closing the connection.
          Object.assign(globalThis, { heldDatabase: opening.result });
          resolve();
        });
      }),
  );
}

async function pressRemove(): Promise<void> {
  const choice = options.getByText("Stay with this version");
  if ((await choice.count()) > 0) await choice.click();
  await options.getByRole("button", { name: "Remove stored events…" }).click();
  await options.getByRole("button", { name: "Remove events", exact: true }).click();
}

test("removes the stored events at any moment, also while others are being stored", async () => {
  for (let round = 0; round < 10; round += 1) {
    const emitting = control.emitEvents(1_000);
    for (let attempt = 0; attempt < 3; attempt += 1) await stage.command("events.reset", {});
    await emitting;
  }
  await expectStored();
  await isListening();
});

test("names the page that blocks the removal, and removes the events once that page is closed", async () => {
  const holder = await stage.chromium.extensionPage("event.html");
  await plantNewerDatabase(options);
  await holdNewerDatabase(holder);
  await control.emitEvents(1);
  await expect.poll(optionsWords).toContain(isNotOpened);

  await pressRemove();
  for (const words of [optionsWords, popupWords]) await expect.poll(words).toContain(isHeld);
  expect(await optionsWords()).toContain("Close the extension's other tabs and the DevTools");
  expect(await optionsWords()).not.toContain("Remove stored events…");

  await holder.close();
  await expect.poll(optionsWords).toContain("The stored events were removed");
  for (const words of [optionsWords, popupWords]) await expect.poll(words).not.toContain(isHeld);
  await expectStored();
  await isListening();
});

test("removes the events also if the worker ended while the removal was blocked", async () => {
  const holder = await stage.chromium.extensionPage("event.html");
  await plantNewerDatabase(options);
  await holdNewerDatabase(holder);
  await control.emitEvents(1);
  await expect.poll(optionsWords).toContain(isNotOpened);
  await pressRemove();
  await expect.poll(optionsWords).toContain(isHeld);

  const before = watch.starts();
  await watch.stop();
  await expect.poll(() => watch.starts()).toBeGreaterThan(before);
  // A new popup knows nothing, so its message comes from this worker.
  await stage.reopen();
  await expect.poll(popupWords).toContain(isHeld);
  await holder.close();
  for (const words of [optionsWords, popupWords]) await expect.poll(words).not.toContain(isHeld);
  await expectStored();
  await isListening();
});

test("throws nothing and writes no error to a console", async () => {
  const isBrowsers = /Failed to load resource|net::ERR_/;
  const entries = await guard.entries();
  expect(entries.filter(({ text }) => !isBrowsers.test(text))).toEqual([]);
  await guard.end();
});
