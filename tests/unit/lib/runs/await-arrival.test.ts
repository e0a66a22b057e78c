import { describe, expect, test } from "vitest";
import type { PageRequest } from "../../../../lib/runs/page-port.ts";
import { openHost, pass, type FakePage } from "./fake-page.ts";

const tenant = "https://tenant.example";
const callback = "https://app.example/callback";
const authorize = `${tenant}/authorize?client_id=a&state=own&redirect_uri=${encodeURIComponent(callback)}`;
const logout = `${tenant}/v2/logout?returnTo=${encodeURIComponent("https://app.example/")}`;

const get = (url: string, redirect?: string): PageRequest => ({
  method: "GET",
  url,
  ...(redirect === undefined ? {} : { redirect }),
});

/** Leaves the page for a URL, and resolves with the arrival after the events. */
async function leave(
  url: string,
  leavesFor: "login" | "logout",
  returnsTo: string,
  cause: (page: FakePage) => void,
) {
  const opened = openHost();
  const { host, page, controller, clock, waits } = opened;
  page.answer = () => undefined;
  const running = host.leave(url, { leavesFor, returnsTo, signal: controller.signal });
  cause(page);
  const arrival = await pass(clock, running);
  expect(page.expressions).toEqual([`void location.assign(${JSON.stringify(url)})`]);
  expect(page.isWatched).toBe(false);
  expect(clock.pending).toBe(0);
  expect(waits).toEqual([
    "The page is at the tenant. The run continues when it comes back.",
    undefined,
  ]);
  return arrival;
}

const logIn = (cause: (page: FakePage) => void, url = authorize) =>
  leave(url, "login", callback, cause);
const logOut = (
  cause: (page: FakePage) => void,
  url = logout,
  returnsTo = "https://app.example/",
) => leave(url, "logout", returnsTo, cause);

describe("a login that leaves the inspected page", () => {
  test.each([
    ["the fragment of a redirect", get(authorize, `${callback}#code=1&state=own`)],
    ["the query of a redirect", get(authorize, `${callback}?code=1&state=own`)],
    ["an error without state", get(authorize, `${callback}#error=login_required`)],
  ])("reads the response from %s", async (_what, request) => {
    expect(await logIn((page) => page.finishRequest(request))).toEqual({ url: request.redirect });
  });

  test("reads the response from the form of the callback's own request", async () => {
    const request = { method: "POST", url: callback, body: "code=1&state=own" };
    const arrival = await logIn((page) => page.finishRequest(request));
    expect(arrival).toEqual({ url: callback, body: request.body });
  });

  test("reads the response from the URL of the callback's own request, as in Firefox", async () => {
    const url = `${callback}#code=1&state=own`;
    expect(await logIn((page) => page.finishRequest(get(url)))).toEqual({ url });
  });

  test("reads the response from the URL of the loaded callback, as in Firefox", async () => {
    const url = `${callback}#code=1&state=own`;
    expect(await logIn((page) => page.navigate(url))).toEqual({ url });
  });

  test("resolves a redirect that is relative to its request", async () => {
    const opened = await leave(
      `${tenant}/authorize?state=own`,
      "login",
      `${tenant}/callback`,
      (page) => page.finishRequest(get(`${tenant}/authorize`, "/callback#code=1&state=own")),
    );
    expect(opened).toEqual({ url: `${tenant}/callback#code=1&state=own` });
  });

  test("takes a response without state for a request without state", async () => {
    const url = `${callback}#id_token=a.b.c`;
    const arrival = await logIn(
      (page) => page.navigate(url),
      `${tenant}/authorize?redirect_uri=${encodeURIComponent(callback)}`,
    );
    expect(arrival).toEqual({ url });
  });

  test.each([
    ["has another state", get(authorize, `${callback}#code=2&state=other`)],
    ["has no state", get(authorize, `${callback}#code=2`)],
    ["goes to another path", get(authorize, "https://app.example/other#code=2&state=own")],
    ["goes to another origin", get(authorize, "https://other.example/callback#code=2&state=own")],
    ["goes to another scheme", get(authorize, "http://app.example/callback#code=2&state=own")],
    ["has an invalid target", get(authorize, "https://%")],
    ["is of a page at the tenant", get(`${tenant}/u/login?state=own`)],
    ["is a form without a response", { method: "POST", url: callback, body: "a=b" }],
  ])("ignores a request that %s", async (_what, request) => {
    const own = `${callback}#code=1&state=own`;
    const arrival = await logIn((page) => {
      page.finishRequest(request);
      page.finishRequest(get(authorize, own));
    });
    expect(arrival).toEqual({ url: own });
  });

  test("takes the first of several arrivals", async () => {
    const first = `${callback}#code=1&state=own`;
    const arrival = await logIn((page) => {
      page.finishRequest(get(authorize, first));
      page.navigate(`${callback}#code=2&state=own`);
    });
    expect(arrival).toEqual({ url: first });
  });

  test("waits for the request's report after the page came back", async () => {
    const own = `${callback}#code=1&state=own`;
    const opened = openHost();
    opened.page.answer = () => undefined;
    const { signal } = opened.controller;
    const context = { leavesFor: "login", returnsTo: callback, signal } as const;
    const running = opened.host.leave(authorize, context);
    opened.page.navigate(callback);
    opened.clock.advance(4999);
    opened.page.finishRequest(get(authorize, own));
    expect(await running).toEqual({ url: own });
  });

  test("waits on when the report of a navigation to the application was late", async () => {
    const own = `${callback}#code=1&state=own`;
    const opened = openHost();
    opened.page.answer = (expression) =>
      expression === "location.href" ? `${tenant}/u/login` : undefined;
    const { signal } = opened.controller;
    const context = { leavesFor: "login", returnsTo: callback, signal } as const;
    const running = opened.host.leave(authorize, context);
    opened.page.navigate("https://app.example/");
    opened.clock.advance(5000);
    await new Promise<void>((resolve) => setImmediate(resolve));
    opened.page.finishRequest(get(authorize, own));
    expect(await running).toEqual({ url: own });
  });

  test("ends with a problem when the page came back and no response is reported", async () => {
    const { host, page, controller, clock } = openHost();
    page.answer = (expression) =>
      expression === "location.href" ? "https://app.example/" : undefined;
    const { signal } = controller;
    const running = host.leave(authorize, { leavesFor: "login", returnsTo: callback, signal });
    page.navigate(`${tenant}/u/login`);
    page.navigate("https://app.example/");
    expect(await pass(clock, running)).toEqual({
      title: "The page came back without a response.",
      problem:
        "DevTools reported no response to this login. Clear the filter of the Network panel, then run it again.",
    });
    expect(page.isWatched).toBe(false);
  });

  test("stops waiting when the run is cancelled", async () => {
    const { host, page, controller, clock } = openHost();
    page.answer = () => undefined;
    const { signal } = controller;
    const running = host.leave(authorize, { leavesFor: "login", returnsTo: callback, signal });
    page.navigate(callback);
    controller.abort(new Error("cancelled"));
    await expect(running).rejects.toThrow("cancelled");
    expect(page.isWatched).toBe(false);
    expect(clock.pending).toBe(0);
  });

  test("fails when the browser does not let the page leave", async () => {
    const { host, page, controller } = openHost();
    page.answer = () => {
      throw new Error("The browser does not run scripts in the inspected page.");
    };
    const { signal } = controller;
    const running = host.leave(authorize, { leavesFor: "login", returnsTo: callback, signal });
    await expect(running).rejects.toThrow("The browser does not run scripts");
    expect(page.isWatched).toBe(false);
  });
});

describe("a logout that leaves the inspected page", () => {
  test("ends with the tenant's redirect to returnTo", async () => {
    const arrival = await logOut((page) => {
      page.finishRequest(get("https://app.example/poll", "https://app.example/"));
      page.finishRequest(get("https://app.example/"));
      page.finishRequest(get(logout, "https://app.example/?left"));
    });
    expect(arrival).toEqual({ url: "https://app.example/?left" });
  });

  test("ends when the page at returnTo is loaded", async () => {
    const arrival = await logOut((page) => {
      page.navigate(`${tenant}/logged-out`);
      page.navigate("https://app.example/");
    });
    expect(arrival).toEqual({ url: "https://app.example/" });
  });

  test("ends with the next page when the request names no returnTo", async () => {
    const url = `${tenant}/v2/logout`;
    const arrival = await logOut((page) => page.navigate(url), url, "");
    expect(arrival).toEqual({ url });
  });
});
