import { createServer, type Server } from "node:http";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { startTenant, type RunningTenant, type StartOptions } from "../../../tenant/serve.ts";
import { containing } from "./matchers.ts";
import { readFrames } from "./read-frames.ts";

async function start(options: StartOptions = {}): Promise<RunningTenant> {
  const tenant = await startTenant({ port: 0, demoPort: 0, ...options });
  onTestFinished(async () => await tenant.stop());
  return tenant;
}

async function occupyPort(): Promise<number> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    await new Promise<unknown>((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The port is not known.");
  return address.port;
}

async function openStream(tenant: RunningTenant): Promise<Response> {
  const answer = await fetch(`${tenant.origin}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: "demo-management",
      client_secret: "demo-management-secret",
      audience: "/api/v2/",
    }),
  });
  const { access_token: token } = z.object({ access_token: z.string() }).parse(await answer.json());
  return await fetch(`${tenant.origin}/api/v2/events`, {
    headers: { authorization: `Bearer ${token}` },
  });
}

async function control(tenant: RunningTenant, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${tenant.origin}/_control/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(201);
}

/** The JWKS document. A tenant with other keys would reject earlier tokens. */
async function readKeys(tenant: RunningTenant): Promise<unknown> {
  const keys: unknown = await (await fetch(`${tenant.origin}/.well-known/jwks.json`)).json();
  return keys;
}

const logSchema = z.object({
  entries: z.array(
    z.object({
      fact: z.optional(z.string()),
      details: z.optional(z.object({ count: z.optional(z.number()) })),
    }),
  ),
});

/** Counts the events that the tenant has written to the connections of its readers. */
async function countDelivered(tenant: RunningTenant): Promise<number> {
  const response = await fetch(`${tenant.origin}/_control/log`);
  return logSchema
    .parse(await response.json())
    .entries.filter((entry) => entry.fact === "events delivered")
    .reduce((sum, entry) => sum + (entry.details?.count ?? 0), 0);
}

describe("a started tenant", () => {
  test("responds at localhost, and as another issuer at its custom domain 127.0.0.1", async () => {
    const tenant = await start();
    const { port } = new URL(tenant.origin);
    for (const origin of [tenant.origin, `http://127.0.0.1:${port}`]) {
      const response = await fetch(`${origin}/.well-known/openid-configuration`);
      expect(await response.json()).toMatchObject({ issuer: `${origin}/` });
    }
  });

  test("listens on the next free port if the wanted port is in use, for both servers", async () => {
    const taken = await occupyPort();
    const tenant = await start({ port: taken, demoPort: taken });
    const port = Number(new URL(tenant.origin).port);
    const demoPort = Number(new URL(tenant.demoOrigins[0]).port);
    expect(port).toBeGreaterThan(taken);
    expect(demoPort).toBeGreaterThan(port);
  });

  test("finds ports for two tenants that start at the same moment", async () => {
    const wanted = await occupyPort();
    const tenants = await Promise.all([start({ port: wanted }), start({ port: wanted })]);
    expect(new Set(tenants.map((tenant) => tenant.origin)).size).toBe(2);
  });

  test("has the faults of its options from the start and after a reset, also with a data file", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tenant-faults-"));
    onTestFinished(async () => await rm(folder, { recursive: true }));
    const dataFile = join(folder, "state.json");
    const first = await startTenant({ port: 0, demoPort: 0, dataFile });
    await first.stop();
    const tenant = await start({ dataFile, faults: ["wrong-key"] });
    const readFaults = async (): Promise<unknown> =>
      await (await fetch(`${tenant.origin}/_control/faults`)).json();
    const expected = { "wrong-key": true, "message-lost": false };
    expect(await readFaults()).toMatchObject(expected);
    await fetch(`${tenant.origin}/_control/faults`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ "wrong-key": false, "message-lost": true }),
    });
    await fetch(`${tenant.origin}/_control/reset`, { method: "POST" });
    expect(await readFaults()).toMatchObject(expected);
  });

  test("takes users from an existing data file, and clients from the seed", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tenant-seed-"));
    onTestFinished(async () => await rm(folder, { recursive: true }));
    const dataFile = join(folder, "state.json");
    const first = await startTenant({ port: 0, demoPort: 0, dataFile });
    await first.stop();
    const seed = {
      users: [{ email: "new@example.com", password: "of-the-seed-1" }],
      clients: [{ client_id: "shop" }],
    };
    const { users, clients } = (await start({ dataFile, seed })).describe();
    expect(users.map((user) => user.email)).toContain("ada@example.com");
    expect(users.map((user) => user.email)).not.toContain("new@example.com");
    expect(clients.map((client) => client.client_id)).toContain("shop");
  });

  test("describes the URLs at which it listens", async () => {
    const tenant = await start();
    const description = tenant.describe();
    expect(description.issuer).toBe(`${tenant.origin}/`);
    expect(description.clients[0]?.callbacks).toContain(`${tenant.demoOrigins[1]}/callback`);
    const management = description.clients.find((client) => client.client_id === "demo-management");
    expect(management?.client_secret).toBe("demo-management-secret");
  });

  test("streams an event over the socket, and ends the stream and frees its ports when stopped", async () => {
    const tenant = await start();
    const frames = readFrames(await openStream(tenant));
    await frames.take(2);
    await fetch(`${tenant.origin}/_control/users`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "new@example.com", password: "a-new-password-3" }),
    });
    expect((await frames.next())?.event).toBe("user.created");
    const end = frames.next().catch(() => undefined);
    await tenant.stop();
    expect(await end).toBeUndefined();
    await expect(fetch(tenant.origin)).rejects.toThrow("fetch failed");
  });

  test("detects a disconnected reader and frees its stream", async () => {
    const tenant = await start({ limits: { eventStreams: 1 } });
    const first = await openStream(tenant);
    await first.body?.cancel();
    await expect
      .poll(async () => {
        const response = await openStream(tenant);
        await response.body?.cancel();
        return response.status;
      })
      .toBe(200);
  });
});

describe("a response cut through the control interface", () => {
  test("fails for the client in the middle of the body", async () => {
    const tenant = await start();
    const path = "/.well-known/openid-configuration";
    await control(tenant, "responses", { path, cut: 20 });
    const response = await fetch(`${tenant.origin}${path}`);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow("terminated");
    expect((await fetch(`${tenant.origin}${path}`)).status).toBe(200);
  });
});

describe("an event stream whose reader stops reading", () => {
  test("sends no more than the connection buffers, and the rest when the reader continues", async () => {
    const tenant = await start();
    const total = 20_000;
    const response = await openStream(tenant);
    for (let count = 0; count < total; count += 10_000) {
      await control(tenant, "events", { count: 10_000, type: "organization.created" });
    }
    const sent = await countDelivered(tenant);
    expect(sent).toBeLessThan(total);
    // The buffers between two processes hold a tenth of the events, never all of them.
    const frames = readFrames(response);
    const seen = (await frames.take(total + 2)).slice(2);
    expect(seen.every((frame) => frame.event === "organization.created")).toBe(true);
    expect(new Set(seen.map((frame) => frame.id)).size).toBe(total);
    expect(await countDelivered(tenant)).toBe(total);
    await frames.cancel();
  });
});

describe("a tenant with a data file", () => {
  test("continues with the state of the previous tenant", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tenant-test-"));
    onTestFinished(async () => await rm(folder, { recursive: true }));
    const dataFile = join(folder, "state.json");
    const first = await startTenant({ port: 0, demoPort: 0, dataFile });
    await control(first, "users", { email: "kept@example.com", password: "a-password-3" });
    const keys = await readKeys(first);
    await first.stop();
    const second = await start({ dataFile });
    expect(await readKeys(second)).toEqual(keys);
    expect(second.describe().users.map((user) => user.email)).toContain("kept@example.com");
  });

  test("repeats no identifier after a restart, even with a seed", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tenant-test-"));
    onTestFinished(async () => await rm(folder, { recursive: true }));
    const dataFile = join(folder, "state.json");
    const seeded = (await start()).describe().users.length;
    for (const name of ["a", "b", "c"]) {
      const tenant = await startTenant({ port: 0, demoPort: 0, dataFile, idSeed: "same" });
      await control(tenant, "users", { email: `${name}@example.com`, password: "a-password-3" });
      const ids = tenant.describe().users.map((user) => user.user_id);
      expect(new Set(ids).size).toBe(ids.length);
      await tenant.stop();
    }
    const last = await start({ dataFile });
    expect(last.describe().users).toHaveLength(seeded + 3);
  });

  test("returns 500 and the reason if the disk is full", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tenant-test-"));
    const dataFile = join(folder, "state.json");
    const tenant = await startTenant({ port: 0, demoPort: 0, dataFile });
    const user = { email: "new@example.com", password: "a-password-3" };
    await rm(folder, { recursive: true });
    // The tenant writes a new file after this many changes, but the folder does not exist.
    await control(tenant, "events", { count: 4000, object: { note: "x".repeat(2000) } });
    const response = await fetch(`${tenant.origin}/_control/users`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(user),
    });
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({
      message: containing("Could not write the data file"),
    });
    await expect(tenant.stop()).rejects.toMatchObject({ code: "unwritable" });
  });

  test("does not start with a broken file, and leaves it unchanged", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tenant-test-"));
    onTestFinished(async () => await rm(folder, { recursive: true }));
    const dataFile = join(folder, "state.json");
    await writeFile(dataFile, "{");
    await expect(startTenant({ port: 0, demoPort: 0, dataFile })).rejects.toMatchObject({
      code: "broken",
    });
    expect(await readFile(dataFile, "utf8")).toBe("{");
  });
});

describe("the demo web app", () => {
  const libraryPath = "/auth-library/10.0.0/auth-library.js";

  test("serves its page at both origins under a policy without inline code", async () => {
    const tenant = await start();
    for (const origin of tenant.demoOrigins) {
      for (const path of ["/", "/callback"]) {
        const response = await fetch(`${origin}${path}`);
        const policy = response.headers.get("content-security-policy");
        expect(policy).toContain("script-src 'self'");
        expect(policy).toContain(`frame-src ${tenant.origin}`);
        expect(await response.text()).toContain(libraryPath);
      }
    }
    const config = await fetch(`${tenant.demoOrigins[0]}/config.json`);
    expect(await config.json()).toEqual({ tenantOrigin: tenant.origin });
  });

  test("serves the authentication library from the file in the options", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tenant-test-"));
    onTestFinished(async () => await rm(folder, { recursive: true }));
    const file = join(folder, "auth-library.js");
    await writeFile(file, "globalThis.TenantAuth = {};");
    const tenant = await start({ authLibraryFile: file });
    const response = await fetch(`${tenant.demoOrigins[0]}${libraryPath}`);
    expect(response.headers.get("content-type")).toContain("text/javascript");
    expect(await response.text()).toBe("globalThis.TenantAuth = {};");
  });

  test("returns 404 if the library is missing", async () => {
    const tenant = await start({ authLibraryFile: "/no/such/file.js" });
    expect((await fetch(`${tenant.demoOrigins[0]}${libraryPath}`)).status).toBe(404);
  });
});
