import { describe, expect, test } from "vitest";

import { createFakeTabs, redirectUrl } from "./fake-login-browser.ts";
import { catchRemoteError, openWorker, tenantOrigin, tenantDetails } from "./inspector-harness.ts";

describe("opening a login", () => {
  const loginId = "login-1";

  test("the callback URL comes from the browser", async () => {
    expect(await openWorker().send("login.redirect-url", {})).toEqual({ redirectUrl });
  });

  test("a URL at the tenant is opened, and its redirect is returned", async () => {
    const { browser, state } = createFakeTabs();
    const worker = openWorker({ login: browser });
    state.onOpening = (tabId) => state.lead(tabId, `${redirectUrl}#state=1`);
    await worker.send("tenant.save", tenantDetails);
    const url = `${tenantOrigin}/authorize?client_id=demo-spa`;
    expect(await worker.send("login.open", { tenantId: tenantOrigin, loginId, url })).toEqual({
      redirectedTo: `${redirectUrl}#state=1`,
    });
    expect(state.opened).toEqual([url]);
  });

  test("a cancelled login is closed, and cancelling an unknown login succeeds", async () => {
    const { browser, state } = createFakeTabs();
    const worker = openWorker({ login: browser });
    await worker.send("tenant.save", tenantDetails);
    const url = `${tenantOrigin}/authorize`;
    const answer = worker.send("login.open", { tenantId: tenantOrigin, loginId, url });
    await worker.send("login.cancel", { loginId: "another" });
    await worker.send("login.cancel", { loginId });
    expect(await answer).toEqual({ failure: { kind: "closed" } });
    await worker.send("login.cancel", { loginId });
    expect(state.tabs.size).toBe(0);
  });

  test("both domains of a tenant with a custom domain may be opened, but no other", async () => {
    const { browser, state } = createFakeTabs();
    const worker = openWorker({ login: browser });
    state.onOpening = (tabId) => state.lead(tabId, redirectUrl);
    const customOrigin = "https://login.local.example";
    await worker.send("tenant.save", { ...tenantDetails, customOrigin });
    const urls = [tenantOrigin, customOrigin].map((origin) => `${origin}/authorize`);
    for (const url of urls)
      await worker.send("login.open", { tenantId: tenantOrigin, loginId: url, url });
    expect(state.opened).toEqual(urls);
    const url = "https://local.example/authorize";
    const error = await catchRemoteError(
      worker.send("login.open", { tenantId: tenantOrigin, loginId, url }),
    );
    expect(error.code).toBe("foreign-login");
  });

  test.each([
    "https://evil.example/authorize",
    "http://localhost:4401/authorize",
    "https://localhost:4400/authorize",
    "http://localhost:4400@evil.example/",
    "javascript:alert(1)",
    "//localhost:4400/authorize",
    "",
  ])("the foreign URL %j is rejected, and no window opens", async (url) => {
    const worker = openWorker();
    await worker.send("tenant.save", tenantDetails);
    const error = await catchRemoteError(
      worker.send("login.open", { tenantId: tenantOrigin, loginId, url }),
    );
    expect(error.code).toBe("foreign-login");
  });

  test("a login without a tenant is rejected", async () => {
    const url = `${tenantOrigin}/authorize`;
    const error = await catchRemoteError(
      openWorker().send("login.open", { tenantId: tenantOrigin, loginId, url }),
    );
    expect(error.code).toBe("no-tenant");
  });
});

test("the browser opens the options page, at the requested section if any", async () => {
  const opened: unknown[] = [];
  const worker = openWorker({ openOptionsPage: async (at) => void opened.push(at) });
  const at = { tenantId: tenantOrigin, part: "credential" } as const;
  expect(await worker.send("options.open", {})).toEqual({});
  expect(await worker.send("options.open", { at })).toEqual({});
  expect(opened).toEqual([undefined, at]);
});
