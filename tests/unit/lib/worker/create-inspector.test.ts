import { describe, expect, test } from "vitest";

import {
  catchRemoteError,
  goodCredential,
  openWorker,
  tenantDetails,
} from "./inspector-harness.ts";

describe("a worker that knows no tenant", () => {
  test("tells an empty snapshot and asks the network for nothing", async () => {
    const worker = openWorker();
    await worker.inspector.wake();
    expect(await worker.snapshot()).toMatchObject({
      stream: { name: "stopped", why: "not-started" },
      unread: 0,
      events: [],
    });
    expect(worker.sent).toEqual([]);
    expect(await worker.readBadge()).toMatchObject({
      text: "",
      title: "Tenant Inspector: no unread events",
    });
  });
});

describe("a tenant with its credential", () => {
  test("is subscribed to at once, and every page is told", async () => {
    const worker = openWorker();
    const tenant = await worker.setUp();
    expect(worker.changes).toContainEqual(
      expect.objectContaining({
        kind: "snapshot",
        snapshot: expect.objectContaining({ tenant, events: [] }),
      }),
    );
    const snapshot = await worker.snapshot();
    expect(snapshot.credential?.scopes).toContain("read:events");
    expect(snapshot.credential?.expiresAt).toBeGreaterThan(worker.clock.now());
    expect(snapshot.trouble).toBeUndefined();
  });

  test("an event is stored, told to the pages, and counted on the badge", async () => {
    const worker = openWorker();
    await worker.setUp();
    const id = await worker.createUser("rosa@example.com");
    await worker.until(() => worker.storedIds().length === 1);
    expect(worker.changes.at(-1)).toMatchObject({
      kind: "events",
      unread: 1,
      events: [{ id, type: "user.created", sequence: 1 }],
    });
    expect(await worker.snapshot()).toMatchObject({ unread: 1, events: [{ id }] });
    expect(await worker.readBadge()).toEqual({
      text: "1",
      colour: "#1b3fa8",
      title: "Tenant Inspector: 1 unread event",
    });
  });

  test("more events than fit are counted as 99+ on the badge and in full beside it", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.control("events", { count: 150 });
    await worker.until(() => worker.storedIds().length === 150);
    expect(await worker.readBadge()).toMatchObject({
      text: "99+",
      title: expect.stringContaining("150 unread events"),
    });
  });

  test("what was viewed is no longer counted", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.control("events", { count: 3 });
    await worker.until(() => worker.storedIds().length === 3);
    await worker.send("events.mark-viewed", { through: 2 });
    expect(worker.changes.at(-1)).toEqual({ kind: "unread", unread: 1 });
    expect(await worker.readBadge()).toMatchObject({ text: "1" });
    await worker.send("events.mark-viewed", { through: 3 });
    expect(worker.changes.at(-1)).toEqual({ kind: "unread", unread: 0 });
    expect(await worker.readBadge()).toMatchObject({ text: "" });
  });

  test("a snapshot that is told never falls back behind a change that was told before it", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.send("credential.save", { credential: { kind: "access_token", token: "opaque" } });
    await worker.reach("stopped:bad-request");
    const states = worker.changes.flatMap((change) => {
      if (change.kind === "stream") return [change.stream];
      return change.kind === "snapshot" ? [change.snapshot.stream] : [];
    });
    expect(states.at(-1)).toEqual((await worker.snapshot()).stream);
  });

  test("a page that unsubscribed is told nothing more", async () => {
    const worker = openWorker();
    const told: unknown[] = [];
    const unsubscribe = worker.inspector.activity.subscribe((change) => told.push(change));
    unsubscribe();
    await worker.setUp();
    expect(told).toEqual([]);
  });

  test("each sign of life keeps the worker awake", async () => {
    const worker = openWorker();
    await worker.setUp();
    expect(worker.wakeUps.length).toBeGreaterThan(0);
  });

  test("a permission that is taken back ends the stream with a reason, and the badge asks for attention", async () => {
    const worker = openWorker();
    await worker.setUp();
    worker.browser.isAllowed = false;
    await worker.inspector.permissionsChanged();
    const { stream } = await worker.snapshot();
    expect(stream).toMatchObject({
      name: "stopped",
      why: "forbidden",
      message: expect.stringMatching(/was taken back\. .*options/),
    });
    expect(await worker.readBadge()).toMatchObject({ text: "!" });
  });

  test("a permission that is granted again lets the stream go on", async () => {
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

describe("a worker that dies and is started again", () => {
  test("goes on with the token it was given: many starts cost one", async () => {
    const worker = openWorker();
    await worker.setUp();
    for (let life = 0; life < 5; life += 1) {
      await worker.restart();
      await worker.inspector.wake();
      await worker.reach("listening");
    }
    expect(worker.requestsTo("/api/v2/events")).toHaveLength(6);
    expect(worker.requestsTo("/oauth/token")).toHaveLength(1);
  });

  test("finds what happened meanwhile, once each", async () => {
    const worker = openWorker();
    await worker.setUp();
    const first = await worker.createUser("rosa@example.com");
    await worker.until(() => worker.storedIds().length === 1);
    await worker.restart();
    const second = await worker.createUser("joan@example.com");
    await worker.inspector.wake();
    await worker.until(() => worker.storedIds().length === 1);
    expect(worker.storedIds()).toEqual([second]);
    const { events, unread } = await worker.snapshot();
    expect(events.map(({ id }) => id)).toEqual([second, first]);
    expect(unread).toBe(2);
  });

  test("shows the badge of what was stored before it died", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.createUser("rosa@example.com");
    await worker.until(() => worker.storedIds().length === 1);
    await worker.restart();
    await worker.inspector.wake();
    expect(await worker.readBadge()).toMatchObject({ text: "1" });
  });

  test("opens one stream however often it is woken", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.restart();
    const before = worker.requestsTo("/api/v2/events").length;
    const { inspector } = worker;
    await Promise.all([inspector.wake(), inspector.wake(), inspector.wake()]);
    await worker.reach("listening");
    await inspector.wake();
    expect(worker.requestsTo("/api/v2/events")).toHaveLength(before + 1);
  });
});

describe("what is stored and cannot be read", () => {
  test("a damaged tenant is told in words, asks for attention, and is left untouched", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.restart();
    const before = worker.stores.tenant.text;
    worker.stores.tenant.damage();
    await worker.inspector.wake();
    expect(await worker.snapshot()).toMatchObject({
      unread: 0,
      events: [],
      trouble: "The stored setting cannot be read. Save it again.",
    });
    expect(await worker.readBadge()).toMatchObject({ text: "!" });
    expect(worker.stores.tenant.text).toBe(before);
    expect(worker.requestsTo("/api/v2/events")).toHaveLength(1);
  });

  test("saving the tenant again mends it", async () => {
    const worker = openWorker();
    worker.stores.tenant.damage();
    await worker.inspector.wake();
    await worker.setUp();
    expect(await worker.snapshot()).not.toHaveProperty("trouble");
  });

  test("an event log that cannot be opened is told beside the tenant, and forgotten once it opens", async () => {
    const worker = openWorker();
    const tenant = await worker.setUp();
    await worker.restart();
    worker.stores.indexedDB.isBroken = true;
    await worker.inspector.wake();
    const broken = await worker.snapshot();
    expect(broken).toMatchObject({ tenant, trouble: expect.stringMatching(/\.$/) });
    expect(broken.trouble).not.toContain("hunter2");
    expect(await worker.readBadge()).toMatchObject({ text: "!" });

    worker.stores.indexedDB.isBroken = false;
    worker.changes.length = 0;
    await worker.inspector.wake();
    await worker.reach("listening");
    expect(await worker.snapshot()).not.toHaveProperty("trouble");
    expect(worker.changes).toContainEqual({
      kind: "snapshot",
      snapshot: expect.not.objectContaining({ trouble: expect.anything() }),
    });
    expect(await worker.readBadge()).toMatchObject({ text: "" });
  });

  test("an event whose count cannot be read is stored all the same, and nothing is left unhandled", async () => {
    const worker = openWorker();
    await worker.setUp();
    worker.stores.tenant.damage();
    await worker.createUser("rosa@example.com");
    await worker.until(() =>
      worker.changes.some(
        (change) => change.kind === "snapshot" && change.snapshot.trouble !== undefined,
      ),
    );
    worker.stores.tenant.repair();
    expect(await worker.snapshot()).toMatchObject({ unread: 1 });
  });
});

test("a browser that will not be kept awake leaves nothing unhandled", async () => {
  const worker = openWorker({ stayAwake: () => Promise.reject(new Error("going down")) });
  await worker.setUp();
  const id = await worker.createUser("rosa@example.com");
  await worker.until(() => worker.storedIds().length === 1);
  expect(worker.storedIds()).toEqual([id]);
});

describe("secrets", () => {
  const wrongSecret = "hunter2-wrong-secret";
  const pasted = "hunter2-pasted-token";

  test("no answer, no change and no tooltip holds one, whatever fails", async () => {
    const worker = openWorker();
    const told: unknown[] = [];
    const fail = async (work: Promise<unknown>) => {
      const { code, message, facts, stack } = await catchRemoteError(work);
      told.push({ code, message, facts, stack });
    };
    const wrong = { ...goodCredential, clientSecret: wrongSecret };
    await fail(worker.send("credential.save", { credential: goodCredential }));
    await worker.setUp();
    await fail(worker.send("credential.save", { credential: wrong }));
    worker.browser.isReachable = false;
    await fail(worker.send("credential.save", { credential: wrong }));
    const listing = fail(worker.send("connection-profile.list", {}));
    // It is tried again after pauses, which this clock takes when it is told to.
    const attempts = () => worker.requestsTo("/api/v2/connection-profiles").length;
    await expect.poll(() => (worker.clock.advance(500), attempts())).toBe(3);
    await listing;
    await fail(worker.send("tenant.save", tenantDetails));
    worker.browser.isReachable = true;
    await worker.send("credential.save", { credential: { kind: "access_token", token: pasted } });
    await worker.reach("stopped:bad-request");
    await fail(worker.send("connection-profile.list", {}));
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
    // The scan is worth something: each of them did cross the network, and would be found.
    const crossed = JSON.stringify(worker.sent);
    expect(secrets.filter((secret) => crossed.includes(secret))).toEqual(secrets);
  });
});
