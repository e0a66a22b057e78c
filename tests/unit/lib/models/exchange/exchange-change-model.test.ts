import { describe, expect, test } from "vitest";

import { ManagementError } from "../../../../../lib/management/refusals/management-error.ts";
import type { TokenExchangeProfile } from "../../../../../lib/management/exchange/token-exchange-profile.ts";
import type {
  CommandHandlers,
  CommandSender,
} from "../../../../../lib/messages/command-channel.ts";
import { defaultStreamPreferences } from "../../../../../lib/messages/stream-preferences.ts";
import type { Tenant } from "../../../../../lib/messages/tenant.ts";
import { ConfirmationModel } from "../../../../../lib/models/confirmation-model.ts";
import { ExchangeChangeModel } from "../../../../../lib/models/exchange/exchange-change-model.ts";
import { createFakeWorker, createLostWorker } from "../fake-worker.ts";

const acme: Tenant = {
  id: "https://acme.example",
  name: "acme",
  origin: "https://acme.example",
  clientId: "spa",
  colour: "none",
  isReadOnly: false,
  stream: defaultStreamPreferences,
};
const now = 1_700_000_000_000;
const profile: TokenExchangeProfile = {
  id: "tep_1",
  name: "Legacy",
  subject_token_type: "urn:acme:legacy-token",
  action_id: "act_1",
  type: "custom_authentication",
};

function open(handlers: Partial<CommandHandlers> = {}, send?: CommandSender, clock = { now }) {
  const worker = createFakeWorker(handlers);
  const confirm = new ConfirmationModel();
  const heard: unknown[] = [];
  const model = new ExchangeChangeModel({
    send: send ?? worker.send,
    confirm,
    now: () => clock.now,
    onChanged: (tenantId, changed) => heard.push([tenantId, changed.name]),
    onDeleted: (tenantId, id) => heard.push([tenantId, id]),
  });
  return { model, confirm, heard, sent: worker.sent };
}

describe("renaming", () => {
  const handlers: Partial<CommandHandlers> = {
    "token-exchange-profile.update": async ({ patch }) => ({
      ...profile,
      name: patch.name ?? "",
    }),
  };

  test("sends only the name, and shows the tenant's response", async () => {
    const { model, sent, heard } = open(handlers);
    model.startRenaming(profile);
    expect(model.state.value).toEqual({ kind: "renaming", profile, name: "Legacy" });
    model.setName("Legacy of 2019");
    await model.rename(acme);
    const request = { tenantId: acme.id, id: "tep_1", patch: { name: "Legacy of 2019" } };
    expect(sent).toEqual([{ command: "token-exchange-profile.update", request }]);
    expect(heard).toEqual([[acme.id, "Legacy of 2019"]]);
    expect(model.state.value).toEqual({
      kind: "renamed",
      before: "Legacy",
      name: "Legacy of 2019",
      sentAt: now,
    });
  });

  test("sends nothing for a name that is too short, and reports it at the field", async () => {
    const { model, sent } = open();
    model.startRenaming(profile);
    model.setName("ab");
    await model.rename(acme);
    expect(model.state.value).toMatchObject({ problem: expect.stringContaining("at least 3") });
    model.setName("abc");
    expect(model.state.value).toEqual({ kind: "renaming", profile, name: "abc" });
    expect(sent).toEqual([]);
  });

  test("sends nothing for an unchanged name", async () => {
    const { model, sent } = open();
    model.startRenaming(profile);
    await model.rename(acme);
    expect(model.state.value).toEqual({ kind: "idle" });
    expect(sent).toEqual([]);
  });

  test("requires the name of a read-only tenant first, and stays open if that is cancelled", async () => {
    const { model, confirm, sent } = open(handlers);
    const readOnly = { ...acme, isReadOnly: true };
    model.startRenaming(profile);
    model.setName("Renamed");
    const denied = model.rename(readOnly);
    expect(confirm.open.value?.title).toBe('Rename "Legacy" to "Renamed"?');
    confirm.cancel();
    await denied;
    expect(model.state.value).toMatchObject({ kind: "renaming", name: "Renamed" });
    const granted = model.rename(readOnly);
    confirm.type("acme");
    confirm.confirm();
    await granted;
    expect(sent).toMatchObject([{ request: { confirmation: "acme" } }]);
  });
});

test("counts the consequences from before the request", async () => {
  const clock = { now };
  const handlers: Partial<CommandHandlers> = {
    async "token-exchange-profile.update"() {
      clock.now += 5_000;
      return profile;
    },
  };
  const { model } = open(handlers, undefined, clock);
  model.startRenaming(profile);
  model.setName("Renamed");
  await model.rename(acme);
  expect(model.state.value).toMatchObject({ kind: "renamed", sentAt: now });
});

describe("deleting", () => {
  const handlers: Partial<CommandHandlers> = {
    "token-exchange-profile.delete": async () => ({}),
  };

  test("asks for a confirmation at every tenant, and calls the deletion final", async () => {
    const { model, confirm, sent, heard } = open(handlers);
    const denied = model.remove(acme, profile);
    expect(confirm.open.value?.consequence).toContain("cannot be undone");
    expect(confirm.open.value?.consequence).toContain("urn:acme:legacy-token");
    confirm.cancel();
    await denied;
    expect(sent).toEqual([]);

    const granted = model.remove(acme, profile);
    confirm.confirm();
    await granted;
    const request = { tenantId: acme.id, id: "tep_1" };
    expect(sent).toEqual([{ command: "token-exchange-profile.delete", request }]);
    expect(heard).toEqual([[acme.id, "tep_1"]]);
    expect(model.state.value).toEqual({ kind: "deleted", name: "Legacy", sentAt: now });
  });

  test("reports a rejection at its row, and can be dismissed", async () => {
    const error = new ManagementError({ code: "insufficient-scope", message: "No.", status: 403 });
    const { model, confirm, heard } = open({
      "token-exchange-profile.delete": () => Promise.reject(error),
    });
    const removing = model.remove(acme, profile);
    confirm.confirm();
    await removing;
    expect(model.state.value).toMatchObject({
      kind: "failed",
      action: "delete",
      profile,
      failure: { code: "insufficient-scope" },
      isLost: false,
    });
    expect(heard).toEqual([]);
    model.dismiss();
    expect(model.state.value).toEqual({ kind: "idle" });
  });

  test("reports a lost response, because the profile may be deleted", async () => {
    const { model, confirm } = open({}, createLostWorker());
    const removing = model.remove(acme, profile);
    confirm.confirm();
    await removing;
    expect(model.state.value).toMatchObject({ kind: "failed", isLost: true });
  });

  test("sends a response that arrives after a switch of tenants only to the list", async () => {
    let answer: () => void = () => undefined;
    const { model, confirm, heard } = open({
      "token-exchange-profile.delete": () =>
        new Promise((resolve) => {
          answer = () => resolve({});
        }),
    });
    const removing = model.remove(acme, profile);
    confirm.confirm();
    await expect.poll(() => model.state.value.kind).toBe("sending");
    model.leave();
    answer();
    await removing;
    expect(model.state.value).toEqual({ kind: "idle" });
    expect(heard).toHaveLength(1);
  });
});
