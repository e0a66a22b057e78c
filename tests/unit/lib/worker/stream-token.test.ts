import { describe, expect, test } from "vitest";

import { NoTokenError } from "../../../../lib/events/ports.ts";
import { SealedStoreError } from "../../../../lib/management/credentials/sealed-store-error.ts";
import { ManagementError } from "../../../../lib/management/refusals/management-error.ts";
import { createStreamToken } from "../../../../lib/worker/stream-token.ts";
import { WorkerError } from "../../../../lib/worker/worker-error.ts";
import { goodCredential, openWorker, tenantOrigin } from "./inspector-harness.ts";

const management = (code: ManagementError["code"]) => new ManagementError({ code, message: "No." });

test.each([
  [management("credentials-refused"), "refused"],
  [management("token-expired"), "missing"],
  [management("login-required"), "missing"],
  [management("rate-limited"), "rate-limited"],
  [management("server-error"), "unavailable"],
  [management("unreachable"), "unavailable"],
  [new WorkerError("locked", "No."), "missing"],
  [new SealedStoreError("tampered"), "missing"],
  [new SealedStoreError("storage-failed"), "unavailable"],
  [new Error("No."), "unavailable"],
])("%o leaves the stream without a token as %s", async (error, code) => {
  const failing = createStreamToken(async () => {
    throw error;
  })({ renew: false });
  await expect(failing).rejects.toBeInstanceOf(NoTokenError);
  await expect(failing).rejects.toMatchObject({ code, message: error.message });
});

/** Opens a worker whose stream needs a new token; `answer` responds for the token endpoint. */
async function openWithoutToken(answer: () => Response) {
  const worker = openWorker();
  await worker.setUp();
  await worker.restart();
  let isRefused = false;
  worker.browser.intercept = ({ url }) => {
    if (url.pathname === "/oauth/token") return answer();
    if (url.pathname !== "/api/v2/events" || isRefused) return undefined;
    isRefused = true;
    return new Response("", { status: 401 });
  };
  const before = worker.requestsTo("/oauth/token").length;
  await worker.inspector.wake();
  await worker.until(() => worker.requestsTo("/oauth/token").length > before);
  const at = worker.clock.now();
  const count = () => worker.requestsTo("/oauth/token").length - before;
  const readStream = async () => (await worker.snapshot()).tenants[0]?.stream;
  return { worker, at, count, readStream };
}

describe("a token endpoint with a rate limit", () => {
  const limited = () => new Response("", { status: 429, headers: { "retry-after": "90" } });

  test.each([
    ["keeps running", false],
    ["stops before each alarm", true],
  ])("gets one request within its Retry-After from a worker that %s", async (_, isRevival) => {
    const { worker, at, count, readStream } = await openWithoutToken(limited);
    await worker.reach("waiting:rate-limited");
    for (let alarm = 0; alarm < 2; alarm += 1) {
      if (isRevival) await worker.restart();
      else worker.clock.advance(30_000);
      await worker.inspector.wake();
      expect(await readStream()).toMatchObject({ why: "rate-limited", until: at + 90_000 });
    }
    await worker.send("stream.retry", { tenantId: tenantOrigin });
    expect(count()).toBe(1);
    worker.browser.intercept = () => undefined;
    worker.clock.advance(30_000);
    await worker.inspector.wake();
    await worker.reach("listening");
  });
});

describe("a secret that the token endpoint rejects", () => {
  const rejected = () => Response.json({ error: "access_denied" }, { status: 401 });

  test("is tried once in a quarter of an hour, with a message about the checks", async () => {
    const { worker, count, readStream } = await openWithoutToken(rejected);
    await worker.reach("stopped:unauthorized");
    const stopped = await readStream();
    expect(stopped).toMatchObject({ message: expect.stringContaining("client ID and secret") });
    const at = stopped?.since ?? 0;
    for (let life = 0; worker.clock.now() + 30_000 < at + 900_000; life += 1) {
      if (life % 3 === 0) await worker.restart();
      else worker.clock.advance(30_000);
      await worker.inspector.wake();
    }
    expect(await readStream()).toEqual(stopped);
    expect(count()).toBe(1);
  });

  test("is replaced at once by another secret", async () => {
    const { worker } = await openWithoutToken(rejected);
    await worker.reach("stopped:unauthorized");
    worker.browser.intercept = () => undefined;
    worker.changes.length = 0;
    worker.clock.advance(1_000);
    await worker.send("credential.save", {
      tenantId: tenantOrigin,
      credential: goodCredential,
      remembering: "session",
    });
    await worker.reach("listening");
    expect(worker.requestsTo("/api/v2/events").length).toBeGreaterThan(1);
  });
});

test("a token endpoint with a server error is retried after the time that it names", async () => {
  const { worker, at, readStream } = await openWithoutToken(
    () => new Response("", { status: 503, headers: { "retry-after": "45" } }),
  );
  await worker.reach("waiting:no-token");
  expect(await readStream()).toMatchObject({ until: at + 45_000 });
});
