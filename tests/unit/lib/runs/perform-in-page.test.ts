import { describe, expect, test, vi } from "vitest";
import type { Call } from "../../../../lib/runs/call.ts";
import { maxReportsPerRead } from "../../../../lib/runs/placed-run.ts";
import { callback, demoOrigin, origin } from "../../tenant/open-tenant.ts";
import { listLogins } from "../auth/fake-ports.ts";
import { FakePage, openHost } from "./fake-page.ts";

const options = { domain: origin, clientID: "demo-spa", redirectUri: callback };

function call(method: Call["method"], ...args: Call["args"]): Call {
  return {
    object: "WebAuth",
    options: { ...options, responseType: "token id_token" },
    method,
    args,
  };
}

const userInfo = call("client.userInfo", "not-a-token");
const checkSession = call("checkSession", {});
const openPopup = call("popup.authorize", { redirectUri: `${demoOrigin}/popup` });

/** Resolves when the page shows a button. */
const untilAsked = (page: FakePage) => vi.waitFor(() => expect(page.buttons.size).toBe(1));

describe("a call in the inspected page", () => {
  test("reports the requests and the error of a call, and leaves no global", async () => {
    const { page, perform, steps } = openHost();
    const before = Reflect.ownKeys(page.globals);
    const { outcome, memory } = await perform(userInfo);
    expect(outcome).toMatchObject({ kind: "rejected", error: { statusCode: 401 } });
    expect(memory).toEqual([]);
    expect(steps()).toEqual([
      expect.objectContaining({ kind: "callback", method: "client.userInfo", isAccepted: false }),
      expect.objectContaining({ kind: "request", url: `${origin}/userinfo`, status: 401 }),
    ]);
    expect(Reflect.ownKeys(page.globals)).toEqual(before);
    expect(page.isWatched).toBe(false);
    expect(page.clock.pending).toBe(0);
  });

  test("returns the URL of a login and its transaction, and stores nothing in the page", async () => {
    const { page, perform } = openHost();
    const { outcome, memory } = await perform(call("authorize", {}));
    expect(outcome).toMatchObject({ kind: "left" });
    expect(listLogins(new Map(memory))).toHaveLength(1);
    expect(page.tenant.storage.size).toBe(0);
    expect(page.tenant.visited).toEqual([]);
  });

  test("places the script under a random name that is not enumerable", async () => {
    const page = new FakePage({ fetch: () => new Promise<never>(() => undefined) });
    const { perform, controller } = openHost(page);
    const names = Reflect.ownKeys(page.globals);
    const running = perform(userInfo);
    const placed = await vi.waitFor(() => {
      const [name] = Reflect.ownKeys(page.globals).filter((each) => !names.includes(each));
      if (name === undefined) throw new Error("Nothing is placed yet.");
      return name;
    });
    expect(placed).toMatch(/^r[a-z0-9]{16,}$/);
    expect(Object.keys(page.globals)).not.toContain(placed);
    controller.abort(new Error("cancelled"));
    await expect(running).rejects.toThrow("cancelled");
  });

  test("removes frame, listener, timers and script when the run is cancelled", async () => {
    const removed: string[] = [];
    const page = new FakePage({
      frames: { open: (url) => ({ window: {}, remove: () => void removed.push(url) }) },
    });
    const { perform, controller, steps } = openHost(page);
    const before = Reflect.ownKeys(page.globals);
    const running = perform(checkSession);
    await vi.waitFor(() => expect(page.tenant.hasNoListeners).toBe(false));
    await vi.waitFor(() => expect(steps().some(({ kind }) => kind === "frame")).toBe(true));
    controller.abort(new Error("cancelled"));
    await expect(running).rejects.toThrow("cancelled");
    expect(removed).toHaveLength(1);
    expect(page.tenant.hasNoListeners).toBe(true);
    expect(page.clock.pending).toBe(0);
    expect(Reflect.ownKeys(page.globals)).toEqual(before);
    expect(page.isWatched).toBe(false);
  });

  test("says that the page was left when its document changes", async () => {
    const page = new FakePage({ fetch: () => new Promise<never>(() => undefined) });
    const { perform } = openHost(page);
    const running = perform(userInfo);
    await vi.waitFor(() => expect(page.expressions.length).toBeGreaterThan(0));
    page.navigate(`${demoOrigin}/elsewhere`);
    await expect(running).rejects.toThrow(/^The page was reloaded or left during the run\./);
    expect(page.isWatched).toBe(false);
  });

  test("says that the page was left when the browser evaluates nothing there", async () => {
    const page = new FakePage({ fetch: () => new Promise<never>(() => undefined) });
    const { perform } = openHost(page);
    const running = perform(userInfo);
    await vi.waitFor(() => expect(page.expressions.length).toBeGreaterThan(0));
    page.answer = () => {
      throw new Error("no");
    };
    page.navigate("about:neterror");
    await expect(running).rejects.toThrow(/^The page was reloaded or left/);
  });

  test("continues when the report of an earlier navigation is late", async () => {
    const response = Promise.withResolvers<Response>();
    const page = new FakePage({ fetch: () => response.promise });
    const { perform } = openHost(page);
    const running = perform(userInfo);
    await vi.waitFor(() => expect(page.isWatched).toBe(true));
    page.reportNavigation(`${demoOrigin}/`);
    await new Promise<void>((resolve) => setImmediate(resolve));
    response.resolve(new Response("{}", { status: 401 }));
    expect((await running).outcome).toMatchObject({ kind: "rejected" });
  });

  test.each([
    ["the page was reloaded or left", "gone", false],
    ["the page returned an invalid result", "still there", true],
  ])("says that %s when an answer is missing and the run is %s", async (words, _where, isThere) => {
    const page = new FakePage({ fetch: () => new Promise<never>(() => undefined) });
    const { perform } = openHost(page);
    const running = perform(userInfo);
    await vi.waitFor(() => expect(page.expressions.length).toBeGreaterThan(0));
    page.answer = (expression) => (expression.endsWith("!== undefined") ? isThere : undefined);
    await expect(running).rejects.toThrow(new RegExp(`^${words}`, "i"));
    expect(page.isWatched).toBe(false);
  });

  test("says that the page was left when the placed script is gone", async () => {
    const page = new FakePage();
    const { perform } = openHost(page);
    page.answer = () => "";
    await expect(perform(userInfo)).rejects.toThrow(/^The page was reloaded or left/);
  });

  test("ends a run that is cancelled before it begins, without an expression", async () => {
    const { page, perform, controller } = openHost();
    controller.abort(new Error("cancelled"));
    await expect(perform(userInfo)).rejects.toThrow("cancelled");
    expect(page.expressions).toEqual([]);
  });

  test("ends a run in a page that the panel no longer reads", async () => {
    const page = new FakePage({ fetch: () => new Promise<never>(() => undefined) });
    const { host, log, controller } = openHost(page);
    const before = Reflect.ownKeys(page.globals);
    host.perform(userInfo, { memory: [], log, signal: controller.signal }).catch(() => undefined);
    await vi.waitFor(() => expect(Reflect.ownKeys(page.globals)).not.toEqual(before));
    // As without the panel: no answer arrives, so the page is not asked again.
    page.answer = () => new Promise(() => undefined);
    page.clock.advance(180_000);
    expect(Reflect.ownKeys(page.globals)).toEqual(before);
  });
});

describe("a popup in the inspected page", () => {
  test("opens at once where the browser allows it", async () => {
    const { page, perform, waits } = openHost();
    const { outcome } = await perform(openPopup);
    expect(outcome).toMatchObject({ kind: "returned", result: { tokenType: "Bearer" } });
    expect(page.buttons.size).toBe(0);
    expect(waits.filter(Boolean)).toEqual([]);
  });

  test("opens after a click on a button where the browser blocks it, and says so", async () => {
    const page = new FakePage();
    page.canOpenPopup = false;
    const { perform, waits } = openHost(page);
    const running = perform(openPopup);
    await untilAsked(page);
    await vi.waitFor(() =>
      expect(waits).toContain(
        "Click the button in the page: this browser opens a popup only after a click there.",
      ),
    );
    for (const click of page.buttons) click();
    expect(page.buttons.size).toBe(0);
    expect((await running).outcome).toMatchObject({ kind: "returned" });
    expect(waits.at(-1)).toBeUndefined();
  });

  test("removes the button when the run is cancelled", async () => {
    const page = new FakePage();
    page.canOpenPopup = false;
    const { perform, controller } = openHost(page);
    const running = perform(openPopup);
    await untilAsked(page);
    controller.abort(new Error("cancelled"));
    await expect(running).rejects.toThrow("cancelled");
    expect(page.buttons.size).toBe(0);
    expect(page.clock.pending).toBe(0);
  });

  test("asks for no click for a call without a popup", async () => {
    const page = new FakePage();
    page.canOpenPopup = false;
    const { perform } = openHost(page);
    expect((await perform(userInfo)).outcome).toMatchObject({ kind: "rejected" });
  });
});

const step = { kind: "frame", id: 0, at: 0, url: "https://tenant.example/" };
const returned = { kind: "returned", result: null };

describe("a hostile page", () => {
  test.each([
    ["a value that is no text", { steps: [], isAsking: false, outcome: returned }],
    ["a text that is no JSON", "{"],
    ["an answer without steps", JSON.stringify({ isAsking: false, outcome: returned })],
    [
      "a step of an unknown kind",
      JSON.stringify({ steps: [{ ...step, kind: "other" }], isAsking: false }),
    ],
    [
      "too many steps at once",
      JSON.stringify({
        steps: Array.from({ length: maxReportsPerRead + 1 }, () => step),
        isAsking: false,
      }),
    ],
    [
      "a step with a text that is too long",
      JSON.stringify({ steps: [{ ...step, url: "a".repeat(65_537) }], isAsking: false }),
    ],
    ["an answer that is too long", `"${"a".repeat(8_388_608)}"`],
    [
      "a blocked part of an unknown kind",
      JSON.stringify({ steps: [], isAsking: false, blocked: "window" }),
    ],
    [
      "an outcome of an unknown kind",
      JSON.stringify({ steps: [], isAsking: false, outcome: { kind: "won" } }),
    ],
    [
      "a result that is nested too deeply",
      `{"steps":[],"isAsking":false,"outcome":{"kind":"returned","result":${"[".repeat(200_000)}${"]".repeat(200_000)}}}`,
    ],
    [
      "too many stored transactions",
      JSON.stringify({
        steps: [],
        isAsking: false,
        outcome: returned,
        memory: Array.from({ length: 101 }, () => ["a", "b"]),
      }),
    ],
  ])("is refused with a sentence for %s", async (_what, answer) => {
    const page = new FakePage();
    page.answer = () => answer;
    await expect(openHost(page).perform(userInfo)).rejects.toThrow(
      "The page returned an invalid result. Reload the page, then run it again.",
    );
    expect(page.isWatched).toBe(false);
  });

  test("is refused when its reports of steps do not end", async () => {
    const page = new FakePage();
    const steps = Array.from({ length: maxReportsPerRead }, () => step);
    page.answer = () => JSON.stringify({ steps, isAsking: false });
    const opened = openHost(page);
    await expect(opened.perform(userInfo)).rejects.toThrow("The page returned an invalid result.");
    expect(opened.steps()).toHaveLength(1);
  });

  test("cannot date a step before or after the run", async () => {
    const page = new FakePage();
    const steps = [
      { ...step, id: 1, at: 0, ms: -1 },
      { ...step, id: 2, at: 9e15, ms: 9e15 },
    ];
    page.answer = () => JSON.stringify({ steps, isAsking: false, outcome: returned });
    const opened = openHost(page);
    const at = opened.clock.now();
    await opened.perform(userInfo);
    expect(opened.steps()).toEqual([
      { ...step, id: 0, at, ms: 0 },
      { ...step, id: 1, at, ms: 0 },
    ]);
  });
});
