import { readFile } from "node:fs/promises";
import type { Frame, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import {
  openDemoPanel,
  openInspectorSession,
  type InspectorSession,
} from "../../launch/inspector-session.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { PanelPage } from "../pages/panel-page.ts";

const eventCount = 10_000;

let session: InspectorSession;
let devtools: Page;
let frame: Frame;
let panel: PanelPage;
const emitted: string[] = [];

beforeAll(async () => {
  session = await openInspectorSession({ headless: true, port: 0 });
  const control = new TenantControl(session.tenant.origin);
  await control.limit({ retainedEvents: 100_000, retainedEventBytes: 1024 ** 3 });
  ({ devtools, frame } = await openDemoPanel(session));
  panel = new PanelPage(frame);
  await panel.openTab("Events");
  await panel.expectStream("listening");
  emitted.push(...(await control.emitEvents(eventCount)));
  await waitFor(async () => (await panel.eventCount()).startsWith(`${emitted.length} events`), {
    what: "all events to be stored and listed",
    timeout: 90_000,
  });
  await frame.getByRole("button", { name: "Export…" }).click();
});
afterAll(() => session?.close());

/** Records the progress text of an export at each frame until the export ends. */
async function watchProgress(): Promise<void> {
  await frame.evaluate(() => {
    const drawn: number[] = [];
    const look = () => {
      const value = document.querySelector("progress")?.value;
      if (value !== undefined && value !== drawn.at(-1)) drawn.push(value);
      requestAnimationFrame(look);
    };
    look();
    Object.assign(globalThis, { drawnProgress: drawn });
  });
}

const drawnSchema = z.array(z.number());

async function readProgress(): Promise<number[]> {
  const drawn: unknown = await frame.evaluate((): unknown =>
    Reflect.get(globalThis, "drawnProgress"),
  );
  return drawnSchema.parse(drawn);
}

/**
 * Starts an export and cancels it once its progress is shown. Runs in the page, because a click
 * from outside may arrive after the end of the export.
 */
async function cancelUnderWay(): Promise<{ done: number; total: number }> {
  return await frame.evaluate(
    () =>
      new Promise<{ done: number; total: number }>((resolve) => {
        const press = (name: string) => {
          const buttons = [...document.querySelectorAll<HTMLElement>("form button")];
          buttons.find(({ textContent }) => textContent === name)?.click();
        };
        const observer = new MutationObserver(() => {
          const { value: done = 0, max: total = 0 } = document.querySelector("progress") ?? {};
          if (done === 0) return;
          observer.disconnect();
          press("Cancel");
          resolve({ done, total });
        });
        observer.observe(document.body, { attributes: true, childList: true, subtree: true });
        press("Preview export");
      }),
  );
}

test("saves nothing if an export of 10,000 events is cancelled while it runs", async () => {
  const { done, total } = await cancelUnderWay();
  expect(total).toBe(emitted.length);
  expect(done).toBeLessThan(total);
  await frame.getByText("Export cancelled. No file was saved.").waitFor();
  expect(await frame.getByRole("button", { name: "Preview export" }).count()).toBe(1);
});

test("shows the progress of an export, keeps the page responsive, and writes every event", async () => {
  await watchProgress();
  await frame.getByRole("button", { name: "Preview export" }).click();
  const save = frame.getByRole("button", { name: "Save file" });
  await save.waitFor({ timeout: 90_000 });
  const progress = await readProgress();
  expect(progress.length).toBeGreaterThan(20);
  expect(progress).toEqual(progress.toSorted((one, other) => one - other));

  const saving = devtools.waitForEvent("download");
  await save.click();
  const lines = (await readFile(await (await saving).path(), "utf8")).trimEnd().split("\n");
  const ids = lines.flatMap((line) => /"id":"(evt_\w+)"/.exec(line)?.[1] ?? []);
  expect(ids).toHaveLength(emitted.length);
  expect(ids.toSorted()).toEqual(emitted.toSorted());
  expect(lines.at(-1)).toContain(`"written":${emitted.length}`);
  await frame.getByText(`${emitted.length} events saved.`).waitFor();
});
