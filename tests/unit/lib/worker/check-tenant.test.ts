import { describe, expect, test } from "vitest";

import { checkTenant } from "../../../../lib/worker/check-tenant.ts";
import { WorkerError } from "../../../../lib/worker/worker-error.ts";
import { createNetwork } from "../management/fakes.ts";

const origin = "https://acme.example";
const discovery = { issuer: "https://acme.example/", jwks_uri: "https://elsewhere.example/keys" };
const found = () => Response.json(discovery);

async function catchWorkerError(work: Promise<unknown>): Promise<WorkerError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof WorkerError) return error;
    throw error;
  }
  throw new Error("The check succeeded.");
}

test("accepts a tenant with a discovery document and a key set", async () => {
  const { fetch, sent } = createNetwork(found(), Response.json({ keys: [{ kty: "RSA" }, {}] }));
  expect(await checkTenant(origin, fetch)).toEqual({ issuer: discovery.issuer, keyCount: 2 });
  expect(sent.map(({ url }) => url)).toEqual([
    "https://acme.example/.well-known/openid-configuration",
    "https://acme.example/.well-known/jwks.json",
  ]);
});

test("sends requests without cookies, redirects or an unlimited duration", async () => {
  const { fetch, sent } = createNetwork(found(), Response.json({ keys: [] }));
  await checkTenant(origin, fetch);
  for (const { init } of sent) {
    expect(init).toMatchObject({ credentials: "omit", redirect: "error", cache: "no-store" });
    expect(init.signal).toBeInstanceOf(AbortSignal);
  }
});

test("names the origin and the checks if the tenant does not respond", async () => {
  const { fetch } = createNetwork(new TypeError("hunter2: connection refused"));
  const error = await catchWorkerError(checkTenant(origin, fetch));
  expect(error.code).toBe("tenant-unreachable");
  expect(error.message).toMatch(/^No response from https:\/\/acme\.example\. Check /);
  expect(JSON.stringify([error.message, error.stack])).not.toContain("hunter2");
});

test("treats a tenant whose response breaks off as unreachable", async () => {
  const body = new ReadableStream({ start: (controller) => controller.error(new Error("reset")) });
  const { fetch } = createNetwork(new Response(body));
  expect((await catchWorkerError(checkTenant(origin, fetch))).code).toBe("tenant-unreachable");
});

test("rejects a tenant with another issuer and names that issuer", async () => {
  const { fetch } = createNetwork(
    Response.json({ ...discovery, issuer: "https://other.example/" }),
  );
  const error = await catchWorkerError(checkTenant(origin, fetch));
  expect(error.code).toBe("not-a-tenant");
  expect(error.message).toContain("https://other.example/");
  expect(error.toFacts()).toEqual({ issuerOrigin: "https://other.example" });
});

test("shortens a very long issuer in the message", async () => {
  const { fetch } = createNetwork(Response.json({ ...discovery, issuer: "x".repeat(9_000) }));
  const error = await catchWorkerError(checkTenant(origin, fetch));
  expect(error.message.length).toBeLessThan(400);
});

describe("a server that is not a tenant", () => {
  test.each([
    ["a page", () => [new Response("<!doctype html>")]],
    ["an error status", () => [new Response("{}", { status: 404 })]],
    ["another document", () => [Response.json({ hello: "world" })]],
    ["a document that is too long", () => [new Response(`{"x":"${"x".repeat(600_000)}"}`)]],
    ["no key set", () => [found(), new Response("", { status: 404 })]],
    ["an invalid key set", () => [found(), Response.json({ keys: "none" })]],
  ])("is rejected: %s", async (_what, answers) => {
    const { fetch } = createNetwork(...answers());
    const error = await catchWorkerError(checkTenant(origin, fetch));
    expect(error.code).toBe("not-a-tenant");
    expect(error.message).toMatch(/ Check the domain\.$/);
  });
});

test("is read only up to the size limit of the document", async () => {
  let sent = 0;
  const piece = new TextEncoder().encode("x".repeat(65_536));
  const body = new ReadableStream({
    pull(controller) {
      sent += 1;
      // The body ends far beyond the limit, so that a reader without a limit fails instead of
      // hanging.
      if (sent > 1_000) controller.close();
      else controller.enqueue(piece);
    },
  });
  const { fetch } = createNetwork(new Response(body));
  expect((await catchWorkerError(checkTenant(origin, fetch))).code).toBe("not-a-tenant");
  expect(sent).toBeLessThan(20);
});
