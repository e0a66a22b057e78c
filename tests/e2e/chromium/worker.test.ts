import type { Worker } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openInspectorSession, type InspectorSession } from "../../launch/inspector-session.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { readStoredEventIds } from "../pages/stored-events.ts";
import { getWorker, watchWorker, type WorkerWatch } from "../pages/worker.ts";
import { watchConsoles } from "../browsers/console-guard.ts";

/** The alarm fires at most every 30 s, and later on a loaded machine. */
const revival = 75_000;

let session: InspectorSession;
let control: TenantControl;
let watch: WorkerWatch;

beforeAll(async () => {
  session = await openInspectorSession({ headless: true, port: 0 });
  control = new TenantControl(session.tenant.origin);
  await control.untilListened();
  watch = await watchWorker(session.chromium);
});
afterAll(async () => {
  await watch?.end();
  await session?.close();
});

/** Ends the worker, and waits for the alarm, which alone can restart it. */
async function killAndAwaitAlarm(): Promise<Worker> {
  const startsBefore = watch.starts();
  await watch.stop();
  await waitFor(() => watch.starts() > startsBefore && watch.status() === "running", {
    what: "the alarm to start the worker again",
    timeout: revival,
  });
  return await getWorker(session.chromium);
}

async function badgeOf(worker: Worker): Promise<{ text: string; title: string }> {
  return await worker.evaluate(async () => ({
    text: await chrome.action.getBadgeText({}),
    title: await chrome.action.getTitle({}),
  }));
}

async function waitForUnread(worker: Worker, count: number): Promise<void> {
  await waitFor(async () => (await badgeOf(worker)).title.includes(`${count} unread events`), {
    what: `the toolbar button to tell of ${count} unread events`,
  });
}

test(
  "200 events survive three killed workers with no page open: each is stored once, and the badge is correct",
  { timeout: 360_000 },
  async () => {
    const guard = await watchConsoles(session.chromium);
    const emitted: string[] = [];
    const emit = async (count: number) => {
      emitted.push(...(await control.emitEvents(count)));
    };
    await session.options.page.close();
    expect(
      session.chromium.context.pages().filter((page) => page.url().startsWith("chrome-extension:")),
    ).toEqual([]);

    // The first worker dies between the storage and the badge: it never updates the badge.
    let worker = await getWorker(session.chromium);
    await emit(15);
    await waitForUnread(worker, 15);
    await worker.evaluate(() => {
      const held = () => {
        Object.assign(globalThis, { isBadgeHeld: true });
        return new Promise<void>(() => {});
      };
      for (const name of ["chrome", "browser"]) {
        const api: unknown = Reflect.get(globalThis, name);
        if (typeof api === "object" && api !== null && "action" in api) {
          Object.assign(Object(api.action), { setBadgeText: held });
        }
      }
    });
    await emit(25);
    await waitFor(() => worker.evaluate(() => Reflect.has(globalThis, "isBadgeHeld")), {
      what: "the worker to have stored the events and reached for the badge",
    });
    expect(await badgeOf(worker)).toMatchObject({ text: "15" });
    worker = await killAndAwaitAlarm();
    await waitForUnread(worker, 40);
    expect(await badgeOf(worker)).toMatchObject({ text: "40" });

    // The second and third die while events arrive.
    for (const total of [120, 200]) {
      const flowing = emit(total - emitted.length - 20);
      const [revived] = await Promise.all([killAndAwaitAlarm(), flowing]);
      await emit(20);
      worker = revived;
      await waitForUnread(worker, total);
    }
    expect(await badgeOf(worker)).toMatchObject({ text: "99+" });

    const page = await session.chromium.extensionPage("options.html");
    const stored = await readStoredEventIds(page);
    expect(emitted).toHaveLength(200);
    expect(stored.toSorted()).toEqual(emitted.toSorted());
    await guard.expectNone();
    await guard.end();
  },
);
