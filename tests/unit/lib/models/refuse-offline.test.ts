import { describe, expect, test } from "vitest";

import { sandboxOrigin } from "../../../../lib/messages/domain.ts";
import { ExchangeFormModel } from "../../../../lib/models/exchange/exchange-form-model.ts";
import type { ExchangeDraft } from "../../../../lib/models/exchange/exchange-draft.ts";
import { refuseOffline } from "../../../../lib/models/refuse-offline.ts";
import { signal } from "@preact/signals";
import { acme, local, now, openWorkforce } from "./connections/connection-harness.ts";
import { createFakeWorker } from "./fake-worker.ts";
import { createMemoryDraft } from "./memory-draft.ts";

const profile = {
  id: "tep_1",
  name: "Legacy",
  subject_token_type: "urn:acme:legacy",
  action_id: "act_1",
  type: "custom_authentication",
} as const;
const offline = {
  code: "offline",
  message:
    "This device is offline, so nothing was sent. Your input is kept. Try again when the network is back.",
};

describe("refuseOffline", () => {
  test("rejects requests to a remote tenant while offline, and sends them again online", async () => {
    let isOnline = false;
    const worker = createFakeWorker({ "connection-profile.list": async () => ({ profiles: [] }) });
    const send = refuseOffline(worker.send, () => isOnline);
    const request = { tenantId: acme.id };
    await expect(send("connection-profile.list", request)).rejects.toMatchObject(offline);
    expect(worker.sent).toEqual([]);
    isOnline = true;
    await send("connection-profile.list", request);
    expect(worker.sent).toHaveLength(1);
  });

  test("permits requests to a local tenant and the sandbox, and commands that the worker answers itself", async () => {
    const worker = createFakeWorker({
      "connection-profile.list": async () => ({ profiles: [] }),
      "tenant.select": async () => ({}),
    });
    const send = refuseOffline(worker.send, () => false);
    await send("connection-profile.list", { tenantId: local.id });
    await send("connection-profile.list", { tenantId: sandboxOrigin });
    await send("tenant.select", { tenantId: acme.id });
    expect(worker.sent).toHaveLength(3);
  });

  test("keeps the input of a new token exchange profile, which can be sent later", async () => {
    let isOnline = false;
    const worker = createFakeWorker({
      "token-exchange-profile.create": async () => ({ kind: "created", profile }),
      "token-exchange-profile.list-creations": async () => ({ creations: [] }),
      "token-exchange-profile.acknowledge-creation": async () => ({}),
    });
    const draft = createMemoryDraft<ExchangeDraft>();
    const model = new ExchangeFormModel({
      send: refuseOffline(worker.send, () => isOnline),
      now: () => now,
      confirm: { request: async () => ({}) },
      drafts: () => draft,
      profiles: signal([]),
      onCreated: () => undefined,
    });
    await model.show({ ...acme, origin: acme.id });
    const typed = { name: "Legacy", subject_token_type: "urn:acme:legacy", action_id: "act_1" };
    model.set(typed);
    await model.create();
    expect(model.state.value).toMatchObject({ kind: "failed", failure: offline });
    expect(model.form.value).toMatchObject(typed);
    expect(await draft.read()).toMatchObject({ form: typed });
    isOnline = true;
    await model.create();
    expect(model.state.value).toMatchObject({ kind: "created" });
  });

  test("keeps the input of a connection profile, which can be sent later", async () => {
    let isOnline = true;
    const { model, updates } = await openWorkforce({}, { tenant: acme, isOnline: () => isOnline });
    model.editor.set("name", "staff");
    model.change.review();
    isOnline = false;
    await model.change.send(acme);
    expect(model.change.state.value).toMatchObject({ kind: "failed", failure: offline });
    expect(model.editor.form.value?.name).toBe("staff");
    expect(updates()).toEqual([]);
    isOnline = true;
    await model.change.send(acme);
    expect(model.change.state.value).toMatchObject({ kind: "updated" });
  });
});
