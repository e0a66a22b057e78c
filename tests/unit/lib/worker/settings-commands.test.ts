import { describe, expect, test } from "vitest";

import { defaultStreamPreferences } from "../../../../lib/messages/stream-preferences.ts";
import {
  catchRemoteError,
  openWorker,
  tenantOrigin,
  testSecret,
  sessionCredential,
  tenantDetails,
} from "./inspector-harness.ts";
import { holdEventDatabase } from "./hold-event-database.ts";

describe("the settings file", () => {
  test("survives an export and an import, and contains no secret", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.addTenant();
    const file = await worker.send("settings.export", {});
    expect(file).toMatchObject({ kind: "tenant-inspector-settings", version: 2 });
    expect(JSON.stringify(file)).not.toContain(testSecret);
    const other = openWorker();
    const loginOrigins = [tenantOrigin, "https://acme.example"];
    expect(await other.send("settings.import", { file, loginOrigins })).toEqual({
      added: ["Local", "Acme"],
      replaced: [],
      leftOut: [],
      refused: [],
    });
    expect((await other.send("settings.export", {})).tenants).toEqual(file.tenants);
    expect(await other.snapshot()).toMatchObject({ selectedId: tenantOrigin });
  });

  test("contains no references of tenants, and an import keeps them", async () => {
    const worker = openWorker();
    await worker.setUp();
    const { settings } = worker.stores.settings;
    const before = (await settings.read())?.refs[tenantOrigin];
    const file = await worker.send("settings.export", {});
    expect(before).toBeDefined();
    expect(JSON.stringify(file)).not.toContain(before);
    await worker.send("settings.import", { file, loginOrigins: [tenantOrigin] });
    expect((await settings.read())?.refs).toEqual({ [tenantOrigin]: before });
  });

  test("an invalid entry is reported with its position, and the others are imported", async () => {
    const worker = openWorker();
    await worker.send("tenant.save", tenantDetails);
    const file = await worker.send("settings.export", {});
    const renamed = { ...tenantDetails, id: "https://evil.example", name: "Renamed" };
    const everyHost = { ...tenantDetails, origin: "https://*", name: "Every host" };
    const inTheClear = { ...tenantDetails, customOrigin: "http://login.example" };
    const tenants = [{ name: "no origin" }, renamed, 7, everyHost, inTheClear];
    const request = { file: { ...file, tenants }, loginOrigins: [] };
    expect(await worker.send("settings.import", request)).toEqual({
      added: [],
      replaced: ["Renamed"],
      leftOut: [],
      refused: [1, 3, 4, 5],
    });
    // The id of a tenant is its origin, even if the file has another id.
    const known = await worker.snapshot();
    expect(known.tenants).toMatchObject([{ tenant: { id: tenantOrigin, name: "Renamed" } }]);
  });

  test("a file of a newer version is rejected, and nothing changes", async () => {
    const worker = openWorker();
    await worker.send("tenant.save", tenantDetails);
    const file = { ...(await worker.send("settings.export", {})), version: 3 };
    for (const work of [
      worker.send("settings.import", { file, loginOrigins: [] }),
      worker.send("settings.preview", { file }),
    ]) {
      const error = await catchRemoteError(work);
      expect(error).toMatchObject({ code: "newer-file", message: expect.stringMatching(/Update/) });
    }
  });

  test("a preview lists each change with both values, and changes nothing", async () => {
    const worker = openWorker();
    await worker.send("tenant.save", { ...tenantDetails, isReadOnly: true });
    const file = await worker.send("settings.export", {});
    const before = worker.stores.settings.settings.text;
    const tenants = [
      { ...tenantDetails, id: tenantOrigin, name: "Other", clientId: "evil", isReadOnly: false },
      { ...tenantDetails, id: tenantOrigin, origin: "https://new.example" },
    ];
    expect(await worker.send("settings.preview", { file: { ...file, tenants } })).toEqual({
      tenants: [
        {
          name: "Other",
          origin: tenantOrigin,
          isAdded: false,
          changes: [
            { field: "Name", from: "Local", to: "Other" },
            { field: "Client ID", from: "demo-spa", to: "evil" },
          ],
          isReadOnlyKept: true,
        },
        {
          name: "Local",
          origin: "https://new.example",
          isAdded: true,
          changes: [],
          isReadOnlyKept: false,
          newLoginOrigin: "https://new.example",
        },
      ],
      refused: [],
    });
    expect(worker.stores.settings.settings.text).toBe(before);
  });

  test("an import never removes a read-only mark, but can set one", async () => {
    const worker = openWorker();
    await worker.send("tenant.save", { ...tenantDetails, isReadOnly: true });
    const file = await worker.send("settings.export", {});
    const importAs = (isReadOnly: boolean) =>
      worker.send("settings.import", {
        file: { ...file, tenants: [{ ...tenantDetails, id: tenantOrigin, isReadOnly }] },
        loginOrigins: [],
      });
    const readMark = async () => (await worker.snapshot()).tenants[0]?.tenant.isReadOnly;
    await importAs(false);
    expect(await readMark()).toBe(true);
    await worker.send("tenant.save", tenantDetails);
    expect(await readMark()).toBe(false);
    await importAs(true);
    expect(await readMark()).toBe(true);
  });

  test("a tenant with an unapproved login domain is skipped", async () => {
    const worker = openWorker();
    await worker.send("tenant.save", tenantDetails);
    const file = await worker.send("settings.export", {});
    const moved = {
      ...tenantDetails,
      id: tenantOrigin,
      name: "Moved",
      customOrigin: "https://evil.example",
    };
    const request = { file: { ...file, tenants: [moved] } };
    expect(await worker.send("settings.import", { ...request, loginOrigins: [] })).toEqual({
      added: [],
      replaced: [],
      leftOut: ["Moved"],
      refused: [],
    });
    const unchanged = (await worker.snapshot()).tenants[0]?.tenant;
    expect(unchanged).toMatchObject({ name: "Local" });
    expect(unchanged).not.toHaveProperty("customOrigin");
    const loginOrigins = ["https://evil.example"];
    expect(await worker.send("settings.import", { ...request, loginOrigins })).toMatchObject({
      replaced: ["Moved"],
      leftOut: [],
    });
  });
});

describe("the single tenant of the first released version", () => {
  test("is migrated with its name, and is found by its origin", async () => {
    const worker = openWorker();
    const first = { id: tenantOrigin, name: "Old", origin: tenantOrigin, clientId: "demo-spa" };
    await worker.stores.settings.firstTenant.write(first);
    await worker.inspector.wake();
    expect(await worker.snapshot()).toMatchObject({
      selectedId: tenantOrigin,
      tenants: [{ tenant: { ...first, isReadOnly: false, stream: defaultStreamPreferences } }],
    });
    expect(worker.stores.settings.firstTenant.text).toBeUndefined();
    expect(await worker.stores.settings.settings.read()).toMatchObject({ version: 2 });
  });
});

test("forgetting everything removes tenants, credentials, events, keys and permissions", async () => {
  const worker = openWorker();
  await worker.send("tenant.save", tenantDetails);
  await worker.send("credential.save", { ...sessionCredential, remembering: "device" });
  await worker.reach("listening");
  await worker.createUser("rosa@example.com");
  await worker.until(() => worker.storedIds().length === 1);
  expect(worker.deviceKeys.kept.size).toBe(1);
  await worker.send("everything.forget", {});
  const { settings, credentials } = worker.stores;
  expect([
    settings.settings.text,
    credentials.kept.text,
    credentials.sealed.text,
    credentials.kinds.text,
  ]).toEqual([undefined, undefined, undefined, undefined]);
  expect(worker.deviceKeys.kept.size).toBe(0);
  expect(worker.dropped).toEqual(["all notifications", "sandbox", "session", "permissions"]);
  await worker.send("tenant.save", tenantDetails);
  expect(await worker.snapshot()).toMatchObject({ events: [], tenants: [{ unread: 0 }] });
});

test("forgetting everything removes the rest, and reports a page that keeps the event log open", async () => {
  const worker = openWorker();
  await worker.setUp();
  const page = await holdEventDatabase(worker.stores.indexedDB);
  const forgetting = catchRemoteError(worker.send("everything.forget", {}));
  await page.asked;
  worker.clock.advance(5_000);
  expect(await forgetting).toMatchObject({
    code: "held",
    message: expect.stringContaining("created again automatically"),
  });
  expect(worker.stores.settings.settings.text).not.toContain(tenantOrigin);
  expect(worker.dropped).toEqual(["all notifications", "sandbox", "session", "permissions"]);
  page.close();
});
