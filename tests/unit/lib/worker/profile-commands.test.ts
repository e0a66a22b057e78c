import { describe, expect, test } from "vitest";
import * as z from "zod/mini";

import {
  catchRemoteError,
  exchange,
  openWorker,
  tenantOrigin,
  tenantDetails,
} from "./inspector-harness.ts";

describe("the Management API", () => {
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
  ])("is not called with the error %s, whose message names the options", async (code, prepare) => {
    const worker = openWorker();
    await prepare(worker);
    const before = worker.sent.length;
    for (const work of [
      worker.send("connection-profile.list", { tenantId: tenantOrigin }),
      worker.send("connection-profile.update", {
        tenantId: tenantOrigin,
        base: { id: "cop_1" },
        patch: { name: "x" },
        isUndo: false,
      }),
      worker.send("token-exchange-profile.create", { tenantId: tenantOrigin, body: exchange }),
    ]) {
      const error = await catchRemoteError(work);
      expect(error).toMatchObject({ code, message: expect.stringContaining("options") });
    }
    expect(worker.sent).toHaveLength(before);
  });

  test("creates a token exchange profile, and rejects a second one of its type at its field", async () => {
    const worker = openWorker();
    await worker.setUp();
    expect(
      await worker.send("token-exchange-profile.create", {
        tenantId: tenantOrigin,
        body: exchange,
      }),
    ).toMatchObject({ kind: "created", profile: exchange });
    const again = worker.send("token-exchange-profile.create", {
      tenantId: tenantOrigin,
      body: { ...exchange, name: "Another" },
    });
    expect(await catchRemoteError(again)).toMatchObject({
      code: "conflict",
      facts: { status: 409, field: "subject_token_type" },
    });
  });

  const pageSchema = z.coerce.number();

  test("reports a list that exceeds the page limit as incomplete", async () => {
    const worker = openWorker();
    await worker.setUp();
    let page = 0;
    worker.browser.intercept = ({ url }) => {
      if (url.pathname !== "/api/v2/connection-profiles") return undefined;
      page += 1;
      return Response.json({ connection_profiles: [{ id: `cop_${page}` }], next: String(page) });
    };
    const answer = await worker.send("connection-profile.list", { tenantId: tenantOrigin });
    expect(answer.profiles).toHaveLength(50);
    expect(answer.isPartial).toBe(true);
  });

  test("loads all pages of connection profiles once", async () => {
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
    const { profiles } = await worker.send("connection-profile.list", { tenantId: tenantOrigin });
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

describe("running an exchange", () => {
  const input = {
    client_id: "demo-spa",
    subject_token: "no such token",
    subject_token_type: exchange.subject_token_type,
  };

  test("returns a rejection as an outcome, counts it, and forecasts the throttle across restarts", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.send("token-exchange-profile.create", { tenantId: tenantOrigin, body: exchange });
    const calm = await worker.send("token-exchange.forecast", { tenantId: tenantOrigin });
    const { outcome, forecast } = await worker.send("token-exchange.run", {
      tenantId: tenantOrigin,
      input,
    });
    expect(outcome.kind).toBe("refused");
    expect(forecast.remaining).toBe(calm.remaining - 1);
    await worker.restart();
    expect(await worker.send("token-exchange.forecast", { tenantId: tenantOrigin })).toEqual(
      forecast,
    );
  });

  test("is not counted if its tenant was forgotten before the answer", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.send("token-exchange-profile.create", { tenantId: tenantOrigin, body: exchange });
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<Response>();
    worker.browser.intercept = (request) => {
      if (request.url.pathname !== "/oauth/token") return undefined;
      asked.resolve();
      return answer.promise;
    };
    const running = catchRemoteError(
      worker.send("token-exchange.run", { tenantId: tenantOrigin, input }),
    );
    await asked.promise;
    await worker.send("tenant.forget", { tenantId: tenantOrigin });
    answer.resolve(Response.json({ error: "invalid_grant" }, { status: 400 }));
    expect(await running).toMatchObject({ code: "no-tenant" });
    expect(worker.stores.exchanges.text).toBeUndefined();
  });
});
