import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { waitFor } from "../../launch/wait-for.ts";
import { readStoredEventIds } from "../pages/stored-events.ts";
import { FirefoxEventPage } from "../pages/firefox-worker.ts";
import { openFirefoxSession, setUpInspector, type FirefoxSession } from "./firefox-session.ts";

/** The alarm fires every 30 s; a loaded machine may add to it. */
const revival = 60_000;

let session: FirefoxSession;
let worker: FirefoxEventPage;
const emitted: string[] = [];

beforeAll(async () => {
  session = await openFirefoxSession();
  worker = new FirefoxEventPage(session.firefox);
  const options = await setUpInspector(session);
  // No page of the add-on is open from here on: only the alarm can restart the event page.
  await options.page.close();
});
afterEach(async () => {
  await session.guard.expectNone();
});
afterAll(async () => {
  await session?.close();
});

async function emit(count: number): Promise<void> {
  emitted.push(...(await session.control.emitEvents(count)));
}

/** Reads the number of unread events from the tooltip, which counts beyond the badge's 99+. */
async function readUnread(): Promise<number> {
  return Number(/(\d+) unread/.exec((await worker.toolbarButton()).title)?.[1] ?? 0);
}

async function waitForUnread(count: number): Promise<void> {
  await waitFor(async () => (await readUnread()) === count, {
    what: `the toolbar button to show ${count} unread events`,
    timeout: revival,
  });
}

async function expectEachStoredOnce(): Promise<void> {
  const page = await session.firefox.extensionPage("options.html");
  const stored = await readStoredEventIds(page);
  await page.close();
  expect(stored.toSorted()).toEqual(emitted.toSorted());
}

/** Returns the later requests for the event stream with a response, oldest first. */
async function readStreamRequests(after: number) {
  const entries = await session.control.log(after);
  return entries.filter(({ path, status }) => path === "/api/v2/events" && status === 200);
}

test("a new user at the tenant appears on the badge and is stored", async () => {
  const { eventId } = await session.control.createUser("new.hire@example.com");
  emitted.push(eventId);
  await waitForUnread(1);
  expect((await worker.toolbarButton()).text).toBe("1");
  await expectEachStoredOnce();
});

test("the alarm restarts an event page that Firefox stopped, and no event is lost", async () => {
  const before = await session.control.logEnd();
  // Not earlier: on a busy machine, such a short time can pass while a command is in flight.
  await worker.setIdleTimeout(2_000);
  await worker.waitUntil("stopped", revival);
  await worker.setIdleTimeout(30_000);
  await emit(10);
  await worker.waitUntil("running", revival);
  await waitForUnread(11);
  // There are several if the alarm fired before the longer time was set.
  const requests = await readStreamRequests(before);
  expect(requests.length).toBeGreaterThan(0);
  for (const { query } of requests) expect(query).toEqual([["from", "(hidden)"]]);
  await expectEachStoredOnce();
});

test("an event page that receives events outlives its idle limit with the one open stream", async () => {
  const idle = 8_000;
  await worker.setIdleTimeout(idle);
  const unread = await readUnread();
  const before = await session.control.logEnd();
  // The button shows a new number at most once a second, so each round takes about a second.
  for (let round = 1; round <= (3 * idle) / 1_000; round += 1) {
    await emit(1);
    await waitForUnread(unread + round);
  }
  expect(await readStreamRequests(before)).toEqual([]);
  expect(await worker.state()).toBe("running");
  await worker.setIdleTimeout(30_000);
});

/** Emits events before, while and after `end` stops the event page. */
async function emitWhile(end: () => Promise<void>): Promise<void> {
  const unread = await readUnread();
  const state = { hasEnded: false };
  const ending = async () => {
    await waitFor(async () => (await readUnread()) > unread, {
      what: "the first of the events to arrive",
    });
    await end().finally(() => {
      state.hasEnded = true;
    });
  };
  const flowing = async () => {
    while (!state.hasEnded) await emit(3);
    await emit(20);
  };
  await Promise.all([ending(), flowing()]);
}

test.each([
  ["ended by Firefox", () => worker.terminate()],
  ["killed with its process", () => worker.killProcess()],
])(
  "an event page that is %s while events arrive resumes from the cursor without loss or duplicate",
  async (_how, end) => {
    const before = await session.control.logEnd();
    await emitWhile(end);
    await waitForUnread(emitted.length);
    const [resumed] = await readStreamRequests(before);
    expect(resumed?.query).toEqual([["from", "(hidden)"]]);
    await expectEachStoredOnce();
  },
);
