import { describe, expect, test } from "vitest";

import { exchange, openWorker, sessionCredential, tenantOrigin } from "./inspector-harness.ts";
import { createFakeTabs } from "./fake-login-browser.ts";

const connectionDraft = { tenantId: tenantOrigin, profileId: "cop_1", isOpen: true };
const exchangeDraft = { form: { name: "Legacy", subject_token_type: "urn:a", action_id: "" } };

/** Opens a worker with a saved tenant and without an open page. */
async function openSaved() {
  const worker = openWorker();
  await worker.setUp();
  return worker;
}

async function leaveDrafts(worker: ReturnType<typeof openWorker>): Promise<void> {
  await worker.stores.drafts.connections.write([connectionDraft]);
  await worker.stores.drafts.exchange(tenantOrigin).write(exchangeDraft);
  await worker.inspector.draftsChanged();
}

async function readDrafts({ stores }: ReturnType<typeof openWorker>) {
  const { connections, exchange: exchangeOf } = stores.drafts;
  return [await connections.read(), await exchangeOf(tenantOrigin).read()];
}

describe("an update that the browser installs", () => {
  test("leaves the unsent input of the popup, and names the credential that it removed", async () => {
    const worker = await openSaved();
    await leaveDrafts(worker);
    await worker.update();
    await worker.inspector.wake();
    expect(await readDrafts(worker)).toEqual([[connectionDraft], exchangeDraft]);
    const [tenant] = (await worker.snapshot()).tenants;
    expect(tenant?.credential).toBeUndefined();
    expect(tenant?.credentialLoss).toBe("update");
  });

  test("leaves what a faster popup has already typed", async () => {
    const worker = await openSaved();
    await leaveDrafts(worker);
    await worker.update();
    await worker.stores.drafts.connections.write([{ ...connectionDraft, profileId: "cop_2" }]);
    await worker.inspector.draftsChanged();
    await worker.inspector.wake();
    expect(await readDrafts(worker)).toEqual([
      [{ ...connectionDraft, profileId: "cop_2" }],
      exchangeDraft,
    ]);
  });

  test("does not bring a discarded draft back", async () => {
    const worker = await openSaved();
    await leaveDrafts(worker);
    await worker.stores.drafts.connections.remove();
    await worker.stores.drafts.exchange(tenantOrigin).remove();
    await worker.inspector.draftsChanged();
    expect(worker.local.values.has("draftCopy")).toBe(false);
    await worker.update();
    await worker.inspector.wake();
    expect(await readDrafts(worker)).toEqual([undefined, undefined]);
  });

  test.each([
    ["the browser was closed", (worker) => worker.inspector.browserStarted()],
    [
      "the tenant was forgotten",
      (worker) => worker.send("tenant.forget", { tenantId: tenantOrigin }),
    ],
    ["everything was forgotten", (worker) => worker.send("everything.forget", {})],
  ] satisfies [string, (worker: ReturnType<typeof openWorker>) => Promise<unknown>][])(
    "restores no draft and names no credential once %s",
    async (_what, end) => {
      const worker = await openSaved();
      await leaveDrafts(worker);
      await end(worker);
      expect(worker.local.values.has("draftCopy")).toBe(false);
      expect(worker.local.values.has("sessionCredentials")).toBe(false);
      await worker.update();
      await worker.inspector.wake();
      expect(await readDrafts(worker)).toEqual([undefined, undefined]);
    },
  );
});

describe("an update that the browser offers", () => {
  test("is installed at once if it takes nothing away", async () => {
    const worker = openWorker();
    worker.closeWindow();
    await worker.inspector.updateOffered("1.1.0");
    expect(worker.restarts).toEqual(["restart"]);
  });

  test("waits for an open page, which shows it, and is installed when the last one closes", async () => {
    const worker = openWorker();
    await worker.inspector.updateOffered("1.1.0");
    expect(worker.restarts).toEqual([]);
    expect((await worker.snapshot()).waitingUpdate).toEqual({ version: "1.1.0" });
    worker.closeWindow();
    await expect.poll(() => worker.restarts).toEqual(["restart"]);
  });

  test("waits for a credential in memory, through a new worker, and keeps the worker awake", async () => {
    const worker = await openSaved();
    worker.closeWindow();
    await worker.inspector.updateOffered("1.1.0");
    await worker.restart();
    worker.closeWindow();
    await worker.inspector.wake();
    expect(worker.restarts).toEqual([]);
    expect(worker.wakeUps).not.toEqual([]);
    await worker.send("credential.forget", { tenantId: tenantOrigin });
    await worker.inspector.wake();
    expect(worker.restarts).toEqual(["restart"]);
  });

  test("is installed when the user asks, although a credential in memory is lost by it", async () => {
    const worker = await openSaved();
    await worker.inspector.updateOffered("1.1.0");
    await worker.send("update.install", {});
    expect(worker.restarts).toEqual(["restart"]);
  });

  test("is not installed during a login, not even by the user", async () => {
    const tabs = createFakeTabs();
    const worker = openWorker({ login: tabs.browser });
    await worker.send("tenant.save", {
      name: "Local",
      origin: tenantOrigin,
      clientId: "demo-spa",
      colour: "none",
      isReadOnly: false,
    });
    const url = `${tenantOrigin}/authorize?state=s`;
    void worker.send("login.open", { tenantId: tenantOrigin, loginId: "l1", url });
    await expect.poll(() => worker.stores.logins.text).toBeDefined();
    await expect(worker.send("update.install", {})).rejects.toMatchObject({
      code: "update-held",
      message:
        "The update was not installed. A login window is open. Wait until it is over, then select “Update and restart” again.",
    });
    expect(worker.restarts).toEqual([]);
  });

  test("is not installed while a change of a profile is in flight", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.send("credential.save", sessionCredential);
    const answer = Promise.withResolvers<Response>();
    worker.browser.intercept = ({ method, url }) =>
      method === "POST" && url.pathname.endsWith("/token-exchange-profiles")
        ? answer.promise
        : undefined;
    const creating = worker.send("token-exchange-profile.create", {
      tenantId: tenantOrigin,
      body: exchange,
    });
    await expect.poll(() => worker.stores.creations.text).toBeDefined();
    await expect(worker.send("update.install", {})).rejects.toMatchObject({
      code: "update-held",
      message: expect.stringContaining("A change of a profile is being sent."),
    });
    answer.resolve(Response.json({ ...exchange, id: "tep_1" }, { status: 201 }));
    await creating;
    await worker.send("update.install", {});
    expect(worker.restarts).toEqual(["restart"]);
  });
});

test("a start of the browser removes the drafts although the settings are unreadable", async () => {
  const worker = await openSaved();
  await leaveDrafts(worker);
  worker.stores.settings.settings.damage();
  await worker.inspector.browserStarted();
  expect(worker.local.values.has("draftCopy")).toBe(false);
  expect(await worker.stores.drafts.connections.read()).toBeUndefined();
});
