import { describe, expect, test } from "vitest";
import type { Fetch } from "../../../../lib/http/fetch.ts";
import { createLoginWindows, openLoginsSchema } from "../../../../lib/worker/login-windows.ts";
import type { LoginBrowser } from "../../../../lib/worker/ports.ts";
import { createClock } from "../management/fakes.ts";
import { createFakeTabs, noLoginBrowser, redirectUrl } from "./fake-login-browser.ts";
import { createMemoryItem } from "./memory-item.ts";

const url =
  "https://acme.example/authorize?client_id=app&redirect_uri=https%3A%2F%2Fcb.example%2F&state=st-1&nonce=no-1";
const redirected = `${redirectUrl}#access_token=secret-token&state=st-1`;

/**
 * Opens a browser whose worker can be restarted. By default, the tenant redirects to its login
 * page.
 */
function openBrowser(over: Partial<LoginBrowser> = {}, fetch: Fetch = leadToLogin) {
  const fake = createFakeTabs();
  const stored = createMemoryItem((value) => openLoginsSchema.parse(value));
  const clock = createClock();
  const startWorker = () =>
    createLoginWindows(
      {
        login: { ...fake.browser, ...over },
        fetch,
        clock,
        hasHostPermission: async () => true,
      },
      stored,
    );
  return {
    tabs: fake.state,
    stored,
    clock,
    startWorker,
    /** Stops this worker and starts the next one. */
    restartWorker() {
      fake.state.loseWorker();
      return startWorker();
    },
  };
}

const leadToLogin: Fetch = async (url) => {
  const callback = new URL(url).searchParams.get("redirect_uri") ?? "";
  return new Response(`<form method="post" action="${callback}">`);
};

async function untilOpened({ tabs, stored }: ReturnType<typeof openBrowser>, count = 1) {
  await expect.poll(() => tabs.opened.length).toBe(count);
  await expect.poll(() => stored.text?.match(/tabId/g)?.length).toBe(count);
}

const login = { id: "a", url };

describe("a login at the sandbox", () => {
  const atSandbox = { id: "s", url: "https://sandbox.invalid/authorize?client_id=app" };
  // No redirect is reported: neither browser sees where a page of the extension leads.
  const noReports = { canReportRedirects: async () => false };

  test("opens a window in each browser, and resolves when the page in it has arrived", async () => {
    const browser = openBrowser(noReports);
    const windows = browser.startWorker();
    const answer = windows.open(atSandbox);
    await untilOpened(browser);
    await windows.arrive("s", redirected);
    expect(await answer).toEqual({ redirectedTo: redirected });
    await expect.poll(() => browser.tabs.tabs.size).toBe(0);
    await expect.poll(() => browser.stored.text).toBeUndefined();
  });

  test("is found by the next worker, to which the page reports", async () => {
    const browser = openBrowser(noReports);
    void browser.startWorker().open(atSandbox);
    await untilOpened(browser);
    const next = browser.restartWorker();
    const answer = next.open(atSandbox);
    await next.arrive("s", redirected);
    expect(await answer).toEqual({ redirectedTo: redirected });
    expect(browser.tabs.opened).toHaveLength(1);
  });

  test("is the only login that a page of the extension can end", async () => {
    const browser = openBrowser();
    const windows = browser.startWorker();
    const answer = windows.open(login);
    await untilOpened(browser);
    await windows.arrive("a", `${redirectUrl}#access_token=forged`);
    await windows.arrive("unknown", redirected);
    browser.tabs.lead(1, redirected);
    expect(await answer).toEqual({ redirectedTo: redirected });
  });
});

describe("a login in our own window", () => {
  test("resolves with the whole redirect, closes the window and leaves no data", async () => {
    const browser = openBrowser();
    const answer = browser.startWorker().open(login);
    await untilOpened(browser);
    expect(browser.tabs.isBlocked()).toBe(true);
    browser.tabs.lead(1, redirected);
    expect(await answer).toEqual({ redirectedTo: redirected });
    await expect.poll(() => browser.tabs.isWatched()).toBe(false);
    expect(browser.tabs.tabs.size).toBe(0);
    expect(browser.tabs.isBlocked()).toBe(false);
    expect(browser.stored.text).toBeUndefined();
  });

  test("resolves with a redirect that arrives before its tab is known", async () => {
    const browser = openBrowser();
    browser.tabs.onOpening = (tabId) => browser.tabs.lead(tabId, redirected);
    expect(await browser.startWorker().open(login)).toEqual({ redirectedTo: redirected });
  });

  test("resolves with such a redirect before its tab is stored", async () => {
    const browser = openBrowser();
    browser.stored.write = (logins) =>
      logins.some(({ tabId }) => tabId !== undefined)
        ? new Promise(() => undefined)
        : Promise.resolve();
    browser.tabs.onOpening = (tabId) => browser.tabs.lead(tabId, redirected);
    expect(await browser.startWorker().open(login)).toEqual({ redirectedTo: redirected });
  });

  test("is closed by the user if its window closes before its tab is known", async () => {
    const browser = openBrowser();
    browser.tabs.onOpening = (tabId) => browser.tabs.close(tabId);
    expect(await browser.startWorker().open(login)).toEqual({ failure: { kind: "closed" } });
  });

  test("ignores other URLs in its window, and other tabs at the callback URL", async () => {
    const browser = openBrowser();
    const answer = browser.startWorker().open(login);
    await untilOpened(browser);
    browser.tabs.lead(7, redirected);
    browser.tabs.close(7);
    browser.tabs.lead(1, "https://elsewhere.example/");
    browser.tabs.lead(1, `https://elsewhere.example/?to=${redirectUrl}`);
    browser.tabs.lead(1, "not a URL");
    browser.tabs.lead(1, `${redirectUrl}?error=access_denied`);
    expect(await answer).toEqual({ redirectedTo: `${redirectUrl}?error=access_denied` });
  });

  test("is independent of another login, and the block stays until both end", async () => {
    const browser = openBrowser();
    const windows = browser.startWorker();
    const first = windows.open(login);
    const second = windows.open({ id: "b", url });
    await untilOpened(browser, 2);
    browser.tabs.lead(2, redirected);
    expect(await second).toEqual({ redirectedTo: redirected });
    await expect.poll(() => browser.stored.text?.match(/tabId/g)?.length).toBe(1);
    expect(browser.tabs.isBlocked()).toBe(true);
    expect(browser.tabs.isWatched()).toBe(true);
    browser.tabs.close(1);
    expect(await first).toEqual({ failure: { kind: "closed" } });
    await expect.poll(() => browser.tabs.isBlocked()).toBe(false);
  });

  test("fails with a message if the browser opens no window, and leaves no data", async () => {
    const browser = openBrowser({ openTab: () => Promise.reject(new Error(`No: ${url}`)) });
    const failed = browser.startWorker().open(login);
    await expect(failed).rejects.toMatchObject({
      code: "no-login-window",
      message: expect.not.stringContaining("acme"),
    });
    await expect.poll(() => browser.tabs.isBlocked()).toBe(false);
    expect(browser.stored.text).toBeUndefined();
  });
});

describe("a cancelled login", () => {
  const closed = { failure: { kind: "closed" } };

  test("closes its window, sends no request to the tenant and leaves no data", async () => {
    const browser = openBrowser({}, () => Promise.reject(new Error("No request was faked.")));
    const windows = browser.startWorker();
    const answer = windows.open(login);
    await untilOpened(browser);
    await windows.cancel(login.id);
    expect(await answer).toEqual(closed);
    await expect.poll(() => browser.tabs.isWatched()).toBe(false);
    expect(browser.tabs.tabs.size).toBe(0);
    expect(browser.tabs.isBlocked()).toBe(false);
    expect(browser.stored.text).toBeUndefined();
  });

  test("closes its window as soon as the browser has opened it", async () => {
    const browser = openBrowser();
    const windows = browser.startWorker();
    const answer = windows.open(login);
    await windows.cancel(login.id);
    expect(await answer).toEqual(closed);
    await expect.poll(() => browser.tabs.isBlocked()).toBe(false);
    expect(browser.tabs.opened).toHaveLength(1);
    expect(browser.tabs.tabs.size).toBe(0);
    expect(browser.stored.text).toBeUndefined();
  });

  test("opens no window if the cancellation arrives first, and is forgotten after half a minute", async () => {
    const browser = openBrowser();
    const windows = browser.startWorker();
    await windows.cancel(login.id);
    expect(await windows.open(login)).toEqual(closed);
    expect(browser.tabs.opened).toEqual([]);
    await windows.cancel(login.id);
    browser.clock.advance(30_000);
    void windows.open(login);
    await untilOpened(browser);
  });

  test("closes its window even if the next worker cancels it", async () => {
    const browser = openBrowser();
    void browser.startWorker().open(login);
    await untilOpened(browser);
    await browser.restartWorker().cancel(login.id);
    await expect.poll(() => browser.stored.text).toBeUndefined();
    expect(browser.tabs.tabs.size).toBe(0);
  });

  test("keeps the windows of other logins open", async () => {
    const browser = openBrowser();
    const windows = browser.startWorker();
    const other = windows.open({ id: "b", url });
    await untilOpened(browser);
    await windows.cancel(login.id);
    browser.tabs.lead(1, redirected);
    expect(await other).toEqual({ redirectedTo: redirected });
  });

  test("continues in the browser's own flow, which cannot be closed", async () => {
    const flow = Promise.withResolvers<{ redirectedTo: string }>();
    const browser = openBrowser({
      canReportRedirects: async () => false,
      runFlow: () => flow.promise,
    });
    const windows = browser.startWorker();
    const answer = windows.open(login);
    await windows.cancel(login.id);
    flow.resolve({ redirectedTo: redirected });
    expect(await answer).toEqual({ redirectedTo: redirected });
  });
});

describe("a worker that stops while the window is open", () => {
  test.each([
    ["before the page asks again", false],
    ["after the page asked again", true],
  ])("returns the redirect that arrives %s", async (_when, asksFirst) => {
    const browser = openBrowser();
    void browser.startWorker().open(login);
    await untilOpened(browser);
    const next = browser.restartWorker();
    const early = asksFirst ? next.open(login) : undefined;
    browser.tabs.lead(1, redirected);
    await expect.poll(() => browser.stored.text).toBeUndefined();
    expect(await (early ?? next.open(login))).toEqual({ redirectedTo: redirected });
    expect(browser.tabs.opened).toHaveLength(1);
    expect(browser.tabs.isBlocked()).toBe(false);
  });

  test.each([
    ["redirect", (tabs: ReturnType<typeof createFakeTabs>["state"]) => tabs.lead(1, redirected)],
    ["end", (tabs: ReturnType<typeof createFakeTabs>["state"]) => tabs.close(1)],
  ])("finds the %s that no event reported", async (what, happen) => {
    const browser = openBrowser();
    void browser.startWorker().open(login);
    await untilOpened(browser);
    browser.tabs.loseWorker();
    happen(browser.tabs);
    const answer = await browser.startWorker().open(login);
    expect(answer).toEqual(
      what === "end" ? { failure: { kind: "closed" } } : { redirectedTo: redirected },
    );
  });

  test("keeps an unclaimed result for at most half a minute, and never stores it", async () => {
    const browser = openBrowser();
    void browser.startWorker().open(login);
    await untilOpened(browser);
    const next = browser.restartWorker();
    browser.tabs.lead(1, redirected);
    await expect.poll(() => browser.stored.text).toBeUndefined();
    browser.clock.advance(30_000);
    void next.open(login);
    await expect.poll(() => browser.tabs.opened.length).toBe(2);
    expect(browser.stored.text).not.toContain("secret-token");
  });

  test("reports an interrupted login if its window was not open yet", async () => {
    const browser = openBrowser();
    await browser.stored.write([login]);
    expect(await browser.startWorker().open(login)).toEqual({ failure: { kind: "interrupted" } });
    await expect.poll(() => browser.stored.text).toBeUndefined();
  });

  test("listens from its first task, and stops when no login is pending", async () => {
    const browser = openBrowser();
    browser.startWorker();
    expect(browser.tabs.isWatched()).toBe(true);
    await expect.poll(() => browser.tabs.isWatched()).toBe(false);
  });
});

describe("a login in the browser's own flow", () => {
  const flow = (ended: Awaited<ReturnType<LoginBrowser["runFlow"]>>): Partial<LoginBrowser> => ({
    ...noLoginBrowser,
    canReportRedirects: async () => false,
    blockRedirects: async () => undefined,
    unblockRedirects: async () => undefined,
    runFlow: async () => ended,
  });

  test.each([
    [{ redirectedTo: redirected }, { redirectedTo: redirected }],
    [{ endedBy: "user" }, { failure: { kind: "closed" } }],
    [{ endedBy: "error-page" }, { failure: { kind: "error-page" } }],
  ] as const)("with the result %j resolves with %j", async (ended, answer) => {
    const browser = openBrowser(flow(ended));
    expect(await browser.startWorker().open(login)).toEqual(answer);
    await expect.poll(() => browser.stored.text).toBeUndefined();
  });

  test("is interrupted if the worker stops, and opens no second window", async () => {
    const browser = openBrowser({
      ...flow({ endedBy: "user" }),
      runFlow: () => new Promise(() => undefined),
    });
    void browser.startWorker().open(login);
    await expect.poll(() => browser.stored.text).toContain("acme.example");
    const next = browser.restartWorker();
    expect(await next.open(login)).toEqual({ failure: { kind: "interrupted" } });
  });
});
