import { computed, signal } from "@preact/signals";
import { describe, expect, onTestFinished, test } from "vitest";

import type { TenantActivity } from "../../../../../lib/messages/activity-feed.ts";
import type { CommandHandlers } from "../../../../../lib/messages/command-channel.ts";
import type { CredentialReport } from "../../../../../lib/messages/credential.ts";
import { CredentialCheckModel } from "../../../../../lib/models/tenants/credential-check-model.ts";
import { WorkerError } from "../../../../../lib/worker/worker-error.ts";
import { createTenantActivity, sampleTenant } from "../../messages/sample-activity.ts";
import { createFakeWorker } from "../fake-worker.ts";

const report: CredentialReport = {
  kind: "jwt",
  has: ["read:events"],
  lacks: ["read:connection_profiles"],
  beyond: ["nonsense:scope"],
  hasExpired: false,
  audience: [],
  problems: [],
  isForUser: false,
  message: "It can.",
};

function openCheck(one: Partial<TenantActivity> = {}, given: Partial<CommandHandlers> = {}) {
  const activity = signal(createTenantActivity(one));
  const { send, sent } = createFakeWorker(given);
  const model = new CredentialCheckModel({
    send,
    choice: {
      tenant: computed(() => activity.value.tenant),
      credential: computed(() => activity.value.credential),
    },
  });
  onTestFinished(() => model[Symbol.dispose]());
  return { model, sent, activity };
}

const names = (scopes: readonly { scope: string }[]) => scopes.map(({ scope }) => scope);
const needed = (sent: { request: unknown }[]) => sent.map(({ request }) => request);

describe("the proposal", () => {
  test("contains the fewest scopes for the selected purposes, each explained", () => {
    const { model } = openCheck();
    model.choose("token-exchange-profiles", false);
    model.choose("connection-profiles", false);
    expect(model.forClient.value).toEqual([
      {
        scope: "read:events",
        explanation: "Allows the bearer to read the stream of tenant events.",
      },
    ]);
    model.choose("token-exchange-profiles", true);
    expect(names(model.forClient.value)).toEqual([
      "create:token_exchange_profiles",
      "delete:token_exchange_profiles",
      "read:events",
      "read:token_exchange_profiles",
      "update:token_exchange_profiles",
    ]);
  });

  test("for a read-only tenant contains no write scope", () => {
    const { model } = openCheck({ tenant: { ...sampleTenant, isReadOnly: true } });
    expect(names([...model.forClient.value, ...model.forUser.value])).toEqual([
      "read:connection_profiles",
      "read:events",
      "read:token_exchange_profiles",
      "read:current_user",
    ]);
  });

  test("is empty without a purpose", () => {
    const { model } = openCheck();
    for (const { surface } of model.surfaces.value) model.choose(surface, false);
    expect(model.forClient.value).toEqual([]);
  });
});

describe("testing the stored credential", () => {
  test("requests a token for the selected purposes, and explains each of its scopes", async () => {
    const { model, sent } = openCheck({}, { "credential.test": async () => report });
    model.choose("token-exchange-profiles", false);
    model.choose("connection-profiles", false);
    await model.test();
    expect(needed(sent)).toEqual([{ tenantId: sampleTenant.id, needed: ["read:events"] }]);
    expect(model.state.value).toEqual({
      kind: "tested",
      report: {
        ...report,
        has: [{ scope: "read:events", explanation: expect.stringContaining("tenant events") }],
        lacks: [
          { scope: "read:connection_profiles", explanation: expect.stringContaining("read") },
        ],
        beyond: [
          {
            scope: "nonsense:scope",
            explanation: expect.stringContaining("not a Management API scope"),
          },
        ],
      },
    });
  });

  test("of a user login requests only the scopes of the current user", async () => {
    const { credential } = createTenantActivity();
    if (credential === undefined) throw new Error("The sample has a credential.");
    const { model, sent } = openCheck(
      {
        tenant: { ...sampleTenant, isReadOnly: true },
        credential: { ...credential, kind: "user_login" },
      },
      { "credential.test": async () => report },
    );
    await model.test();
    expect(needed(sent)).toEqual([{ tenantId: sampleTenant.id, needed: ["read:current_user"] }]);
  });

  test("reports an opaque token with the worker's message", async () => {
    const opaque = { kind: "opaque", message: "It is opaque." } as const;
    const { model } = openCheck({}, { "credential.test": async () => opaque });
    await model.test();
    expect(model.state.value).toEqual({ kind: "tested", report: opaque });
  });

  test("shows the reason of a failure", async () => {
    const error = new WorkerError("no-credential", "There is none.");
    const { model } = openCheck({}, { "credential.test": () => Promise.reject(error) });
    await model.test();
    expect(model.state.value).toMatchObject({
      kind: "failed",
      failure: { message: "There is none." },
    });
  });

  test("is cleared by another tenant, another purpose or another credential", async () => {
    const { model, activity } = openCheck({}, { "credential.test": async () => report });
    await model.test();
    activity.value = createTenantActivity({ tenant: { ...sampleTenant, id: "https://b.example" } });
    expect(model.state.value).toEqual({ kind: "idle" });
    await model.test();
    model.choose("event-stream", false);
    expect(model.state.value).toEqual({ kind: "idle" });
    await model.test();
    model.reset();
    expect(model.state.value).toEqual({ kind: "idle" });
  });

  test("keeps the result if the same credential gets a new token", async () => {
    const { model, activity } = openCheck({}, { "credential.test": async () => report });
    await model.test();
    const { credential } = activity.value;
    if (credential === undefined) throw new Error("The sample has a credential.");
    activity.value = createTenantActivity({ credential: { ...credential, expiresAt: 9 } });
    expect(model.state.value).toMatchObject({ kind: "tested" });
  });

  test("discards a response that arrives after another tenant is shown", async () => {
    const answer = Promise.withResolvers<CredentialReport>();
    const { model, activity, sent } = openCheck({}, { "credential.test": () => answer.promise });
    const testing = model.test();
    await model.test();
    expect(sent).toHaveLength(1);
    activity.value = createTenantActivity({ tenant: { ...sampleTenant, id: "https://b.example" } });
    answer.resolve(report);
    await testing;
    expect(model.state.value).toEqual({ kind: "idle" });
  });
});
