import { describe, expect, test } from "vitest";

import type { SeenToken } from "../../../../lib/messages/seen-token.ts";
import { catchRemoteError, openWorker, tenantDetails, tenantOrigin } from "./inspector-harness.ts";

const tenantId = tenantOrigin;
const other = "https://acme.example";

function makeSeen(id: string, over: Partial<SeenToken> = {}): SeenToken {
  return {
    id,
    token: `token-${id}`,
    role: "access",
    tenantId,
    group: "run-1",
    source: { kind: "run", title: "Login with popup" },
    seenAt: 0,
    ...over,
  };
}

async function openWithTenants() {
  const worker = openWorker();
  await worker.send("tenant.save", tenantDetails);
  await worker.addTenant(other);
  const list = async () => (await worker.send("seen-token.list", {})).tokens;
  const ids = async () => (await list()).map(({ id }) => id);
  const add = (...tokens: SeenToken[]) => worker.send("seen-token.add", { tokens });
  return { ...worker, stores: worker.stores, list, ids, add };
}

describe("seen tokens", () => {
  test("are listed for all tenants, newest first, and outlive the worker", async () => {
    const worker = await openWithTenants();
    const exchange = {
      request: { client_id: "app", nonce: "n-1" },
      response: {},
      issuer: `${tenantOrigin}/`,
      receivedAt: 5,
    };
    const first = makeSeen("a", { role: "id", exchange });
    const source = { kind: "exchange", profile: "Legacy" } as const;
    await worker.add(first, makeSeen("b", { role: "refresh" }));
    await worker.add(makeSeen("c", { tenantId: other, source, seenAt: 9 }));
    await worker.restart();
    expect(await worker.list()).toEqual([
      makeSeen("c", { tenantId: other, source, seenAt: 9 }),
      first,
      makeSeen("b", { role: "refresh" }),
    ]);
  });

  test("that are equal are listed once, at the newest place", async () => {
    const worker = await openWithTenants();
    await worker.add(makeSeen("a", { token: "same" }), makeSeen("b", { seenAt: 1 }));
    await worker.add(makeSeen("c", { token: "same", seenAt: 2 }));
    expect(await worker.ids()).toEqual(["c", "b"]);
  });

  test("are the newest 50", async () => {
    const worker = await openWithTenants();
    for (let at = 0; at < 51; at += 1) await worker.add(makeSeen(`${at}`, { seenAt: at }));
    const ids = await worker.ids();
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([50, "50", "1"]);
  });

  test("are as many as fit into 1 MB", async () => {
    const worker = await openWithTenants();
    for (let at = 0; at < 6; at += 1) {
      await worker.add(makeSeen(`${at}`, { seenAt: at, token: `${at}`.repeat(240_000) }));
    }
    expect(await worker.ids()).toEqual(["5", "4", "3", "2"]);
  });

  test("that cannot be read are dropped, and the others are kept", async () => {
    const worker = await openWithTenants();
    const damaged = [null, "text", { id: "x" }, { ...makeSeen("d"), seenAt: "now" }];
    await worker.stores.seenTokens.write([damaged[0], makeSeen("a"), ...damaged]);
    expect(await worker.ids()).toEqual(["a"]);
    await worker.add(makeSeen("b", { seenAt: 1 }));
    expect(await worker.ids()).toEqual(["b", "a"]);
    expect(worker.stores.seenTokens.text).not.toContain('"d"');
    await worker.stores.seenTokens.write("no list");
    expect(await worker.ids()).toEqual([]);
  });

  test("added at the same time are both kept", async () => {
    const worker = await openWithTenants();
    await Promise.all([worker.add(makeSeen("a")), worker.add(makeSeen("b"))]);
    expect(await worker.ids()).toHaveLength(2);
  });

  test("of an unknown tenant are refused, without the token in the error", async () => {
    const worker = await openWithTenants();
    const error = await catchRemoteError(
      worker.add(makeSeen("a", { tenantId: "https://gone.example" })),
    );
    expect(error).toMatchObject({ code: "no-tenant" });
    expect(JSON.stringify(error)).not.toContain("token-a");
    const tooLong = makeSeen("b", { token: "x".repeat(256 * 1024 + 1) });
    expect(await catchRemoteError(worker.add(tooLong))).toMatchObject({ code: "invalid-request" });
    expect(await worker.ids()).toEqual([]);
  });
});

describe("forgetting", () => {
  async function openFilled() {
    const worker = await openWithTenants();
    await worker.add(
      makeSeen("run"),
      makeSeen("exchange", { source: { kind: "exchange", profile: "Legacy" } }),
      makeSeen("other", { tenantId: other }),
    );
    return worker;
  }

  test.each([
    [{ kind: "ids", ids: ["run", "unknown"] }, ["exchange", "other"]],
    [{ kind: "runs" }, ["exchange"]],
    [{ kind: "all" }, []],
  ] as const)("the selection %j leaves %j", async (selection, left) => {
    const worker = await openFilled();
    const own = "ids" in selection ? { kind: selection.kind, ids: [...selection.ids] } : selection;
    await worker.send("seen-token.forget", { selection: own });
    expect(await worker.ids()).toEqual(left);
    for (const gone of ["run", "exchange", "other"].filter((id) => !left.some((one) => one === id)))
      expect(worker.stores.seenTokens.text ?? "").not.toContain(`token-${gone}`);
  });

  test("a tenant removes its tokens, and keeps those of other tenants", async () => {
    const worker = await openFilled();
    await worker.send("tenant.forget", { tenantId });
    expect(await worker.ids()).toEqual(["other"]);
  });

  test.each(["tenant.forget", "everything.forget"] as const)(
    "%s leaves nothing of a token that is being stored",
    async (command) => {
      const worker = await openFilled();
      const forgetting = worker.send(command, { tenantId });
      const late = await Promise.allSettled([worker.add(makeSeen("late"))]);
      await forgetting;
      expect(late).toHaveLength(1);
      expect(worker.stores.seenTokens.text ?? "").not.toContain("late");
      expect(worker.stores.seenTokens.text ?? "").not.toContain("token-run");
    },
  );

  test("everything removes all tokens", async () => {
    const worker = await openFilled();
    await worker.send("everything.forget", {});
    expect(worker.stores.seenTokens.text).toBeUndefined();
  });
});
