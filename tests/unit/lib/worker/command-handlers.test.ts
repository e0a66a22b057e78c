import { describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { defaultStreamPreferences } from "../../../../lib/messages/stream-preferences.ts";
import {
  catchRemoteError,
  goodCredential,
  openWorker,
  ORIGIN,
  SECRET,
  tenantDetails,
} from "./inspector-harness.ts";
import { holdEventDatabase } from "./hold-event-database.ts";

const exchange = {
  name: "Legacy tokens",
  subject_token_type: "urn:acme:legacy-token",
  action_id: "act_demo_legacy",
  type: "custom_authentication",
} as const;

const sessionCredential = {
  tenantId: ORIGIN,
  credential: goodCredential,
  remembering: "session",
} as const;

describe("saving a tenant", () => {
  test("stores what was checked, and says what it found", async () => {
    const worker = openWorker();
    const saved = await worker.send("tenant.save", tenantDetails);
    expect(saved).toEqual({
      tenant: { ...tenantDetails, id: ORIGIN, stream: defaultStreamPreferences },
      issuer: `${ORIGIN}/`,
      keyCount: 1,
    });
    expect(await worker.stores.settings.settings.read()).toEqual({
      version: 2,
      tenants: [saved.tenant],
      selectedId: ORIGIN,
    });
  });

  test("without the permission nothing is asked of the network", async () => {
    const worker = openWorker();
    worker.browser.isAllowed = false;
    const error = await catchRemoteError(worker.send("tenant.save", tenantDetails));
    expect(error.code).toBe("no-permission");
    expect(error.message).toContain(ORIGIN);
    expect(error.message).toContain("Save the tenant again");
    expect(worker.sent).toEqual([]);
  });

  test("a saved one whose permission was taken back names the button that asks for it", async () => {
    const worker = openWorker();
    await worker.setUp();
    worker.browser.isAllowed = false;
    const request = { tenantId: ORIGIN };
    const error = await catchRemoteError(worker.send("token-exchange-profile.list", request));
    expect(error).toMatchObject({ code: "no-permission" });
    expect(error.message).toContain("Press “Grant access” at the tenant in the options.");
  });

  test.each([
    ["tenant-unreachable", () => Promise.reject<Response>(new TypeError("fetch failed"))],
    ["not-a-tenant", () => new Response("<!doctype html>")],
    ["not-a-tenant", () => Response.json({ issuer: "https://other.example/", jwks_uri: "x" })],
  ])("an origin that is %s is not stored, and the tenant before it stays", async (code, answer) => {
    const worker = openWorker();
    await worker.send("tenant.save", tenantDetails);
    const before = worker.stores.settings.settings.text;
    worker.browser.intercept = answer;
    const other = { ...tenantDetails, origin: "https://acme.example" };
    expect((await catchRemoteError(worker.send("tenant.save", other))).code).toBe(code);
    expect(worker.stores.settings.settings.text).toBe(before);
  });

  test("the same origin again keeps its identity and its credential", async () => {
    const worker = openWorker();
    const first = await worker.setUp();
    const { tenant } = await worker.send("tenant.save", { ...tenantDetails, name: "Renamed" });
    expect(tenant).toEqual({ ...first, name: "Renamed" });
    expect((await worker.snapshot()).tenants[0]?.credential).toBeDefined();
  });

  test("another origin is another tenant beside it, selected at once, with no credential yet", async () => {
    const worker = openWorker();
    const first = await worker.setUp();
    const { tenant } = await worker.addTenant();
    expect(tenant.id).not.toBe(first.id);
    const { tenants, selectedId } = await worker.snapshot();
    expect(selectedId).toBe(tenant.id);
    expect(tenants).toMatchObject([
      { tenant: first, stream: { name: "listening" } },
      { tenant, stream: { why: "not-started" } },
    ]);
    expect(tenants[1]).not.toHaveProperty("credential");
  });

  test("more tenants than the inspector keeps are refused, and nothing is lost", async () => {
    const worker = openWorker();
    await worker.setUp();
    const known = await worker.stores.settings.settings.read();
    const [tenant] = known?.tenants ?? [];
    if (known === undefined || tenant === undefined) throw new Error("There is no tenant.");
    const tenants = Array.from({ length: 50 }, (_, index) => {
      const origin = `https://tenant-${index}.example`;
      return { ...tenant, id: origin, origin };
    });
    await worker.stores.settings.settings.write({ ...known, tenants });
    const error = await catchRemoteError(worker.send("tenant.save", tenantDetails));
    expect(error).toMatchObject({ code: "too-many-tenants" });
    expect((await worker.stores.settings.settings.read())?.tenants).toEqual(tenants);
  });
});

describe("several tenants", () => {
  test("selecting one shows its events on every surface, and its stream goes on beside the others", async () => {
    const worker = openWorker();
    const first = await worker.setUp();
    await worker.createUser("rosa@example.com");
    await worker.until(() => worker.storedIds().length === 1);
    const { tenant: second } = await worker.addTenant();
    expect(await worker.snapshot()).toMatchObject({ selectedId: second.id, events: [] });
    await worker.send("tenant.select", { tenantId: first.id });
    const snapshot = await worker.snapshot();
    expect(snapshot).toMatchObject({ selectedId: first.id, events: [{ type: "user.created" }] });
    expect(worker.requestsTo("/api/v2/events")).toHaveLength(1);
  });

  test("a tenant that is forgotten takes its credential, its events and its stream with it, and no one else's", async () => {
    const worker = openWorker();
    const first = await worker.setUp();
    await worker.createUser("rosa@example.com");
    await worker.until(() => worker.storedIds().length === 1);
    const { tenant: second } = await worker.addTenant();
    await worker.send("tenant.forget", { tenantId: first.id });
    const { tenants, selectedId } = await worker.snapshot();
    expect({ ids: tenants.map(({ tenant }) => tenant.id), selectedId }).toEqual({
      ids: [second.id],
      selectedId: second.id,
    });
    expect(worker.stores.credentials.kept.text).toBeUndefined();
    await worker.send("tenant.save", tenantDetails);
    expect(await worker.snapshot()).toMatchObject({ events: [], tenants: [{}, { unread: 0 }] });
  });

  test("a tenant that is forgotten leaves nothing in the session's memory either: drafts, counts, what was told", async () => {
    const worker = openWorker();
    const { id } = await worker.setUp();
    const { drafts, notified, exchanges } = worker.stores;
    const other = "https://acme.example";
    await drafts.exchange(id).write({ name: "half" });
    await drafts.exchange(other).write({ name: "other" });
    await drafts.connections.write([
      { tenantId: id, profileId: "a" },
      { tenantId: other, profileId: "b" },
    ]);
    await notified.write({ [id]: "evt_1" });
    await exchanges.write({ [id]: { failedAt: [] } });
    await worker.send("tenant.forget", { tenantId: id });
    expect(drafts.exchange(id).text).toBeUndefined();
    expect(drafts.exchange(other).text).toContain("other");
    expect(drafts.connections.text).toBe(JSON.stringify([{ tenantId: other, profileId: "b" }]));
    expect([notified.text, exchanges.text]).toEqual([undefined, undefined]);
    await drafts.connections.write([{ tenantId: id, profileId: "a" }]);
    await worker.send("tenant.forget", { tenantId: id });
    expect(drafts.connections.text).toBeUndefined();
  });

  test("drafts that cannot be read do not outlive a tenant that is forgotten", async () => {
    const worker = openWorker();
    await worker.send("tenant.save", tenantDetails);
    const { connections } = worker.stores.drafts;
    await connections.write([{ tenantId: ORIGIN }]);
    connections.damage();
    await worker.send("tenant.forget", { tenantId: ORIGIN });
    expect(connections.text).toBeUndefined();
  });

  test.each([
    ["before", false],
    ["after", true],
  ])(
    "a credential that is still being tried when its tenant is forgotten is not kept (answer %s)",
    async (_when, isLate) => {
      const worker = openWorker();
      await worker.send("tenant.save", tenantDetails);
      const asked = Promise.withResolvers<void>();
      const answer = Promise.withResolvers<Response>();
      const real = worker.browser.intercept;
      worker.browser.intercept = (request) => {
        if (request.url.pathname !== "/oauth/token") return real(request);
        asked.resolve();
        return answer.promise;
      };
      const saving = catchRemoteError(worker.send("credential.save", sessionCredential));
      await asked.promise;
      const forgetting = worker.send("tenant.forget", { tenantId: ORIGIN });
      if (isLate) await forgetting;
      answer.resolve(Response.json({ access_token: "opaque", expires_in: 3_600 }));
      await forgetting;
      expect(await saving).toMatchObject({ code: "no-tenant" });
      expect(worker.stores.credentials.kept.text).toBeUndefined();
    },
  );

  test.each(["tenant.select", "stream.configure"] as const)(
    "%s at a tenant that is not there says so",
    async (command) => {
      const { send } = openWorker();
      const tenantId = "https://gone.example";
      const work =
        command === "tenant.select"
          ? send(command, { tenantId })
          : send(command, { tenantId, preferences: defaultStreamPreferences });
      expect(await catchRemoteError(work)).toMatchObject({ code: "no-tenant" });
    },
  );
});

describe("a read-only tenant", () => {
  const readOnly = { ...tenantDetails, isReadOnly: true };
  type Confirmed = { tenantId: string; confirmation?: string };
  type Worker = ReturnType<typeof openWorker>;
  const changes: [string, (worker: Worker, confirmed: Confirmed) => Promise<unknown>][] = [
    [
      "create",
      ({ send }, given) => send("token-exchange-profile.create", { ...given, body: exchange }),
    ],
    [
      "update",
      ({ send }, given) =>
        send("token-exchange-profile.update", { ...given, id: "tep_1", patch: { name: "Other" } }),
    ],
    [
      "delete",
      ({ send }, given) => send("token-exchange-profile.delete", { ...given, id: "tep_1" }),
    ],
    [
      "patch of a connection profile",
      ({ send }, given) =>
        send("connection-profile.update", { ...given, id: "cop_1", patch: { name: "Other" } }),
    ],
  ];

  test.each(changes)("takes no %s without its name, and sends nothing", async (_what, change) => {
    const worker = openWorker();
    const { id: tenantId } = await worker.setUp();
    await worker.send("tenant.save", readOnly);
    const before = worker.sent.length;
    for (const confirmed of [{}, { confirmation: "" }, { confirmation: "local" }]) {
      const error = await catchRemoteError(change(worker, { tenantId, ...confirmed }));
      expect(error).toMatchObject({ code: "read-only", message: expect.stringContaining("Local") });
    }
    expect(worker.sent).toHaveLength(before);
  });

  test("takes a change that comes with its name", async () => {
    const worker = openWorker();
    const { id: tenantId } = await worker.setUp();
    await worker.send("tenant.save", readOnly);
    const created = worker.send("token-exchange-profile.create", {
      tenantId,
      body: exchange,
      confirmation: " Local ",
    });
    expect(await created).toMatchObject(exchange);
  });
});

describe("saving a credential", () => {
  test("says what it is good for, and never gives it back", async () => {
    const worker = openWorker();
    await worker.send("tenant.save", tenantDetails);
    const summary = await worker.send("credential.save", sessionCredential);
    expect(summary).toMatchObject({ kind: "client_credentials" });
    expect(summary.scopes).toContain("create:token_exchange_profiles");
    expect(JSON.stringify(summary)).not.toContain(SECRET);
  });

  test("needs a tenant first", async () => {
    const { send } = openWorker();
    const error = await catchRemoteError(send("credential.save", sessionCredential));
    expect(error).toMatchObject({ code: "no-tenant", message: expect.stringContaining("options") });
  });

  test("a wrong secret is told in a sentence, and what was stored goes on working", async () => {
    const worker = openWorker();
    await worker.setUp();
    const before = worker.stores.credentials.kept.text;
    const credential = { ...goodCredential, clientSecret: "wrong" };
    const error = await catchRemoteError(
      worker.send("credential.save", { ...sessionCredential, credential }),
    );
    expect(error.code).toBe("credentials-refused");
    expect(error.message).toMatch(/Check the client id and secret/);
    expect(worker.stores.credentials.kept.text).toBe(before);
    expect(await worker.snapshot()).toMatchObject({ tenants: [{ stream: { name: "listening" } }] });
  });

  test("one that is forgotten ends the stream", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.send("credential.forget", { tenantId: ORIGIN });
    expect(worker.stores.credentials.kept.text).toBeUndefined();
    const [activity] = (await worker.snapshot()).tenants;
    expect(activity?.credential).toBeUndefined();
    expect(activity?.stream).toMatchObject({ name: "stopped", why: "not-started" });
  });
});

describe("opening a login", () => {
  const redirectUrl = "https://monofljdnmneaoeelggekmdfelhaajhc.chromiumapp.org/";

  test("the callback to use is the browser's own", async () => {
    expect(await openWorker().send("login.redirect-url", {})).toEqual({ redirectUrl });
  });

  test("an address at the tenant is opened, and where it led comes back", async () => {
    const opened: string[] = [];
    const worker = openWorker({
      async openLoginWindow(url) {
        opened.push(url);
        return `${redirectUrl}#state=1`;
      },
    });
    await worker.send("tenant.save", tenantDetails);
    const url = `${ORIGIN}/authorize?client_id=demo-spa`;
    expect(await worker.send("login.open", { tenantId: ORIGIN, url })).toEqual({
      redirectedTo: `${redirectUrl}#state=1`,
    });
    expect(opened).toEqual([url]);
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
    const error = await catchRemoteError(worker.send("login.open", { tenantId: ORIGIN, url }));
    expect(error.code).toBe("foreign-login");
  });

  test("without a tenant there is no login", async () => {
    const url = `${ORIGIN}/authorize`;
    const error = await catchRemoteError(
      openWorker().send("login.open", { tenantId: ORIGIN, url }),
    );
    expect(error.code).toBe("no-tenant");
  });
});

describe("the management interface", () => {
  test.each([
    ["no-tenant", async () => undefined],
    [
      "no-credential",
      async (worker: ReturnType<typeof openWorker>) => {
        await worker.send("tenant.save", tenantDetails);
      },
    ],
    [
      "no-permission",
      async (worker: ReturnType<typeof openWorker>) => {
        await worker.setUp();
        worker.browser.isAllowed = false;
      },
    ],
  ])(
    "is not reached when there is %s, and the sentence says where to go",
    async (code, prepare) => {
      const worker = openWorker();
      await prepare(worker);
      const before = worker.sent.length;
      for (const work of [
        worker.send("connection-profile.list", { tenantId: ORIGIN }),
        worker.send("connection-profile.update", {
          tenantId: ORIGIN,
          id: "cop_1",
          patch: { name: "x" },
        }),
        worker.send("token-exchange-profile.create", { tenantId: ORIGIN, body: exchange }),
      ]) {
        const error = await catchRemoteError(work);
        expect(error).toMatchObject({ code, message: expect.stringContaining("options") });
      }
      expect(worker.sent).toHaveLength(before);
    },
  );

  test("a token exchange profile is created, and a second of its type is refused at its field", async () => {
    const worker = openWorker();
    await worker.setUp();
    expect(
      await worker.send("token-exchange-profile.create", { tenantId: ORIGIN, body: exchange }),
    ).toMatchObject(exchange);
    const again = worker.send("token-exchange-profile.create", {
      tenantId: ORIGIN,
      body: { ...exchange, name: "Another" },
    });
    expect(await catchRemoteError(again)).toMatchObject({
      code: "conflict",
      facts: { status: 409, field: "subject_token_type" },
    });
  });

  test("a connection profile is changed by what is sent alone", async () => {
    const worker = openWorker();
    await worker.setUp();
    const { profiles } = await worker.send("connection-profile.list", { tenantId: ORIGIN });
    const profile = profiles.find(({ name }) => name === "workforce");
    const id = profile?.id ?? "none";
    const updated = await worker.send("connection-profile.update", {
      tenantId: ORIGIN,
      id,
      patch: { enabled_features: ["scim"] },
    });
    expect(updated).toEqual({ ...profile, enabled_features: ["scim"] });
  });

  const pageSchema = z.coerce.number();

  test("all pages of connection profiles are read, each once", async () => {
    const worker = openWorker();
    await worker.setUp();
    worker.browser.intercept = ({ url }) => {
      if (url.pathname !== "/api/v2/connection-profiles") return undefined;
      const page = pageSchema.parse(url.searchParams.get("from") ?? 0);
      const connection_profiles = Array.from({ length: 10 }, (_, index) => ({
        id: `cop_${page * 10 + index}`,
      }));
      return Response.json({
        connection_profiles,
        ...(page < 2 ? { next: String(page + 1) } : {}),
      });
    };
    const { profiles } = await worker.send("connection-profile.list", { tenantId: ORIGIN });
    expect(profiles.map(({ id }) => id)).toEqual(
      Array.from({ length: 30 }, (_, index) => `cop_${index}`),
    );
    const asked = worker.requestsTo("/api/v2/connection-profiles");
    expect(asked.map(({ url }) => url.search)).toEqual([
      "?take=10",
      expect.stringContaining("from=1"),
      expect.stringContaining("from=2"),
    ]);
  });
});

test("trying the stream again starts one that had been given up", async () => {
  const worker = openWorker();
  await worker.setUp();
  worker.browser.intercept = ({ url }) =>
    url.pathname === "/api/v2/events"
      ? Response.json({ statusCode: 400, message: "no" }, { status: 400 })
      : undefined;
  await worker.restart();
  await worker.inspector.wake();
  await worker.reach("stopped:bad-request");
  worker.browser.intercept = () => undefined;
  expect(await worker.send("stream.retry", { tenantId: ORIGIN })).toEqual({});
  await worker.reach("listening");
});

test("marking as viewed needs a tenant", async () => {
  const error = await catchRemoteError(
    openWorker().send("events.mark-viewed", { tenantId: ORIGIN, through: 1 }),
  );
  expect(error.code).toBe("no-tenant");
});

test("the options page is opened by the browser, at a place when one is named", async () => {
  const opened: unknown[] = [];
  const worker = openWorker({ openOptionsPage: async (at) => void opened.push(at) });
  const at = { tenantId: ORIGIN, part: "credential" } as const;
  expect(await worker.send("options.open", {})).toEqual({});
  expect(await worker.send("options.open", { at })).toEqual({});
  expect(opened).toEqual([undefined, at]);
});

describe("the settings as a file", () => {
  test("what is exported and imported again is the same, and no secret is in it", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.addTenant();
    const file = await worker.send("settings.export", {});
    expect(file).toMatchObject({ kind: "tenant-inspector-settings", version: 2 });
    expect(JSON.stringify(file)).not.toContain(SECRET);
    const other = openWorker();
    expect(await other.send("settings.import", { file })).toEqual({
      added: ["Local", "Acme"],
      replaced: [],
      refused: [],
    });
    expect((await other.send("settings.export", {})).tenants).toEqual(file.tenants);
    expect(await other.snapshot()).toMatchObject({ selectedId: ORIGIN });
  });

  test("an entry that cannot be read is named by its place, and the others come in", async () => {
    const worker = openWorker();
    await worker.send("tenant.save", tenantDetails);
    const file = await worker.send("settings.export", {});
    const renamed = { ...tenantDetails, id: "https://evil.example", name: "Renamed" };
    const everyHost = { ...tenantDetails, origin: "https://*", name: "Every host" };
    const inTheClear = { ...tenantDetails, customOrigin: "http://login.example" };
    const tenants = [{ name: "no origin" }, renamed, 7, everyHost, inTheClear];
    expect(await worker.send("settings.import", { file: { ...file, tenants } })).toEqual({
      added: [],
      replaced: ["Local"],
      refused: [1, 3, 4, 5],
    });
    // A tenant is known by its origin, whatever the file says of its id.
    const known = await worker.snapshot();
    expect(known.tenants).toMatchObject([{ tenant: { id: ORIGIN, name: "Renamed" } }]);
  });

  test("a file of a later version is refused, and nothing changes", async () => {
    const worker = openWorker();
    await worker.send("tenant.save", tenantDetails);
    const file = { ...(await worker.send("settings.export", {})), version: 3 };
    const error = await catchRemoteError(worker.send("settings.import", { file }));
    expect(error).toMatchObject({ code: "newer-file", message: expect.stringMatching(/Update/) });
  });
});

describe("the first released version's one tenant", () => {
  test("is carried over with its name, and is found again by its origin", async () => {
    const worker = openWorker();
    const first = { id: ORIGIN, name: "Old", origin: ORIGIN, clientId: "demo-spa" };
    await worker.stores.settings.firstTenant.write(first);
    await worker.inspector.wake();
    expect(await worker.snapshot()).toMatchObject({
      selectedId: ORIGIN,
      tenants: [{ tenant: { ...first, isReadOnly: false, stream: defaultStreamPreferences } }],
    });
    expect(worker.stores.settings.firstTenant.text).toBeUndefined();
    expect(await worker.stores.settings.settings.read()).toMatchObject({ version: 2 });
  });
});

test("forgetting everything leaves neither tenant nor credential nor event nor key nor permission", async () => {
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
  expect(worker.dropped).toEqual(["storage", "permissions"]);
  await worker.send("tenant.save", tenantDetails);
  expect(await worker.snapshot()).toMatchObject({ events: [], tenants: [{ unread: 0 }] });
});

test("forgetting everything forgets the rest, and says so, where a page holds on to the events", async () => {
  const worker = openWorker();
  await worker.setUp();
  const page = await holdEventDatabase(worker.stores.indexedDB);
  const forgetting = catchRemoteError(worker.send("everything.forget", {}));
  await page.asked;
  worker.clock.advance(5_000);
  expect(await forgetting).toMatchObject({
    code: "held",
    message: expect.stringContaining("begun anew by itself"),
  });
  expect(worker.stores.settings.settings.text).toBeUndefined();
  expect(worker.dropped).toEqual(["storage", "permissions"]);
  page.close();
});

describe("running an exchange", () => {
  const input = {
    client_id: "demo-spa",
    subject_token: "no such token",
    subject_token_type: exchange.subject_token_type,
  };

  test("brings the refusal as an outcome, counts it, and foretells the throttle across lives of the worker", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.send("token-exchange-profile.create", { tenantId: ORIGIN, body: exchange });
    const calm = await worker.send("token-exchange.forecast", { tenantId: ORIGIN });
    const { outcome, forecast } = await worker.send("token-exchange.run", {
      tenantId: ORIGIN,
      input,
    });
    expect(outcome.kind).toBe("refused");
    expect(forecast.remaining).toBe(calm.remaining - 1);
    await worker.restart();
    expect(await worker.send("token-exchange.forecast", { tenantId: ORIGIN })).toEqual(forecast);
  });
});
