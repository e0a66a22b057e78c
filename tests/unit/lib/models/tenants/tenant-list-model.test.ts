import { computed, signal } from "@preact/signals";
import { describe, expect, onTestFinished, test } from "vitest";

import type { TenantActivity } from "../../../../../lib/messages/activity-feed.ts";
import type { CommandHandlers } from "../../../../../lib/messages/command-channel.ts";
import type { OptionsPlace } from "../../../../../lib/messages/options-place.ts";
import { TenantListModel } from "../../../../../lib/models/tenants/tenant-list-model.ts";
import { WorkerError } from "../../../../../lib/worker/worker-error.ts";
import { createTenantActivity, sampleTenant } from "../../messages/sample-activity.ts";
import { createFakeWorker } from "../fake-worker.ts";

const now = 50_000;
const other = createTenantActivity({
  tenant: { ...sampleTenant, id: "https://b.example", origin: "https://b.example", name: "B" },
});

function openList(
  known: readonly TenantActivity[],
  given: Partial<CommandHandlers> = {},
  request: () => Promise<boolean> = async () => true,
) {
  const tenants = signal(known);
  const isLoaded = signal(true);
  const asked: string[][] = [];
  const shown: OptionsPlace[] = [];
  const { send, sent } = createFakeWorker(given);
  const model = new TenantListModel({
    send,
    activity: {
      tenants,
      isLoaded,
      now: signal(now),
    },
    choice: { tenant: computed(() => tenants.value[0]?.tenant) },
    showPlace: (place) => void shown.push(place),
    requestHostPermissions: (patterns) => {
      asked.push(patterns);
      return request();
    },
  });
  onTestFinished(() => model[Symbol.dispose]());
  return { model, sent, asked, shown, tenants, isLoaded };
}

describe("a row", () => {
  test("shows the tenant's name, host and state", () => {
    const { model } = openList([createTenantActivity({ unread: 3 }), other]);
    expect(model.rows.value).toEqual([
      {
        tenant: sampleTenant,
        host: "acme.example",
        isChosen: true,
        denied: [],
        credential: "client credentials",
        needsCredential: false,
        stream: "listening, 50 s",
        hasStreamTrouble: false,
        isListening: true,
        unread: 3,
      },
      expect.objectContaining({ host: "b.example", isChosen: false }),
    ]);
  });

  test.each([
    ["none", undefined, "no credential", true],
    ["a locked one", { isLocked: true }, "client credentials, locked", true],
    ["an expired token", { kind: "access_token", expiresAt: now }, "access token, expired", true],
    ["a valid token", { kind: "user_login", expiresAt: now + 1 }, "user login", false],
    ["a client with an expired token", { expiresAt: now - 1 }, "client credentials", false],
  ] as const)(
    "shows the state of the credential: %s",
    (_what, differing, words, needsCredential) => {
      const { credential, ...rest } = createTenantActivity();
      if (credential === undefined) throw new Error("The sample has a credential.");
      const one =
        differing === undefined ? rest : { ...rest, credential: { ...credential, ...differing } };
      const { model } = openList([one]);
      expect(model.rows.value[0]).toMatchObject({ credential: words, needsCredential });
    },
  );

  test("shows a problem of the stream", () => {
    const stream = { name: "stopped", since: 1, why: "unauthorized", message: "No." } as const;
    const { model } = openList([createTenantActivity({ stream })]);
    expect(model.rows.value[0]).toMatchObject({
      stream: "stopped: unauthorized",
      hasStreamTrouble: true,
    });
  });
});

describe("forgetting a tenant", () => {
  test("removes it in the worker, and reports its name", async () => {
    const { model, sent } = openList([createTenantActivity()], {
      "tenant.forget": async () => ({}),
    });
    await model.forget(sampleTenant.id);
    expect(sent).toEqual([{ command: "tenant.forget", request: { tenantId: sampleTenant.id } }]);
    expect(model.action.value).toEqual({ kind: "forgotten", name: "Acme" });
    model.dismiss();
    expect(model.action.value).toEqual({ kind: "idle" });
  });

  test("shows the reason of a failure", async () => {
    const error = new WorkerError("no-tenant", "It is not there.");
    const { model } = openList([createTenantActivity()], {
      "tenant.forget": () => Promise.reject(error),
    });
    await model.forget(sampleTenant.id);
    expect(model.action.value).toEqual({
      kind: "failed",
      title: "Could not forget Acme.",
      failure: { code: "no-tenant", message: "It is not there." },
    });
  });

  test("that has left the list says that the rest of its data is removed later", async () => {
    const { model, tenants } = openList([createTenantActivity()], {
      async "tenant.forget"() {
        tenants.value = [];
        throw new WorkerError("no-permission", "A page holds it.");
      },
    });
    await model.forget(sampleTenant.id);
    expect(model.action.value).toMatchObject({
      kind: "failed",
      title: "Some data of Acme was not removed.",
      failure: {
        message: "A page holds it. The extension removes the rest at its next start.",
      },
    });
  });
});

describe("granting access", () => {
  const custom = createTenantActivity({
    tenant: { ...sampleTenant, customOrigin: "https://login.acme.example" },
    isPermitted: false,
  });

  test("requests all of the tenant's hosts at once, before the first await", async () => {
    const { model, asked } = openList([custom]);
    const granting = model.grantAccess(sampleTenant.id);
    expect(asked).toEqual([["https://acme.example/*", "https://login.acme.example/*"]]);
    await granting;
    expect(model.action.value).toEqual({ kind: "idle" });
  });

  test("reports a denial until access is granted", async () => {
    let isGranted = false;
    const { model } = openList([custom], {}, async () => isGranted);
    await model.grantAccess(sampleTenant.id);
    expect(model.action.value).toEqual({
      kind: "denied",
      tenantId: sampleTenant.id,
      origins: ["https://acme.example", "https://login.acme.example"],
    });
    isGranted = true;
    await model.grantAccess(sampleTenant.id);
    expect(model.action.value).toEqual({ kind: "idle" });
  });

  test("reports a failed permission request", async () => {
    const { model } = openList([custom], {}, () => Promise.reject(new Error("hunter2")));
    await model.grantAccess(sampleTenant.id);
    expect(model.action.value).toMatchObject({ kind: "failed" });
    expect(JSON.stringify(model.action.value)).not.toContain("hunter2");
  });

  test("requests nothing for a tenant that no longer exists", async () => {
    const { model, asked } = openList([]);
    await model.grantAccess(sampleTenant.id);
    expect(asked).toEqual([]);
  });
});

describe("a tenant in the URL of the page", () => {
  test("is shown without a command to the worker", () => {
    const { model, shown, sent } = openList([createTenantActivity(), other]);
    const place = { tenantId: other.tenant.id, part: "credential" } as const;
    model.open(place);
    expect(shown).toEqual([place]);
    expect(sent).toEqual([]);
  });

  test("is shown once the worker publishes it", () => {
    const { model, shown, tenants, isLoaded } = openList([]);
    isLoaded.value = false;
    const place = { tenantId: sampleTenant.id, part: "tenant" } as const;
    model.open(place);
    expect([shown, model.missing.value]).toEqual([[], undefined]);
    isLoaded.value = true;
    tenants.value = [createTenantActivity()];
    expect(shown).toEqual([place]);
    expect(model.missing.value).toBeUndefined();
  });

  test("is named if it does not exist", () => {
    const { model, shown } = openList([createTenantActivity()]);
    model.open({ tenantId: "https://nobody.example", part: "tenant" });
    expect(model.missing.value).toBe("https://nobody.example");
    expect(shown).toEqual([]);
    model.dismiss();
    expect(model.missing.value).toBeUndefined();
  });

  test("is shown once, and not again after another one was chosen", () => {
    const { model, shown, tenants } = openList([createTenantActivity(), other]);
    model.open({ tenantId: other.tenant.id, part: "tenant" });
    tenants.value = [createTenantActivity({ unread: 1 }), other];
    expect(shown).toHaveLength(1);
  });

  test("is no longer awaited once another one is chosen", () => {
    const { model, shown, tenants } = openList([createTenantActivity()]);
    model.open({ tenantId: other.tenant.id, part: "tenant" });
    model.dismiss();
    tenants.value = [createTenantActivity(), other];
    expect(shown).toEqual([]);
  });
});
