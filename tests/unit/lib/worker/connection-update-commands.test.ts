import { describe, expect, test } from "vitest";

import type { ConnectionProfile } from "../../../../lib/management/connections/connection-profile.ts";
import { catchRemoteError, openWorker, tenantOrigin } from "./inspector-harness.ts";

const tenantId = tenantOrigin;

/** Opens the worker with the local tenant, and an update of the profile “workforce”. */
async function openUpdate() {
  const worker = openWorker();
  await worker.setUp();
  const { profiles } = await worker.send("connection-profile.list", { tenantId });
  const base = profiles.find(({ name }) => name === "workforce");
  if (base === undefined) throw new Error("The local tenant has no profile “workforce”.");
  const path = `/api/v2/connection-profiles/${base.id}`;
  const update = { tenantId, base, patch: { enabled_features: ["scim"] }, isUndo: false };
  return {
    worker,
    base,
    update,
    updated: { ...base, ...update.patch },
    id: base.id,
    requests: () => worker.requestsTo(path).map(({ method }) => method),
    /** Answers the PATCH instead of the tenant. */
    answerPatch: (answer: () => Response | Promise<Response>): void => {
      worker.browser.intercept = ({ method }) => (method === "PATCH" ? answer() : undefined);
    },
    pending: async () =>
      (await worker.send("connection-profile.list-updates", { tenantId })).updates,
  };
}

const answerWith = (profile: ConnectionProfile) => Response.json(profile);

describe("an update", () => {
  test("reads the profile, sends only the patch, and is listed until it is acknowledged", async () => {
    const { worker, update, updated, id, requests, pending } = await openUpdate();
    const outcome = await worker.send("connection-profile.update", update);
    expect(outcome).toEqual({ kind: "updated", profile: updated, isFound: false });
    expect(requests()).toEqual(["GET", "PATCH"]);
    expect(
      JSON.parse(worker.requestsTo(`/api/v2/connection-profiles/${id}`)[1]?.body ?? ""),
    ).toEqual(update.patch);
    expect(await pending()).toMatchObject([{ patch: update.patch, isInDoubt: false }]);
    expect(await worker.send("connection-profile.check-update", update)).toEqual(outcome);
    expect(requests()).toEqual(["GET", "PATCH"]);
    await worker.send("connection-profile.acknowledge-update", {
      tenantId,
      id,
      evenInDoubt: false,
    });
    expect(await pending()).toEqual([]);
    expect(worker.stores.updates.text).toBeUndefined();
  });

  test("with an outdated base sends nothing", async () => {
    const { worker, update, base, requests } = await openUpdate();
    const stale = { ...update, base: { ...base, name: "staff" } };
    expect(await worker.send("connection-profile.update", stale)).toEqual({
      kind: "conflict",
      theirs: base,
    });
    expect(requests()).toEqual(["GET"]);
  });

  test("is stored before its request is sent, and contains no credential", async () => {
    const { worker, update, answerPatch } = await openUpdate();
    let stored: string | undefined;
    answerPatch(() => {
      stored = worker.stores.updates.text;
      return answerWith(update.base);
    });
    await worker.send("connection-profile.update", update);
    expect(JSON.parse(stored ?? "")).toEqual([
      {
        tenantId,
        subject: update.base.id,
        change: { base: update.base, patch: update.patch, isUndo: false },
        sentAt: worker.clock.now(),
      },
    ]);
  });

  test("is rejected while another update of the profile is pending or in doubt", async () => {
    const { worker, update, answerPatch, requests } = await openUpdate();
    const held = Promise.withResolvers<Response>();
    const reached = Promise.withResolvers<void>();
    answerPatch(() => {
      reached.resolve();
      return held.promise;
    });
    const sending = worker.send("connection-profile.update", update);
    await reached.promise;
    const second = worker.send("connection-profile.update", update);
    expect(await catchRemoteError(second)).toMatchObject({ code: "change-pending" });
    held.resolve(new Response("{}", { status: 500 }));
    expect(await sending).toMatchObject({ kind: "unknown", failure: { isInDoubt: true } });
    const third = worker.send("connection-profile.update", update);
    expect(await catchRemoteError(third)).toMatchObject({ code: "change-pending" });
    expect(requests()).toEqual(["GET", "PATCH"]);
  });

  test("that is rejected reports the rejection to the next page", async () => {
    const { worker, update, answerPatch, requests } = await openUpdate();
    answerPatch(() => Response.json({ message: "Refused." }, { status: 400 }));
    const error = await catchRemoteError(worker.send("connection-profile.update", update));
    expect(error.code).toBe("invalid-body");
    await worker.restart();
    expect(await worker.send("connection-profile.check-update", update)).toMatchObject({
      kind: "refused",
      error: { code: "invalid-body", message: error.message },
    });
    expect(requests()).toEqual(["GET", "PATCH"]);
  });
});

describe("an update whose response was lost", () => {
  test("is in doubt after a restart of the worker, and checked by reading the profile", async () => {
    const { worker, update, updated, answerPatch, pending, requests } = await openUpdate();
    const reached = Promise.withResolvers<void>();
    const never = Promise.withResolvers<Response>();
    answerPatch(() => {
      reached.resolve();
      return never.promise;
    });
    void worker.send("connection-profile.update", update);
    await reached.promise;
    await worker.restart();
    expect(await pending()).toMatchObject([{ patch: update.patch, isInDoubt: true }]);
    expect(await worker.send("connection-profile.check-update", update)).toEqual({
      kind: "not-made",
    });
    worker.browser.intercept = ({ method, url }) =>
      method === "GET" && url.pathname.endsWith(update.base.id) ? answerWith(updated) : undefined;
    expect(await worker.send("connection-profile.check-update", update)).toEqual({
      kind: "updated",
      profile: updated,
      isFound: true,
    });
    expect(requests()).toEqual(["GET", "PATCH", "GET", "GET"]);
  });

  test("stays in doubt if the profile cannot be read", async () => {
    const { worker, update, answerPatch, pending } = await openUpdate();
    answerPatch(() => new Response("{}", { status: 500 }));
    await worker.send("connection-profile.update", update);
    worker.browser.intercept = () => new Response("{}", { status: 500 });
    const check = worker.send("connection-profile.check-update", update);
    expect(await catchRemoteError(check)).toMatchObject({ code: "server-error" });
    const acknowledge = (evenInDoubt: boolean) =>
      worker.send("connection-profile.acknowledge-update", {
        tenantId,
        id: update.base.id,
        evenInDoubt,
      });
    await acknowledge(false);
    expect(await pending()).toMatchObject([{ isInDoubt: true }]);
    await acknowledge(true);
    expect(await pending()).toEqual([]);
  });
});

describe("the stored updates", () => {
  test("are removed with their tenant, even while an update is in flight", async () => {
    const { worker, update, answerPatch } = await openUpdate();
    const held = Promise.withResolvers<Response>();
    const reached = Promise.withResolvers<void>();
    answerPatch(() => {
      reached.resolve();
      return held.promise;
    });
    const sending = worker.send("connection-profile.update", update);
    await reached.promise;
    await worker.send("tenant.forget", { tenantId });
    held.resolve(answerWith(update.base));
    await sending;
    expect(worker.stores.updates.text).toBeUndefined();
  });

  test("do not prevent an update if they cannot be written", async () => {
    const { worker, update } = await openUpdate();
    worker.stores.updates.write = () => Promise.reject(new Error("full"));
    const outcome = await worker.send("connection-profile.update", update);
    expect(outcome.kind).toBe("updated");
  });
});
