import { describe, expect, test } from "vitest";

import {
  catchRemoteError,
  goodCredential,
  openWorker,
  tenantDetails,
} from "./inspector-harness.ts";
import { holdEventDatabase } from "./hold-event-database.ts";

describe("unreadable storage", () => {
  test("reports a damaged tenant, shows the problem on the badge, and leaves the tenant unchanged", async () => {
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

  test("keeps damaged settings until the user resets them, and offers a copy before", async () => {
    const worker = openWorker();
    await worker.setUp();
    worker.stores.settings.settings.damage();
    const error = await catchRemoteError(worker.send("tenant.save", tenantDetails));
    expect(error.code).toBe("damaged-storage");
    const { text } = await worker.send("settings.rescue", {});
    expect(JSON.parse(text)).toMatchObject({ settings: "unreadable" });
    await worker.send("settings.reset", {});
    expect(await worker.snapshot()).toEqual({ tenants: [], events: [], marks: [] });
    await worker.send("tenant.save", tenantDetails);
    expect(await worker.snapshot()).not.toHaveProperty("trouble");
  });

  test("opens a remembered credential whose kind is unreadable, and can replace and forget it", async () => {
    const worker = openWorker();
    const { id: tenantId } = await worker.setUp();
    const device = { tenantId, remembering: "device" } as const;
    const pasted = { kind: "access_token", token: "opaque-token" } as const;
    await worker.send("credential.save", { ...device, credential: pasted });
    await worker.restart();
    // The browser was closed, so the credential is decrypted again.
    await worker.stores.credentials.kept.remove();
    worker.stores.credentials.kinds.damage();
    const snapshot = await worker.snapshot();
    expect(snapshot).toMatchObject({ tenants: [{ credential: { kind: "access_token" } }] });
    expect(snapshot).not.toHaveProperty("trouble");
    await worker.send("credential.save", { ...device, credential: goodCredential });
    worker.stores.credentials.kinds.damage();
    await worker.send("credential.forget", { tenantId });
    expect(worker.stores.credentials.sealed.text).toBeUndefined();
  });

  test("reports an event log that cannot be opened, until it opens", async () => {
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

  test("reports an event log that a newer version took while the stream runs, until it is removed", async () => {
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
        (change) => change.kind === "snapshot" && change.snapshot.trouble?.code === "newer",
      );
    await worker.until(isTold);
    expect((await worker.snapshot()).trouble?.message).toContain("A newer version");

    worker.changes.length = 0;
    await worker.send("events.reset", {});
    // The reconnection respects the tenant's `retry:`.
    worker.clock.advance(2_000);
    await worker.reach("listening");
    expect(await worker.snapshot()).not.toHaveProperty("trouble");
  });

  test("reports an event log that a page keeps open during its removal, then continues automatically", async () => {
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

  test("stores an event whose count cannot be read, and leaves no unhandled rejection", async () => {
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
