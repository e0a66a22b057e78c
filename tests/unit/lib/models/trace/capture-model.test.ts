import { effect } from "@preact/signals";
import { describe, expect, test } from "vitest";
import { CaptureModel } from "../../../../../lib/models/trace/capture-model.ts";
import { entryOf, exchangesOf, type EntryFacts } from "../../trace/entries.ts";
import { createFakeCapturePort } from "./fake-capture-port.ts";

const login = "https://login.example/authorize?response_type=code&client_id=app&state=s";
const token: EntryFacts = {
  url: "https://login.example/oauth/token",
  form: { grant_type: "authorization_code", code: "c" },
  origin: "https://app.example",
  dest: "empty",
  responseHeaders: { "Content-Type": "application/json" },
  answer: null,
};

/** Opens a capture whose first snapshot is read. */
async function openCapture(given: { doSnapshotsDisturb?: boolean } = {}) {
  const browser = createFakeCapturePort(given);
  const model = new CaptureModel(browser.port);
  await browser.pass(200);
  const urls = () => model.exchanges.value.map(({ url }) => url);
  const bodies = () =>
    model.exchanges.value.map(({ responseBody: body }) =>
      body.state === "text" ? body.text : body.state,
    );
  return { browser, model, urls, bodies };
}

describe("events", () => {
  test("lists requests by their start, though the browser reports them by their end", async () => {
    const { browser, urls } = await openCapture();
    browser.finish({ url: "https://app.example/callback", at: 300 });
    browser.finish({ url: login, at: 200 });
    await browser.pass(100);
    expect(urls()).toEqual([login, "https://app.example/callback"]);
  });

  test("updates once per 100 ms while a page makes 500 requests", async () => {
    const { browser, model } = await openCapture();
    let updates = -1;
    const stop = effect(() => {
      void model.exchanges.value;
      updates += 1;
    });
    for (let index = 0; index < 500; index += 1) {
      browser.finish({ url: `https://app.example/${index}`, at: index });
      await browser.pass(1);
    }
    await browser.pass(100);
    stop();
    expect(model.exchanges.value).toHaveLength(500);
    expect(updates).toBeLessThanOrEqual(6);
  });

  test("ignores what is no HTTP request", async () => {
    const { browser, urls } = await openCapture();
    for (const entry of [undefined, null, {}, "entry", { request: { url: login } }])
      browser.report(entry);
    browser.finish({ url: "data:text/html,login" });
    await browser.pass(100);
    expect(urls()).toEqual([]);
  });

  test("reports loads of the page with their fragment", async () => {
    const { browser, model } = await openCapture();
    browser.navigate("https://app.example/callback#code=c");
    await browser.pass(0);
    expect(model.navigations.value).toEqual([
      { at: expect.any(Number), url: "https://app.example/callback#code=c" },
    ]);
  });
});

describe("bodies", () => {
  test("reads the body of a token response, decoded from base64", async () => {
    const { browser, bodies } = await openCapture();
    browser.finish(token, () => Promise.resolve({ text: btoa('{"a":1}'), encoding: "base64" }));
    await browser.pass(100);
    expect(bodies()).toEqual(['{"a":1}']);
  });

  test("says not seen if the browser has no body, as Chromium does for a gone page", async () => {
    const { browser, bodies } = await openCapture();
    browser.finish(token, () => Promise.resolve(null));
    await browser.pass(100);
    expect(bodies()).toEqual(["not-seen"]);
  });

  test("shows a request whose body never comes", async () => {
    const { browser, urls } = await openCapture();
    browser.finish(token, () => new Promise(() => undefined));
    await browser.pass(100);
    expect(urls()).toEqual([token.url]);
  });

  test.each<[string, EntryFacts]>([
    ["an image", { url: "https://app.example/a.png", dest: "image" }],
    ["a script", { url: "https://app.example/a.js", dest: "script" }],
    ["a font without sec-fetch-dest", { url: "http://a.test/a", resourceType: "font" }],
    ["a redirect", { url: login, location: "https://app.example/callback", dest: "document" }],
    ["a preflight", { url: token.url, method: "OPTIONS", dest: "empty" }],
    ["a film", { url: "https://app.example/f", responseHeaders: { "Content-Type": "video/mp4" } }],
    [
      "a download of 2 MB",
      {
        url: "https://app.example/d",
        dest: "empty",
        responseHeaders: { "Content-Type": "application/json", "Content-Length": "2000000" },
      },
    ],
  ])("never asks for the body of %s", async (_name, facts) => {
    const { browser, urls } = await openCapture();
    browser.finish(facts, () => Promise.reject(new Error("The body was read.")));
    await browser.pass(100);
    expect(urls()).toEqual([facts.url]);
  });
});

describe("snapshots", () => {
  test("reads the browser's list at the start, with the bodies of its requests", async () => {
    const browser = createFakeCapturePort();
    browser.holdsReported({
      entry: entryOf(token),
      readBody: () => Promise.resolve({ text: "{}", encoding: "" }),
    });
    const model = new CaptureModel(browser.port);
    await browser.pass(200);
    expect(model.exchanges.value).toMatchObject([
      { source: "snapshot", responseBody: { state: "text", text: "{}" } },
    ]);
  });

  test("counts what only the list has, but not what ended before the capture", async () => {
    const { browser, model } = await openCapture();
    const earlier = { url: "https://app.example/", at: -5_000 };
    browser.holds(earlier, { url: login, at: 50 }, { ...token, at: 60 });
    browser.finish({ ...token, at: 60 });
    await browser.pass(2_000);
    expect(model.exchanges.value).toHaveLength(3);
    expect(model.missedEvents.value).toBe(1);
  });

  test("never polls: an idle page causes no more reads", async () => {
    const { browser } = await openCapture();
    expect(browser.snapshotReads()).toBe(1);
    await browser.pass(60_000);
    expect(browser.snapshotReads()).toBe(1);
    browser.finish({ url: login, at: 60_000 });
    await browser.pass(60_000);
    expect(browser.snapshotReads()).toBe(2);
  });

  test("reads at most once in 5 s while requests never pause", async () => {
    const { browser } = await openCapture();
    for (let index = 0; index < 100; index += 1) {
      browser.finish({ url: login, at: 200 + index * 200 });
      await browser.pass(200);
    }
    expect(browser.snapshotReads()).toBeGreaterThan(2);
    expect(browser.snapshotReads()).toBeLessThanOrEqual(5);
  });

  test("replaces a request in flight once the list has its response", async () => {
    const { browser, model } = await openCapture();
    browser.finish({ url: "https://app.example/data", at: 100 });
    browser.holds({ url: login, at: 110, status: 0 });
    await browser.pass(1_500);
    const [, pending] = model.exchanges.value;
    expect(pending).toMatchObject({ url: login, status: 0 });
    browser.holds({ url: login, at: 110, location: "https://app.example/callback" });
    await browser.pass(4_000);
    expect(model.exchanges.value[1]).toMatchObject({ id: pending?.id, status: 302 });
  });

  test("stops to look for a response that never comes", async () => {
    const { browser } = await openCapture();
    browser.holds({ url: login, at: 100, status: 0 });
    browser.navigate("https://app.example/");
    await browser.pass(600_000);
    expect(browser.snapshotReads()).toBe(5);
    expect(browser.timers()).toBe(0);
  });
});

describe("snapshots that disturb the events, as in Firefox", () => {
  const page: EntryFacts = { url: "https://app.example/", dest: "document" };
  const script: EntryFacts = { url: "https://app.example/a.js", dest: "script" };
  const call: EntryFacts = { url: "https://app.example/data", dest: "empty" };

  test.each<[string, number, EntryFacts[]]>([
    ["has no read while the events have the page and more", 1, [page, script]],
    ["has four reads at most if the page's document is missing", 5, [call]],
    ["has a read if all but documents are missing", 2, [page]],
  ])("%s", async (_name, reads, events) => {
    const { browser } = await openCapture({ doSnapshotsDisturb: true });
    browser.navigate(page.url);
    for (const facts of events) browser.finish(facts);
    await browser.pass(60_000);
    expect(browser.snapshotReads()).toBe(reads);
  });

  test("has a read after each pause once a snapshot had more than the events", async () => {
    const { browser, model } = await openCapture({ doSnapshotsDisturb: true });
    browser.holds({ ...page, at: 200 });
    browser.navigate(page.url);
    browser.finish({ ...call, at: 210 });
    await browser.pass(5_000);
    expect(model.missedEvents.value).toBe(1);
    browser.finish({ ...call, at: 6_000 });
    await browser.pass(5_000);
    expect(browser.snapshotReads()).toBe(4);
  });

  test("finds a renewal of which every request is hidden, soon after a login", async () => {
    const { browser, model } = await openCapture({ doSnapshotsDisturb: true });
    const hidden = [{ ...page, at: 200 }];
    browser.holds(...hidden);
    browser.navigate(page.url);
    await browser.pass(1_100);
    expect(model.missedEvents.value).toBe(1);
    browser.holds(...hidden, { url: login, at: 1_500, dest: "iframe" });
    await browser.pass(3_000);
    expect(model.exchanges.value.map(({ url }) => url)).toContain(login);
    await browser.pass(600_000);
    // At the start, after the load of the page, and twice more: the second of these had no news.
    expect(browser.snapshotReads()).toBe(4);
  });

  test("finds a page that the browser lists only after the first read", async () => {
    const { browser, urls } = await openCapture({ doSnapshotsDisturb: true });
    browser.navigate(page.url);
    await browser.pass(2_000);
    browser.holds({ ...page, at: 200 });
    await browser.pass(3_000);
    expect(urls()).toEqual([page.url]);
  });

  test("has one read for a page without a request", async () => {
    const { browser } = await openCapture({ doSnapshotsDisturb: true });
    browser.navigate("about:blank");
    await browser.pass(60_000);
    expect(browser.snapshotReads()).toBe(2);
  });

  test("has a read before the first load of the page: nothing is known about its events", async () => {
    const { browser } = await openCapture({ doSnapshotsDisturb: true });
    browser.finish(call);
    await browser.pass(5_000);
    expect(browser.snapshotReads()).toBe(2);
  });
});

describe("toolbar", () => {
  test("does not listen during a pause, and never adds what happened in it", async () => {
    const { browser, model, urls } = await openCapture();
    browser.finish({ url: "https://app.example/1", at: 200 });
    await browser.pass(100);
    model.record(false);
    expect(browser.isWatched()).toBe(false);
    browser.holds({ url: "https://app.example/2", at: 5_000 });
    await browser.pass(10_000);
    model.record(true);
    browser.finish({ url: "https://app.example/3", at: 11_000 });
    await browser.pass(2_000);
    expect(model.isRecording.value).toBe(true);
    expect(urls()).toEqual(["https://app.example/1", "https://app.example/3"]);
  });

  test("clears, and does not list again what the browser still has", async () => {
    const { browser, model, urls } = await openCapture();
    const first = { url: "https://app.example/1", at: 100 };
    browser.finish(first);
    browser.navigate("https://app.example/");
    await browser.pass(1_000);
    model.clear();
    expect(urls()).toEqual([]);
    expect(model.navigations.value).toEqual([]);
    browser.holds(first);
    browser.finish({ url: "https://app.example/2", at: 2_000 });
    await browser.pass(2_000);
    expect(urls()).toEqual(["https://app.example/2"]);
  });

  test("brings back what a clear removed, with its ids, bodies and page loads, and once", async () => {
    const { browser, model, urls, bodies } = await openCapture();
    const first = { url: "https://app.example/1", at: 100 };
    browser.finish({ ...token, at: 50, answer: { access_token: "a" } });
    browser.finish(first);
    browser.navigate("https://app.example/");
    await browser.pass(1_000);
    const before = { exchanges: model.exchanges.value, navigations: model.navigations.value };
    const texts = bodies();
    model.clear();
    expect(model.cleared.value?.exchanges).toHaveLength(2);
    model.clear();
    expect(model.cleared.value?.exchanges, "an empty list clears nothing").toHaveLength(2);
    browser.holds(first);
    browser.finish({ url: "https://app.example/2", at: 2_000 });
    await browser.pass(2_000);
    model.undoClear();
    expect(urls()).toHaveLength(3);
    expect(model.exchanges.value.slice(0, 2)).toEqual(before.exchanges);
    expect(model.navigations.value).toEqual(before.navigations);
    expect(bodies().slice(0, 2)).toEqual(texts);
    expect(model.cleared.value).toBeUndefined();
    model.undoClear();
    await browser.pass(10_000);
    expect(urls(), "the browser's list adds them no second time").toHaveLength(3);
  });

  test("forgets what a clear removed", async () => {
    const { browser, model, urls } = await openCapture();
    browser.finish({ url: "https://app.example/1", at: 100 });
    await browser.pass(1_000);
    model.clear();
    model.forgetCleared();
    model.undoClear();
    expect(urls()).toEqual([]);
  });

  test("preserves the log over a load of the page until this is switched off", async () => {
    const { browser, model, urls } = await openCapture();
    expect(model.preservesLog.value).toBe(true);
    browser.finish({ url: "https://app.example/1", at: 200 });
    browser.navigate("https://app.example/");
    await browser.pass(100);
    expect(urls()).toHaveLength(1);
    model.setPreservesLog(false);
    await browser.pass(1_000);
    browser.navigate("https://app.example/");
    await browser.pass(100);
    expect(urls()).toEqual([]);
    expect(model.navigations.value).toHaveLength(1);
  });

  test("adds the exchanges of a file under ids of their own", async () => {
    const { browser, model, urls } = await openCapture();
    browser.finish({ url: "https://app.example/1", at: 500 });
    await browser.pass(100);
    model.addImported(
      exchangesOf([
        { url: login, at: 100 },
        { url: login, at: 100 },
      ]),
    );
    expect(urls()).toEqual([login, login, "https://app.example/1"]);
    expect(new Set(model.exchanges.value.map(({ id }) => id)).size).toBe(3);
    expect(model.missedEvents.value).toBe(0);
  });

  test("says how many the list did not have, and adds none twice after a clear is undone", async () => {
    const { model, urls } = await openCapture();
    const file = exchangesOf([
      { url: login, at: 100 },
      { url: "https://app.example/1", at: 200 },
    ]);
    expect(model.addImported(file)).toBe(2);
    expect(model.addImported(file)).toBe(0);
    model.clear();
    expect(model.addImported(file.slice(0, 1))).toBe(1);
    model.undoClear();
    expect(urls()).toEqual([login, "https://app.example/1"]);
  });

  test("stops with its model: no listener and no timer remain", async () => {
    const { browser, model } = await openCapture();
    browser.finish({ url: login, at: 200 });
    model[Symbol.dispose]();
    expect(browser.isWatched()).toBe(false);
    expect(browser.timers()).toBe(0);
  });
});
