import { describe, expect, test } from "vitest";

import { createFakeTabs, redirectUrl } from "./fake-login-browser.ts";
import { catchRemoteError, openWorker, tenantOrigin, tenantDetails } from "./inspector-harness.ts";

describe("opening a login", () => {
  const loginId = "login-1";

  test("the callback to use is the browser's own", async () => {
    expect(await openWorker().send("login.redirect-url", {})).toEqual({ redirectUrl });
  });

  test("an address at the tenant is opened, and where it led comes back", async () => {
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

  test("a login that is cancelled is closed, and one that is not under way is no failure", async () => {
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

  test("each domain of a tenant with a custom one may be opened, and no other", async () => {
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
  ])("the foreign address %j is refused and no window opens", async (url) => {
    const worker = openWorker();
    await worker.send("tenant.save", tenantDetails);
    const error = await catchRemoteError(
      worker.send("login.open", { tenantId: tenantOrigin, loginId, url }),
    );
    expect(error.code).toBe("foreign-login");
  });

  test("without a tenant there is no login", async () => {
    const url = `${tenantOrigin}/authorize`;
    const error = await catchRemoteError(
      openWorker().send("login.open", { tenantId: tenantOrigin, loginId, url }),
    );
    expect(error.code).toBe("no-tenant");
  });
});

test("the options page is opened by the browser, at a place when one is named", async () => {
  const opened: unknown[] = [];
  const worker = openWorker({ openOptionsPage: async (at) => void opened.push(at) });
  const at = { tenantId: tenantOrigin, part: "credential" } as const;
  expect(await worker.send("options.open", {})).toEqual({});
  expect(await worker.send("options.open", { at })).toEqual({});
  expect(opened).toEqual([undefined, at]);
});
