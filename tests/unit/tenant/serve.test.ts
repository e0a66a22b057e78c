import { createServer, type Server } from "node:http";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod/mini";
import { startTenant, type RunningTenant, type StartOptions } from "../../../tenant/serve.ts";
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

describe("a started tenant", () => {
  it("answers under localhost and 127.0.0.1, always as the same issuer", async () => {
    const tenant = await start();
    const { port } = new URL(tenant.origin);
    for (const origin of [tenant.origin, `http://127.0.0.1:${port}`]) {
      const response = await fetch(`${origin}/.well-known/openid-configuration`);
      expect(await response.json()).toMatchObject({ issuer: `${tenant.origin}/` });
    }
  });

  it("takes the next free port when the wanted one is taken, for both servers", async () => {
    const taken = await occupyPort();
    const tenant = await start({ port: taken, demoPort: taken });
    const port = Number(new URL(tenant.origin).port);
    const demoPort = Number(new URL(tenant.demoOrigins[0]).port);
    expect(port).toBeGreaterThan(taken);
    expect(demoPort).toBeGreaterThan(port);
  });

  it("gives ports to two starts at the same moment", async () => {
    const wanted = await occupyPort();
    const tenants = await Promise.all([start({ port: wanted }), start({ port: wanted })]);
    expect(new Set(tenants.map((tenant) => tenant.origin)).size).toBe(2);
  });

  it("describes the addresses it really has", async () => {
    const tenant = await start();
    const description = tenant.describe();
    expect(description.issuer).toBe(`${tenant.origin}/`);
    expect(description.clients[0]?.callbacks).toContain(`${tenant.demoOrigins[1]}/callback`);
    const management = description.clients.find((client) => client.client_id === "demo-management");
    expect(management?.client_secret).toBe("demo-management-secret");
  });

  it("streams an event over the socket, and ends the stream and frees its ports when stopped", async () => {
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

  it("notices that a reader went away and gives its place to the next", async () => {
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

describe("the demo web app", () => {
  const libraryPath = "/auth-library/10.0.0/auth-library.js";

  it("serves its page at both addresses under a policy without inline code", async () => {
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

  it("serves the authentication library from the file it was given", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tenant-test-"));
    onTestFinished(async () => await rm(folder, { recursive: true }));
    const file = join(folder, "auth-library.js");
    await writeFile(file, "globalThis.TenantAuth = {};");
    const tenant = await start({ authLibraryFile: file });
    const response = await fetch(`${tenant.demoOrigins[0]}${libraryPath}`);
    expect(response.headers.get("content-type")).toContain("text/javascript");
    expect(await response.text()).toBe("globalThis.TenantAuth = {};");
  });

  it("answers 404 while there is no library", async () => {
    const tenant = await start({ authLibraryFile: "/no/such/file.js" });
    expect((await fetch(`${tenant.demoOrigins[0]}${libraryPath}`)).status).toBe(404);
  });
});
