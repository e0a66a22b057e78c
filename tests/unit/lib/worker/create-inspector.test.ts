import { describe, expect, test } from "vitest";

import type { CredentialInput } from "../../../../lib/messages/credential.ts";
import {
  defaultStreamPreferences,
  type StreamPreferences,
} from "../../../../lib/messages/stream-preferences.ts";
import {
  catchRemoteError,
  goodCredential,
  openWorker,
  ORIGIN,
  tenantDetails,
} from "./inspector-harness.ts";
import { holdEventDatabase } from "./hold-event-database.ts";

const exchange = {
  name: "Legacy tokens",
  subject_token_type: "urn:acme:legacy-token",
  action_id: "act_demo_legacy",
  type: "custom_authentication",
} as const;

const save = (credential: CredentialInput) => ({
  tenantId: ORIGIN,
  credential,
  remembering: "session" as const,
});

describe("a worker that knows no tenant", () => {
  test("tells an empty snapshot and asks the network for nothing", async () => {
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
  test("is subscribed to at once, and every page is told", async () => {
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
    expect(await worker.snapshot()).toMatchObject({ tenants: [{ unread: 1 }], events: [{ id }] });
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
    await worker.send("events.mark-viewed", { tenantId: ORIGIN, through: 2 });
    expect(worker.changes.at(-1)).toEqual({ kind: "unread", tenantId: ORIGIN, unread: 1 });
    expect(await worker.readBadge()).toMatchObject({ text: "1" });
    await worker.send("events.mark-viewed", { tenantId: ORIGIN, through: 3 });
    expect(worker.changes.at(-1)).toEqual({ kind: "unread", tenantId: ORIGIN, unread: 0 });
    expect(await worker.readBadge()).toMatchObject({ text: "" });
  });

  test("a snapshot that is told never falls back behind a change that was told before it", async () => {
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

  test("a page that unsubscribed is told nothing more", async () => {
    const worker = openWorker();
    const told: unknown[] = [];
    const unsubscribe = worker.inspector.activity.subscribe((change) => told.push(change));
    unsubscribe();
    await worker.setUp();
    expect(told).toEqual([]);
  });

  test("a permission that is taken back ends the stream with a reason, and the badge asks for attention", async () => {
    const worker = openWorker();
    await worker.setUp();
    worker.browser.isAllowed = false;
    await worker.inspector.permissionsChanged();
    const [activity] = (await worker.snapshot()).tenants;
    expect(activity?.isPermitted).toBe(false);
    expect(activity?.stream).toMatchObject({
      name: "stopped",
      why: "forbidden",
      message: expect.stringMatching(/was taken back\. .*options/),
    });
    expect(await worker.readBadge()).toMatchObject({ text: "!" });
  });

  test("a permission for the custom domain alone that is taken back is told, and the stream goes on", async () => {
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

  test("a browser that cannot say what is permitted is told as a trouble, and holds nothing else back", async () => {
    const worker = openWorker({
      hasHostPermission: () => Promise.reject(new Error("hunter2")),
    });
    const tenant = { ...tenantDetails, id: ORIGIN, stream: defaultStreamPreferences };
    await worker.stores.settings.settings.write({
      version: 2,
      tenants: [tenant],
      selectedId: ORIGIN,
    });
    const snapshot = await worker.snapshot();
    expect(snapshot).toMatchObject({
      tenants: [{ tenant: { name: "Local" }, isPermitted: false }],
      trouble: { code: "unexpected" },
    });
    expect(JSON.stringify(snapshot)).not.toContain("hunter2");
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

test("of a tenant that is not selected the pages are told the count, and not each event", async () => {
  const worker = openWorker();
  await worker.setUp();
  await worker.addTenant();
  worker.changes.length = 0;
  await worker.createUser("rosa@example.com");
  await worker.until(() =>
    worker.changes.some((change) => change.kind === "unread" && change.unread === 1),
  );
  expect(worker.changes).toContainEqual({ kind: "unread", tenantId: ORIGIN, unread: 1 });
  expect(worker.storedIds()).toEqual([]);
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
    const { events, tenants } = await worker.snapshot();
    expect(events.map(({ id }) => id)).toEqual([second, first]);
    expect(tenants[0]?.unread).toBe(2);
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

describe("a wait that the tenant asks for", () => {
  const refuseStreams = (worker: ReturnType<typeof openWorker>) => {
    worker.browser.intercept = ({ url }) =>
      url.pathname === "/api/v2/events"
        ? new Response("", { status: 429, headers: { "retry-after": "600" } })
        : undefined;
  };

  test("outlives the worker, and the stream goes on after it", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.restart();
    refuseStreams(worker);
    await worker.inspector.wake();
    await worker.reach("waiting:rate-limited");
    const asked = worker.requestsTo("/api/v2/events").length;
    const until = worker.clock.now() + 600_000;

    for (let life = 0; life < 3; life += 1) {
      await worker.restart();
      worker.clock.advance(30_000);
      await worker.inspector.wake();
      expect((await worker.snapshot()).tenants[0]?.stream).toMatchObject({
        name: "waiting",
        why: "rate-limited",
        until,
        message: expect.stringContaining("rate limit"),
      });
    }
    expect(worker.requestsTo("/api/v2/events")).toHaveLength(asked);

    worker.browser.intercept = () => undefined;
    worker.clock.advance(600_000);
    await worker.inspector.wake();
    await worker.reach("listening");
    await worker.send("tenant.forget", { tenantId: ORIGIN });
    expect(await worker.stores.holds.read()).toEqual({});
  });

  test("is kept to when the tenant is changed meanwhile, or somebody tries again", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.restart();
    refuseStreams(worker);
    await worker.inspector.wake();
    await worker.reach("waiting:rate-limited");
    const asked = worker.requestsTo("/api/v2/events").length;
    await worker.send("tenant.save", { ...tenantDetails, name: "Renamed" });
    await worker.send("stream.retry", { tenantId: ORIGIN });
    expect(worker.requestsTo("/api/v2/events")).toHaveLength(asked);
    const [activity] = (await worker.snapshot()).tenants;
    expect(activity?.stream).toMatchObject({ name: "waiting", why: "rate-limited" });
  });

  test("is not believed longer than it could have been asked for, wherever the clock is set", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.restart();
    refuseStreams(worker);
    await worker.inspector.wake();
    await worker.reach("waiting:rate-limited");
    await worker.restart();
    worker.browser.intercept = () => undefined;
    worker.clock.advance(-86_400_000);
    await worker.inspector.wake();
    await worker.reach("listening");
    expect((await worker.snapshot()).tenants[0]?.stream.name).toBe("listening");
  });
});

describe("a refusal of the stream", () => {
  async function openRefused() {
    const worker = openWorker();
    await worker.setUp();
    await worker.restart();
    worker.browser.intercept = ({ url }) =>
      url.pathname === "/api/v2/events"
        ? Response.json(
            { statusCode: 403, error: "Forbidden", errorCode: "insufficient_scope" },
            { status: 403 },
          )
        : undefined;
    await worker.inspector.wake();
    await worker.reach("stopped:insufficient-scope");
    const asked = worker.requestsTo("/api/v2/events").length;
    const since = worker.clock.now();
    /** A worker's next life, as the alarm begins it. */
    const revive = async () => {
      await worker.restart();
      worker.clock.advance(30_000);
      await worker.inspector.wake();
    };
    return { worker, asked, since, revive };
  }

  test("outlives the worker, which asks again a quarter of an hour later", async () => {
    const { worker, asked, since, revive } = await openRefused();
    for (let life = 0; life < 3; life += 1) {
      await revive();
      expect((await worker.snapshot()).tenants[0]?.stream).toMatchObject({
        name: "stopped",
        why: "insufficient-scope",
        since,
      });
    }
    expect(worker.requestsTo("/api/v2/events")).toHaveLength(asked);
    worker.browser.intercept = () => undefined;
    worker.clock.advance(900_000);
    await revive();
    await worker.reach("listening");
    expect(worker.requestsTo("/api/v2/events")).toHaveLength(asked + 1);
  });

  test("is forgotten once somebody tries again, so that the worker after that goes on", async () => {
    const { worker, revive } = await openRefused();
    await revive();
    worker.browser.intercept = () => undefined;
    await worker.send("stream.retry", { tenantId: ORIGIN });
    await worker.reach("listening");
    await revive();
    await worker.reach("listening");
    expect(await worker.stores.holds.read()).toEqual({});
  });

  test("is forgotten with a new credential", async () => {
    const { worker, revive } = await openRefused();
    await revive();
    worker.browser.intercept = () => undefined;
    await worker.send("credential.save", {
      tenantId: ORIGIN,
      credential: goodCredential,
      remembering: "session",
    });
    await worker.reach("listening");
    expect(await worker.stores.holds.read()).toEqual({});
  });
});

describe("what is stored and cannot be read", () => {
  test("a damaged tenant is told in words, asks for attention, and is left untouched", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.restart();
    const before = worker.stores.settings.settings.text;
    worker.stores.settings.settings.damage();
    await worker.inspector.wake();
    expect(await worker.snapshot()).toMatchObject({
      tenants: [],
      events: [],
      trouble: {
        code: "damaged-storage",
        message: "The stored setting cannot be read. Save it again.",
      },
    });
    expect(await worker.readBadge()).toMatchObject({ text: "!" });
    expect(worker.stores.settings.settings.text).toBe(before);
    expect(worker.requestsTo("/api/v2/events")).toHaveLength(1);
  });

  test("damaged settings are kept as they are until somebody resets them, and a copy is had before", async () => {
    const worker = openWorker();
    await worker.setUp();
    worker.stores.settings.settings.damage();
    const error = await catchRemoteError(worker.send("tenant.save", tenantDetails));
    expect(error.code).toBe("damaged-storage");
    const { text } = await worker.send("settings.rescue", {});
    expect(JSON.parse(text)).toMatchObject({ settings: "what nobody can read" });
    await worker.send("settings.reset", {});
    expect(await worker.snapshot()).toEqual({ tenants: [], events: [], marks: [] });
    await worker.send("tenant.save", tenantDetails);
    expect(await worker.snapshot()).not.toHaveProperty("trouble");
  });

  test("an event log that cannot be opened is told beside the tenant, and forgotten once it opens", async () => {
    const worker = openWorker();
    const tenant = await worker.setUp();
    await worker.restart();
    worker.stores.indexedDB.isBroken = true;
    await worker.inspector.wake();
    const broken = await worker.snapshot();
    expect(broken).toMatchObject({
      tenants: [{ tenant }],
      trouble: { code: "open-failed", message: expect.stringMatching(/\.$/) },
    });
    expect(broken.trouble?.message).not.toContain("hunter2");
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

  test("an event log that is taken away while the stream runs is told as well, until it is removed", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.reach("listening");
    const taken = worker.stores.indexedDB.open("events", 99);
    await new Promise((resolve) => taken.addEventListener("success", resolve));
    taken.result.close();
    worker.changes.length = 0;
    await worker.createUser("rosa@example.com");
    const isTold = () =>
      worker.changes.some(
        (change) => change.kind === "snapshot" && change.snapshot.trouble?.code === "open-failed",
      );
    await worker.until(isTold);
    expect((await worker.snapshot()).trouble?.message).toContain("could not be opened");

    worker.changes.length = 0;
    await worker.send("events.reset", {});
    await worker.reach("listening");
    expect(await worker.snapshot()).not.toHaveProperty("trouble");
  });

  test("an event log that a page does not let go of is told while it is to be removed, and goes on by itself", async () => {
    const worker = openWorker();
    await worker.setUp();
    const page = await holdEventDatabase(worker.stores.indexedDB);
    const resetting = worker.send("events.reset", {});
    await page.asked;
    worker.clock.advance(5_000);
    await resetting;
    expect((await worker.snapshot()).trouble).toMatchObject({ code: "held" });

    worker.changes.length = 0;
    page.close();
    const isOver = () =>
      worker.changes.some(
        (change) => change.kind === "snapshot" && change.snapshot.trouble === undefined,
      );
    await worker.until(isOver);
    await worker.createUser("rosa@example.com");
    await worker.until(() => worker.storedIds().length === 1);
    expect(await worker.snapshot()).not.toHaveProperty("trouble");
  });

  test("an event whose count cannot be read is stored all the same, and nothing is left unhandled", async () => {
    const worker = openWorker();
    await worker.setUp();
    worker.stores.settings.settings.damage();
    await worker.createUser("rosa@example.com");
    await worker.until(() => worker.storedIds().length === 1);
    expect(await worker.readBadge()).toMatchObject({ text: "!" });
    worker.stores.settings.settings.repair();
    expect(await worker.snapshot()).toMatchObject({ tenants: [{ unread: 1 }] });
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
    await fail(worker.send("credential.save", save(goodCredential)));
    await worker.setUp();
    await fail(worker.send("credential.save", save(wrong)));
    worker.browser.isReachable = false;
    await fail(worker.send("credential.save", save(wrong)));
    await fail(worker.send("token-exchange-profile.create", { tenantId: ORIGIN, body: exchange }));
    await fail(worker.send("tenant.save", tenantDetails));
    worker.browser.isReachable = true;
    await worker.send("credential.save", save({ kind: "access_token", token: pasted }));
    await worker.reach("stopped:bad-request");
    await fail(worker.send("connection-profile.list", { tenantId: ORIGIN }));
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

describe("how the stream is followed", () => {
  const configure = (worker: ReturnType<typeof openWorker>, change: Partial<StreamPreferences>) =>
    worker.send("stream.configure", {
      tenantId: ORIGIN,
      preferences: { ...defaultStreamPreferences, ...change },
    });

  test("one that is paused takes none of the plan's streams, and goes on from where it was", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.createUser("rosa@example.com");
    await worker.until(() => worker.storedIds().length === 1);
    await configure(worker, { mode: "paused" });
    expect((await worker.snapshot()).tenants[0]?.stream).toMatchObject({ why: "asked" });
    const missed = await worker.createUser("joan@example.com");
    worker.changes.length = 0;
    await configure(worker, { mode: "always" });
    await worker.until(() => worker.storedIds().length === 1);
    expect(worker.storedIds()).toEqual([missed]);
  });

  test("one that runs only while a window is open waits for one, and rests again when the last is closed", async () => {
    const worker = openWorker();
    await worker.setUp();
    worker.closeWindow();
    await configure(worker, { mode: "while-open" });
    expect((await worker.snapshot()).tenants[0]?.stream).toMatchObject({
      name: "parked",
      why: "no-window",
    });
    worker.changes.length = 0;
    worker.openWindow();
    await worker.reach("listening");
    worker.closeWindow();
    // Whatever closing the window began is over once the worker has been woken after it.
    await worker.inspector.wake();
    expect((await worker.snapshot()).tenants[0]?.stream).toMatchObject({ name: "parked" });
  });

  test("only the chosen types are asked for, and a change goes on from the cursor", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.createUser("rosa@example.com");
    await worker.until(() => worker.storedIds().length === 1);
    worker.changes.length = 0;
    await configure(worker, { eventTypes: ["user.created", "user.deleted"] });
    await worker.reach("listening");
    const asked = worker.requestsTo("/api/v2/events").at(-1)?.url.searchParams;
    expect(asked?.getAll("event_type")).toEqual(["user.created", "user.deleted"]);
    expect(asked?.get("from")).toBeTruthy();
  });

  test("the limits of the log hold at once, and what they took away is told apart from a gap", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.control("events", { count: 150 });
    await worker.until(() => worker.storedIds().length === 150);
    await configure(worker, { keep: { events: 100, days: 30 } });
    expect(await worker.snapshot()).toMatchObject({
      tenants: [{ unread: 100 }],
      retained: { count: 50, why: "count" },
      marks: [],
    });
  });

  test("a stream that is paused for weeks does not keep its events longer than was promised", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.createUser("rosa@example.com");
    await worker.until(() => worker.storedIds().length === 1);
    await configure(worker, { mode: "paused" });
    await worker.inspector.wake();
    expect((await worker.snapshot()).events).toHaveLength(1);
    worker.clock.advance(31 * 86_400_000);
    worker.changes.length = 0;
    await worker.inspector.wake();
    expect(worker.changes).toContainEqual({
      kind: "snapshot",
      snapshot: expect.objectContaining({
        events: [],
        retained: expect.objectContaining({ count: 1, why: "age" }),
      }),
    });
  });

  test("resuming from an event brings again what came after it, and stores nothing twice", async () => {
    const worker = openWorker();
    await worker.setUp();
    const first = await worker.createUser("rosa@example.com");
    await worker.createUser("joan@example.com");
    await worker.until(() => worker.storedIds().length === 2);
    worker.changes.length = 0;
    await worker.send("stream.resume-from", {
      tenantId: ORIGIN,
      from: { kind: "event", id: first },
    });
    await worker.reach("listening");
    const { events, marks } = await worker.snapshot();
    expect(events).toHaveLength(2);
    expect(marks).toMatchObject([{ kind: "resumed", chosen: "event" }]);
  });

  test("a place that cannot be resumed from is refused with a sentence", async () => {
    const worker = openWorker();
    await worker.setUp();
    const error = await catchRemoteError(
      worker.send("stream.resume-from", { tenantId: ORIGIN, from: { kind: "event", id: "gone" } }),
    );
    expect(error).toMatchObject({ code: "unknown-event", message: expect.stringMatching(/\.$/) });
  });

  test("quiet types are stored and shown, and counted neither on the badge nor beside the tenant", async () => {
    const worker = openWorker();
    await worker.setUp();
    await configure(worker, { rules: { "user.created": "quiet" } });
    await worker.createUser("rosa@example.com");
    await worker.until(() => worker.storedIds().length === 1);
    expect(await worker.snapshot()).toMatchObject({
      tenants: [{ unread: 0 }],
      events: [{ type: "user.created" }],
    });
    await configure(worker, {});
    expect(await worker.snapshot()).toMatchObject({ tenants: [{ unread: 1 }] });
  });

  test("beside quiet types no more is counted as unread than the log still has", async () => {
    const worker = openWorker();
    await worker.setUp();
    await configure(worker, {
      rules: { "no.such.type": "quiet" },
      keep: { events: 100, days: 30 },
    });
    expect(await worker.snapshot()).toMatchObject({ tenants: [{ unread: 0 }] });
    await worker.control("events", { count: 150 });
    await worker.until(() => worker.storedIds().length === 150);
    expect(await worker.snapshot()).toMatchObject({ tenants: [{ unread: 100 }] });
    await worker.send("events.reset", {});
    expect(await worker.snapshot()).toMatchObject({ tenants: [{ unread: 0 }] });
    await worker.createUser("rosa@example.com");
    await worker.until(() => worker.storedIds().length === 151);
    expect(await worker.snapshot()).toMatchObject({ tenants: [{ unread: 1 }] });
  });

  test("a type that notifies shows one notification however many come at once, and a click opens the event", async () => {
    const opened: string[][] = [];
    const worker = openWorker({ openEvent: async (...place) => void opened.push(place) });
    await worker.setUp();
    await configure(worker, { rules: { "user.created": "notify" } });
    const first = await worker.createUser("rosa@example.com");
    await worker.until(() => worker.notifications.length === 1);
    const [one] = worker.notifications;
    expect(one).toMatchObject({ title: "Local: user.created", message: "rosa@example.com" });
    await worker.inspector.notificationClicked(one?.id ?? "");
    expect(opened).toEqual([[ORIGIN, first]]);
    worker.clock.advance(1_000);
    await worker.createUser("joan@example.com");
    await worker.until(() => worker.notifications.length === 2);
    expect(worker.notifications[1]).toEqual({
      id: one?.id,
      title: "Local: 2 events",
      message: "2 user.created",
    });
  });
});
