import { describe, expect, test } from "vitest";

import type { CredentialInput } from "../../../../lib/messages/credential.ts";
import { defaultStreamPreferences } from "../../../../lib/messages/stream-preferences.ts";
import {
  catchRemoteError,
  exchange,
  goodCredential,
  openWorker,
  tenantOrigin,
  tenantDetails,
} from "./inspector-harness.ts";

const save = (credential: CredentialInput) => ({
  tenantId: tenantOrigin,
  credential,
  remembering: "session" as const,
});

describe("a worker without a tenant", () => {
  test("emits an empty snapshot and sends no request", async () => {
    const worker = openWorker();
    await worker.inspector.wake();
    expect(await worker.snapshot()).toEqual({ tenants: [], events: [], marks: [] });
    expect(worker.sent).toEqual([]);
    expect(await worker.readBadge()).toMatchObject({
      text: "",
      title: "Tenant Inspector: no unread events",
    });
  });
});

describe("a tenant with its credential", () => {
  test("is subscribed to at once, and every page is notified", async () => {
    const worker = openWorker();
    const tenant = await worker.setUp();
    expect(worker.changes).toContainEqual(
      expect.objectContaining({
        kind: "snapshot",
        snapshot: expect.objectContaining({
          tenants: [expect.objectContaining({ tenant })],
          selectedId: tenant.id,
          events: [],
        }),
      }),
    );
    const snapshot = await worker.snapshot();
    const credential = snapshot.tenants[0]?.credential;
    expect(credential?.scopes).toContain("read:events");
    expect(credential?.expiresAt).toBeGreaterThan(worker.clock.now());
    expect(snapshot.trouble).toBeUndefined();
  });

  test("stores an event, emits it to the pages, and counts it on the badge", async () => {
    const worker = openWorker();
    await worker.setUp();
    const id = await worker.createUser("rosa@example.com");
    await worker.until(() => worker.storedIds().length === 1);
    expect(worker.changes.at(-1)).toMatchObject({
      kind: "events",
      unread: 1,
      events: [{ id, type: "user.created", sequence: 1 }],
    });
    expect(await worker.snapshot()).toMatchObject({ tenants: [{ unread: 1 }], events: [{ id }] });
    expect(await worker.readBadge()).toEqual({
      text: "1",
      colour: "#1b3fa8",
      title: "Tenant Inspector: 1 unread event",
    });
  });

  test("shows more events than fit as 99+ on the badge, with the full number in its title", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.control("events", { count: 150 });
    await worker.reachUnread(150);
    expect(await worker.readBadge()).toMatchObject({
      text: "99+",
      title: expect.stringContaining("150 unread events"),
    });
  });

  test("no longer counts viewed events", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.control("events", { count: 3 });
    await worker.until(() => worker.storedIds().length === 3);
    await worker.send("events.mark-viewed", { tenantId: tenantOrigin, through: 2 });
    expect(worker.changes.at(-1)).toEqual({ kind: "unread", tenantId: tenantOrigin, unread: 1 });
    expect(await worker.readBadge()).toMatchObject({ text: "1" });
    await worker.send("events.mark-viewed", { tenantId: tenantOrigin, through: 3 });
    expect(worker.changes.at(-1)).toEqual({ kind: "unread", tenantId: tenantOrigin, unread: 0 });
    expect(await worker.readBadge()).toMatchObject({ text: "" });
  });

  test("emits no snapshot that is older than an emitted change", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.send("credential.save", save({ kind: "access_token", token: "opaque" }));
    await worker.reach("stopped:bad-request");
    const states = worker.changes.flatMap((change) => {
      if (change.kind === "stream") return [change.stream];
      return change.kind === "snapshot" ? [change.snapshot.tenants[0]?.stream] : [];
    });
    expect(states.at(-1)).toEqual((await worker.snapshot()).tenants[0]?.stream);
  });

  test("emits nothing to an unsubscribed page", async () => {
    const worker = openWorker();
    const told: unknown[] = [];
    const unsubscribe = worker.inspector.activity.subscribe((change) => told.push(change));
    unsubscribe();
    await worker.setUp();
    expect(told).toEqual([]);
  });

  test("stops the stream with a reason if its permission is removed, and the badge shows the problem", async () => {
    const worker = openWorker();
    await worker.setUp();
    worker.browser.isAllowed = false;
    await worker.inspector.permissionsChanged();
    const [activity] = (await worker.snapshot()).tenants;
    expect(activity?.isPermitted).toBe(false);
    expect(activity?.stream).toMatchObject({
      name: "stopped",
      why: "no-permission",
      message: expect.stringMatching(/was removed\. .*options/),
    });
    expect(await worker.readBadge()).toMatchObject({ text: "!" });
  });

  test("reports a removed permission for the custom domain, and the stream continues", async () => {
    const worker = openWorker();
    await worker.setUp();
    const customOrigin = "https://login.local.example";
    await worker.send("tenant.save", { ...tenantDetails, customOrigin });
    worker.browser.denied.push("https://login.local.example/*");
    await worker.inspector.permissionsChanged();
    await worker.reach("listening");
    const [activity] = (await worker.snapshot()).tenants;
    expect(activity).toMatchObject({ isPermitted: true, isCustomPermitted: false });
  });

  test("reports a browser that cannot check permissions, and everything else continues", async () => {
    const worker = openWorker({
      hasHostPermission: () => Promise.reject(new Error("hunter2")),
    });
    const tenant = { ...tenantDetails, id: tenantOrigin, stream: defaultStreamPreferences };
    await worker.stores.settings.settings.write({
      version: 2,
      tenants: [tenant],
      selectedId: tenantOrigin,
      refs: {},
    });
    const snapshot = await worker.snapshot();
    expect(snapshot).toMatchObject({
      tenants: [{ tenant: { name: "Local" }, isPermitted: false }],
      trouble: { code: "unexpected" },
    });
    expect(JSON.stringify(snapshot)).not.toContain("hunter2");
  });

  test("continues the stream when the permission is granted again", async () => {
    const worker = openWorker();
    await worker.setUp();
    worker.browser.isAllowed = false;
    await worker.inspector.permissionsChanged();
    worker.changes.length = 0;
    worker.browser.isAllowed = true;
    await worker.inspector.permissionsChanged();
    await worker.reach("listening");
    expect(worker.requestsTo("/api/v2/events")).toHaveLength(2);
  });
});

test("emits only the count, not the events, if it is not selected", async () => {
  const worker = openWorker();
  await worker.setUp();
  const { tenant: second } = await worker.addTenant();
  await worker.send("tenant.select", { tenantId: second.id });
  worker.changes.length = 0;
  await worker.createUser("rosa@example.com");
  await worker.until(() =>
    worker.changes.some((change) => change.kind === "unread" && change.unread === 1),
  );
  expect(worker.changes).toContainEqual({ kind: "unread", tenantId: tenantOrigin, unread: 1 });
  expect(worker.storedIds()).toEqual([]);
});

test("leaves no unhandled rejection if the browser rejects the request to stay awake", async () => {
  const worker = openWorker({ stayAwake: () => Promise.reject(new Error("going down")) });
  await worker.setUp();
  const id = await worker.createUser("rosa@example.com");
  await worker.until(() => worker.storedIds().length === 1);
  expect(worker.storedIds()).toEqual([id]);
});

describe("secrets", () => {
  const wrongSecret = "hunter2-wrong-secret";
  const pasted = "hunter2-pasted-token";

  test("are in no response, change or tooltip after any failure", async () => {
    const worker = openWorker();
    const told: unknown[] = [];
    const fail = async (work: Promise<unknown>) => {
      const { code, message, facts, stack } = await catchRemoteError(work);
      told.push({ code, message, facts, stack });
    };
    const wrong = { ...goodCredential, clientSecret: wrongSecret };
    await fail(worker.send("credential.save", save(goodCredential)));
    await worker.setUp();
    await fail(worker.send("credential.save", save(wrong)));
    worker.browser.isReachable = false;
    await fail(worker.send("credential.save", save(wrong)));
    const request = { tenantId: tenantOrigin, body: exchange };
    told.push(await worker.send("token-exchange-profile.create", request));
    await fail(worker.send("tenant.save", tenantDetails));
    worker.browser.isReachable = true;
    await worker.send("credential.save", save({ kind: "access_token", token: pasted }));
    await worker.reach("stopped:bad-request");
    await fail(worker.send("connection-profile.list", { tenantId: tenantOrigin }));
    told.push(await worker.snapshot(), await worker.readBadge(), worker.changes, worker.shown);

    const seen = JSON.stringify(told);
    const token = worker.sent
      .map(({ authorization }) => authorization?.replace("Bearer ", ""))
      .find((used) => used !== undefined && used !== pasted);
    const secrets = [
      goodCredential.clientSecret,
      wrongSecret,
      pasted,
      token ?? "no token was used",
    ];
    expect(secrets.filter((secret) => seen.includes(secret))).toEqual([]);
    // Prove that the search works: each secret was sent over the network and is found there.
    const crossed = JSON.stringify(worker.sent);
    expect(secrets.filter((secret) => crossed.includes(secret))).toEqual(secrets);
  });
});
