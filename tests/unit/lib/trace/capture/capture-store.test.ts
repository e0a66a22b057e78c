import { describe, expect, test } from "vitest";
import { createCaptureStore } from "../../../../../lib/trace/capture/capture-store.ts";
import { captureLimits } from "../../../../../lib/trace/capture/limits.ts";
import { captureStart, entryOf, exchangesOf, jwtOf, type EntryFacts } from "../entries.ts";

const login: EntryFacts = {
  url: "https://login.example/authorize",
  query: { response_type: "code", client_id: "app", redirect_uri: "https://app.example/callback" },
  dest: "document",
  location: "https://app.example/callback?code=c&state=s",
};
const callback: EntryFacts = {
  url: "https://app.example/callback?code=c&state=s",
  dest: "document",
  answer: "<!doctype html>",
};
const image: EntryFacts = { url: "https://app.example/a.png", dest: "image" };

function openStore(limits: Partial<typeof captureLimits> = {}) {
  const store = createCaptureStore({ ...captureLimits, ...limits });
  return {
    store,
    add: (facts: EntryFacts) => store.addEvent(entryOf(facts)),
    merge: (...facts: EntryFacts[]) => store.mergeSnapshot(facts.map(entryOf)),
    urls: () => store.list().map(({ url }) => url),
    missed: () => store.countMissed(captureStart),
  };
}

describe("an event and a snapshot of one request", () => {
  test("are one exchange, whichever came first", () => {
    const { add, merge, store } = openStore();
    add({ ...login, at: 1 });
    merge({ ...login, at: 1 }, { ...callback, at: 2 });
    add({ ...callback, at: 2 });
    expect(store.list().map(({ source }) => source)).toEqual(["event", "event"]);
    expect(store.countMissed(captureStart)).toBe(0);
  });

  test("are one exchange if only one of them has the fragment", () => {
    const { add, merge, urls } = openStore();
    add({ ...callback, url: "https://app.example/callback#id_token=t" });
    merge({ ...callback, url: "https://app.example/callback" });
    expect(urls()).toEqual(["https://app.example/callback#id_token=t"]);
  });

  test("keep the body of the snapshot if the event has none", () => {
    const { add, merge, store } = openStore();
    const answer = { access_token: "t" };
    merge({ url: "https://login.example/token", json: {}, answer });
    add({ url: "https://login.example/token", json: {}, answer: null });
    expect(store.list()[0]).toMatchObject({ source: "event", responseBody: { state: "text" } });
  });

  test("take the body of a later snapshot, as Firefox gives it", () => {
    const { add, merge, store } = openStore();
    add({ url: "https://login.example/token", json: {}, answer: null });
    merge({ url: "https://login.example/token", json: {}, answer: { access_token: "t" } });
    expect(store.list()[0]).toMatchObject({ source: "event", responseBody: { state: "text" } });
  });

  test("stay two exchanges for two equal requests in the same millisecond", () => {
    const { add, merge, store } = openStore();
    add(login);
    add(login);
    merge(login, login, login);
    expect(store.list()).toHaveLength(3);
    expect(store.countMissed(captureStart)).toBe(1);
    expect(new Set(store.list().map(({ id }) => id)).size).toBe(3);
  });

  test("stay two exchanges for two requests with other bodies in the same millisecond", () => {
    const { add, merge, store } = openStore();
    const first = { url: "https://login.example/token", form: { code: "one" } };
    const second = { url: "https://login.example/token", form: { code: "two" } };
    add(second);
    merge(first, second);
    add(first);
    expect(store.list().map(({ requestBody, source }) => [requestBody, source])).toEqual([
      ["code=two", "event"],
      ["code=one", "event"],
    ]);
  });

  test("are one exchange if only one of them has the request's body", () => {
    const { add, merge, store } = openStore();
    merge({ url: "https://login.example/token", method: "POST" });
    add({ url: "https://login.example/token", form: { code: "one" } });
    expect(store.list()).toMatchObject([{ requestBody: "code=one", source: "event" }]);
  });

  test("keep the id of a request in flight once its end is reported", () => {
    const { add, merge, store } = openStore();
    expect(merge({ ...login, status: 0 }).hasUnfinished).toBe(true);
    const [pending] = store.list();
    add(login);
    expect(store.list()).toMatchObject([{ id: pending?.id, status: 302, source: "event" }]);
  });
});

describe("a snapshot", () => {
  test("removes nothing: Firefox empties its list at a navigation", () => {
    const { add, merge, urls } = openStore();
    add({ ...login, at: 1 });
    merge({ ...callback, at: 2 });
    merge();
    expect(urls()).toHaveLength(2);
  });

  test("is merged by start, before and between what the events reported", () => {
    const { add, merge, store } = openStore();
    add({ ...login, at: 20 });
    add({ ...login, at: 40 });
    merge({ ...login, at: 10 }, { ...login, at: 30 });
    expect(store.list().map(({ startedAt }) => startedAt - captureStart)).toEqual([10, 20, 30, 40]);
  });

  test("counts no request as missed that has no response or was earlier", () => {
    const { merge, missed } = openStore();
    merge({ ...login, at: -1 }, { ...login, at: 1, status: 0 });
    expect(missed()).toBe(0);
  });

  test("ignores what is no list of requests of the web", () => {
    const { store } = openStore();
    const entries = [null, 1, "x", [], { request: null }, entryOf({ url: "data:text/plain,a" })];
    expect(store.mergeSnapshot(entries).added).toEqual(entries.map(() => undefined));
  });
});

describe("limits", () => {
  test("drop images first, then other requests, and messages of a login last", () => {
    const { add, store, urls } = openStore({ entries: 10 });
    add({ ...login, at: 0 });
    for (let at = 1; at <= 5; at += 1) add({ url: `https://app.example/data/${at}`, at });
    for (let at = 6; at <= 9; at += 1) add({ ...image, at });
    for (let at = 10; at <= 15; at += 1) {
      add({ ...login, query: { ...login.query, state: `${at}` }, at });
    }
    expect(store.list().length).toBeLessThanOrEqual(10);
    expect(store.countDropped()).toBe(16 - store.list().length);
    expect(urls().filter((url) => url.includes("/authorize"))).toHaveLength(7);
    expect(urls().filter((url) => url.endsWith(".png"))).toEqual([]);
    expect(urls()).toContain("https://app.example/data/5");
  });

  test("hold for the characters of all bodies together", () => {
    const { add, store } = openStore({ characters: 10_000 });
    for (let at = 0; at < 20; at += 1) {
      add({
        url: "https://app.example/data",
        at,
        dest: "empty",
        answer: { text: "x".repeat(900) },
      });
    }
    expect(store.countDropped()).toBeGreaterThan(8);
    expect(JSON.stringify(store.list()).length).toBeLessThan(16_000);
  });

  test("do not bring back by a snapshot what they have dropped", () => {
    const { add, merge, store } = openStore({ entries: 4 });
    const images = [1, 2, 3, 4, 5].map((at) => ({ ...image, at }));
    for (const one of images) add(one);
    const dropped = store.countDropped();
    merge(...images);
    expect(store.countDropped()).toBe(dropped);
    expect(store.list().length + dropped).toBe(5);
  });

  test("keep the first part of a body of more than 1 MiB", () => {
    const { add, store } = openStore();
    add({ url: "https://app.example/", dest: "document", answer: "x".repeat(3_000_000) });
    expect(store.list()[0]?.responseBody).toMatchObject({ text: "x".repeat(1_048_576) });
  });
});

describe("a load of the page without a preserved log", () => {
  const at = (ms: number) => captureStart + ms;

  test("keeps the redirects that led to the page, and removes what was before them", () => {
    const { add, store, urls } = openStore();
    add({ url: "https://app.example/", at: 0, dest: "document" });
    add({ ...login, at: 10 });
    add({ ...callback, at: 20 });
    store.startPage({ at: at(50), url: "https://app.example/callback?code=c&state=s#x" });
    expect(urls().map((url) => new URL(url).pathname)).toEqual(["/authorize", "/callback"]);
  });

  test("keeps the redirects and the document that are reported after it", () => {
    const { add, store, urls } = openStore();
    add({ url: "https://app.example/", at: 0, dest: "document" });
    store.startPage({ at: at(50), url: callback.url });
    add({ ...callback, at: 20 });
    add({ ...login, at: 10 });
    add({ url: "https://app.example/late", at: 5, dest: "empty" });
    expect(urls().map((url) => new URL(url).pathname)).toEqual(["/authorize", "/callback"]);
  });

  test("keeps an imported file", () => {
    const { store, urls } = openStore();
    store.addImported(exchangesOf([login]));
    store.startPage({ at: at(50), url: "https://app.example/" });
    expect(urls()).toHaveLength(1);
  });

  test("does not list earlier requests again that the browser still has", () => {
    const { merge, store, urls } = openStore();
    store.startPage({ at: at(50), url: "https://app.example/" });
    merge({ ...login, at: 10 }, { url: "https://app.example/data", at: 60, dest: "empty" });
    expect(urls()).toEqual(["https://app.example/data"]);
  });
});

describe("an imported file", () => {
  test("adds no request twice that the capture has, and keeps equal ones of its own", () => {
    const { add, store } = openStore();
    add({ ...login, at: 1 });
    const file = exchangesOf([
      { ...login, at: 1 },
      { ...callback, at: 2 },
      { ...callback, at: 2 },
    ]);
    store.addImported(file);
    expect(store.list().map(({ source }) => source)).toEqual(["event", "import", "import"]);
    expect(store.list().map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  test("is never taken for an event of a later request", () => {
    const { add, store } = openStore();
    store.addImported(exchangesOf([login]));
    add(login);
    expect(store.list().map(({ source }) => source)).toEqual(["import", "event"]);
  });
});

test("shows the fragment of a callback in the redirect that led to it", () => {
  const { add, store } = openStore();
  const token = jwtOf({ sub: "u" });
  add({ ...login, location: `https://app.example/callback#id_token=${token}&state=s` });
  expect(store.list()[0]?.redirect).toContain(`#id_token=${token}`);
});
