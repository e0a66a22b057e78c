import { describe, expect, test } from "vitest";
import * as z from "zod/mini";

import {
  catchRemoteError,
  goodCredential,
  openWorker,
  ORIGIN,
  SECRET,
  tenantDetails,
} from "./inspector-harness.ts";

const exchange = {
  name: "Legacy tokens",
  subject_token_type: "urn:acme:legacy-token",
  action_id: "act_demo_legacy",
  type: "custom_authentication",
} as const;

describe("saving a tenant", () => {
  test("stores what was checked, and says what it found", async () => {
    const worker = openWorker();
    const saved = await worker.send("tenant.save", tenantDetails);
    expect(saved).toEqual({
      tenant: { ...tenantDetails, id: ORIGIN },
      issuer: `${ORIGIN}/`,
      keyCount: 1,
    });
    expect(await worker.stores.tenant.read()).toEqual(saved.tenant);
  });

  test("without the permission nothing is asked of the network", async () => {
    const worker = openWorker();
    worker.browser.isAllowed = false;
    const error = await catchRemoteError(worker.send("tenant.save", tenantDetails));
    expect(error.code).toBe("no-permission");
    expect(error.message).toContain(ORIGIN);
    expect(worker.sent).toEqual([]);
  });

  test.each([
    ["tenant-unreachable", () => Promise.reject<Response>(new TypeError("fetch failed"))],
    ["not-a-tenant", () => new Response("<!doctype html>")],
    ["not-a-tenant", () => Response.json({ issuer: "https://other.example/", jwks_uri: "x" })],
  ])("an origin that is %s is not stored, and the tenant before it stays", async (code, answer) => {
    const worker = openWorker();
    await worker.send("tenant.save", tenantDetails);
    const before = worker.stores.tenant.text;
    worker.browser.intercept = answer;
    const other = { ...tenantDetails, origin: "https://acme.example" };
    expect((await catchRemoteError(worker.send("tenant.save", other))).code).toBe(code);
    expect(worker.stores.tenant.text).toBe(before);
  });

  test("the same origin again keeps its identity and its credential", async () => {
    const worker = openWorker();
    const first = await worker.setUp();
    const { tenant } = await worker.send("tenant.save", { ...tenantDetails, name: "Renamed" });
    expect(tenant).toEqual({ ...first, name: "Renamed" });
    expect((await worker.snapshot()).credential).toBeDefined();
  });

  test("another origin is another tenant, and the credential is forgotten", async () => {
    const worker = openWorker();
    const first = await worker.setUp();
    const origin = "https://acme.example";
    worker.browser.intercept = ({ url }) =>
      url.origin === origin
        ? Response.json({ issuer: `${origin}/`, jwks_uri: "", keys: [] })
        : undefined;
    const { tenant } = await worker.send("tenant.save", { ...tenantDetails, origin });
    expect(tenant.id).not.toBe(first.id);
    expect(worker.stores.credential.text).toBeUndefined();
    expect(await worker.snapshot()).toMatchObject({ tenant, stream: { why: "not-started" } });
  });
});

describe("saving a credential", () => {
  test("says what it is good for, and never gives it back", async () => {
    const worker = openWorker();
    await worker.send("tenant.save", tenantDetails);
    const summary = await worker.send("credential.save", { credential: goodCredential });
    expect(summary).toMatchObject({ kind: "client_credentials" });
    expect(summary.scopes).toContain("create:token_exchange_profiles");
    expect(JSON.stringify(summary)).not.toContain(SECRET);
  });

  test("needs a tenant first", async () => {
    const { send } = openWorker();
    const error = await catchRemoteError(send("credential.save", { credential: goodCredential }));
    expect(error).toMatchObject({ code: "no-tenant", message: expect.stringContaining("options") });
  });

  test("a wrong secret is told in a sentence, and what was stored goes on working", async () => {
    const worker = openWorker();
    await worker.setUp();
    const before = worker.stores.credential.text;
    const credential = { ...goodCredential, clientSecret: "wrong" };
    const error = await catchRemoteError(worker.send("credential.save", { credential }));
    expect(error.code).toBe("credentials-refused");
    expect(error.message).toMatch(/Check the client id and secret/);
    expect(worker.stores.credential.text).toBe(before);
    expect(await worker.snapshot()).toMatchObject({ stream: { name: "listening" } });
  });

  test("one that is forgotten ends the stream", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.send("credential.forget", {});
    expect(worker.stores.credential.text).toBeUndefined();
    const snapshot = await worker.snapshot();
    expect(snapshot.credential).toBeUndefined();
    expect(snapshot.stream).toMatchObject({ name: "stopped", why: "not-started" });
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
    expect(await worker.send("login.open", { url })).toEqual({
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
    const error = await catchRemoteError(worker.send("login.open", { url }));
    expect(error.code).toBe("foreign-login");
  });

  test("without a tenant there is no login", async () => {
    const url = `${ORIGIN}/authorize`;
    const error = await catchRemoteError(openWorker().send("login.open", { url }));
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
        worker.send("connection-profile.list", {}),
        worker.send("connection-profile.update", { id: "cop_1", patch: { name: "x" } }),
        worker.send("token-exchange-profile.create", exchange),
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
    expect(await worker.send("token-exchange-profile.create", exchange)).toMatchObject(exchange);
    const again = worker.send("token-exchange-profile.create", { ...exchange, name: "Another" });
    expect(await catchRemoteError(again)).toMatchObject({
      code: "conflict",
      facts: { status: 409, field: "subject_token_type" },
    });
  });

  test("a connection profile is changed by what is sent alone", async () => {
    const worker = openWorker();
    await worker.setUp();
    const { profiles } = await worker.send("connection-profile.list", {});
    const profile = profiles.find(({ name }) => name === "workforce");
    const id = profile?.id ?? "none";
    const updated = await worker.send("connection-profile.update", {
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
    const { profiles } = await worker.send("connection-profile.list", {});
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

  test("a list that never ends is given up after fifty pages", async () => {
    const worker = openWorker();
    await worker.setUp();
    let pages = 0;
    worker.browser.intercept = ({ url }) => {
      if (url.pathname !== "/api/v2/connection-profiles") return undefined;
      pages += 1;
      return Response.json({ connection_profiles: [{ id: "cop_1" }], next: `page-${pages}` });
    };
    await worker.send("connection-profile.list", {});
    expect(worker.requestsTo("/api/v2/connection-profiles")).toHaveLength(50);
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
  expect(await worker.send("stream.retry", {})).toEqual({});
  await worker.reach("listening");
});

test("marking as viewed needs a tenant", async () => {
  const error = await catchRemoteError(openWorker().send("events.mark-viewed", { through: 1 }));
  expect(error.code).toBe("no-tenant");
});

test("the options page is opened by the browser", async () => {
  const opened: string[] = [];
  const worker = openWorker({ openOptionsPage: async () => void opened.push("options") });
  expect(await worker.send("options.open", {})).toEqual({});
  expect(opened).toEqual(["options"]);
});
