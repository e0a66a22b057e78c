import { signal } from "@preact/signals";
import { describe, expect, test } from "vitest";

import { ManagementError } from "../../../../../lib/management/refusals/management-error.ts";
import type { TokenExchangeProfile } from "../../../../../lib/management/exchange/token-exchange-profile.ts";
import type {
  CommandHandlers,
  CommandSender,
} from "../../../../../lib/messages/command-channel.ts";
import { defaultStreamPreferences } from "../../../../../lib/messages/stream-preferences.ts";
import type { Tenant } from "../../../../../lib/messages/tenant.ts";
import type { GrantedChange } from "../../../../../lib/models/confirmation-model.ts";
import type { DraftPort } from "../../../../../lib/models/draft-port.ts";
import type { ExchangeDraft } from "../../../../../lib/models/exchange/exchange-draft.ts";
import { ExchangeFormModel } from "../../../../../lib/models/exchange/exchange-form-model.ts";
import { createFakeWorker, createLostWorker } from "../fake-worker.ts";
import { createBrokenDraft, createMemoryDraft } from "../memory-draft.ts";

const makeTenant = (name: string): Tenant => ({
  id: `https://${name}.example`,
  name,
  origin: `https://${name}.example`,
  clientId: "spa",
  colour: "none",
  isReadOnly: false,
  stream: defaultStreamPreferences,
});
const acme = makeTenant("acme");
const initech = makeTenant("initech");

const fresh = { name: "Token Exchange Profile 1", subject_token_type: "", action_id: "" };
const typed = { subject_token_type: "urn:acme:legacy-token", action_id: "act_1" };
const body = { ...fresh, ...typed, type: "custom_authentication" } as const;
const now = 1_700_000_000_000;
const create = { body, sentAt: now };
const profile = { ...body, id: "tep_1" };
const createProfile: CommandHandlers["token-exchange-profile.create"] = async ({ body: sent }) => ({
  ...sent,
  id: "tep_1",
});

interface Given {
  handlers?: Partial<CommandHandlers>;
  send?: CommandSender;
  draft?: DraftPort<ExchangeDraft>;
  drafts?: (tenantId: string) => DraftPort<ExchangeDraft>;
  listed?: TokenExchangeProfile[];
  granted?: GrantedChange | undefined;
  clock?: { now: number };
}

async function openForm(given: Given = {}) {
  const worker = createFakeWorker(given.handlers);
  const draft = given.draft ?? createMemoryDraft<ExchangeDraft>();
  const created: [string, TokenExchangeProfile][] = [];
  const model = new ExchangeFormModel({
    send: given.send ?? worker.send,
    now: () => given.clock?.now ?? now,
    confirm: { ask: () => Promise.resolve("granted" in given ? given.granted : {}) },
    drafts: given.drafts ?? (() => draft),
    profiles: signal(given.listed ?? []),
    onCreated: (tenantId, made) => created.push([tenantId, made]),
  });
  await model.show(acme);
  return { model, sent: worker.sent, created };
}

const refuse = (refusal: ManagementError): Partial<CommandHandlers> => ({
  "token-exchange-profile.create": async () => {
    throw refusal;
  },
});

describe("the form", () => {
  test("starts with a name that the service takes, closed, and with no complaint", async () => {
    const { model } = await openForm();
    expect(model.form.value).toEqual(fresh);
    expect(model.isOpen.value).toBe(false);
    expect(model.hasDraft.value).toBe(false);
    expect(model.problems.value).toEqual({});
  });

  test("tells errors at their fields once somebody tried to send it", async () => {
    const { model, sent } = await openForm();
    model.set({ name: "ab", subject_token_type: "no uri at all" });
    expect(model.problems.value).toEqual({});
    await model.create();
    expect(model.problems.value).toEqual({
      name: expect.stringContaining("at least 3"),
      subject_token_type: expect.stringContaining("URI"),
      action_id: expect.stringContaining("missing"),
    });
    expect(sent).toEqual([]);
    model.set({ name: "abc", ...typed });
    expect(model.problems.value).toEqual({});
  });

  test("tells a type that a listed profile has at once, and does not send it", async () => {
    const { model, sent } = await openForm({ listed: [profile] });
    model.set(typed);
    expect(model.problems.value).toEqual({
      subject_token_type: expect.stringContaining('"Token Exchange Profile 1" already has'),
    });
    await model.create();
    expect(sent).toEqual([]);
  });

  test("warns of a reserved namespace also while other fields are wrong", async () => {
    const { model } = await openForm();
    model.set({ name: "", subject_token_type: "urn:ietf:params:x" });
    await model.create();
    expect(model.warnings.value).toEqual({
      subject_token_type: expect.stringContaining("reserved"),
    });
  });

  test("warns of a name that is taken, which keeps nothing from being sent", async () => {
    const other = { ...profile, subject_token_type: "urn:acme:other" };
    const handlers = { "token-exchange-profile.create": createProfile };
    const { model, sent } = await openForm({ listed: [other], handlers });
    expect(model.warnings.value).toEqual({});
    model.set({ ...typed, subject_token_type: "urn:auth0:mine" });
    expect(Object.keys(model.warnings.value).sort()).toEqual(["name", "subject_token_type"]);
    await model.create();
    expect(sent).toHaveLength(1);
  });
});

describe("creating", () => {
  test("says since when the profile may have had consequences: before it was sent", async () => {
    const clock = { now };
    const { model } = await openForm({
      clock,
      handlers: {
        async "token-exchange-profile.create"(...request) {
          clock.now += 5_000;
          return createProfile(...request);
        },
      },
    });
    model.set(typed);
    await model.create();
    expect(model.state.value).toEqual({ kind: "created", profile, sentAt: now });
  });

  test("sends the four fields, tells the list, and forgets the draft", async () => {
    const draft = createMemoryDraft<ExchangeDraft>();
    const handlers = { "token-exchange-profile.create": createProfile };
    const { model, sent, created } = await openForm({ handlers, draft });
    model.set(typed);
    const creating = model.create();
    await creating;
    const request = { tenantId: acme.id, body };
    expect(sent).toEqual([{ command: "token-exchange-profile.create", request }]);
    expect(model.state.value).toEqual({ kind: "created", profile, sentAt: now });
    expect(created).toEqual([[acme.id, profile]]);
    expect(draft.kept()).toBeUndefined();
    model.open();
    expect(model.form.value).toEqual(fresh);
    expect(model.state.value).toEqual({ kind: "editing" });
  });

  test("sends once, however often it is asked to", async () => {
    const handlers = { "token-exchange-profile.create": createProfile };
    const { model, sent } = await openForm({ handlers });
    model.set(typed);
    await Promise.all([model.create(), model.create()]);
    expect(sent).toHaveLength(1);
  });

  test("carries the name that a read-only tenant asked for, and sends nothing without it", async () => {
    const handlers = { "token-exchange-profile.create": createProfile };
    const granted = await openForm({ handlers, granted: { confirmation: "acme" } });
    granted.model.set(typed);
    await granted.model.create();
    expect(granted.sent).toMatchObject([{ request: { confirmation: "acme" } }]);

    const denied = await openForm({ granted: undefined });
    denied.model.set(typed);
    await denied.model.create();
    expect(denied.sent).toEqual([]);
    expect(denied.model.state.value).toEqual({ kind: "editing" });
  });

  test("a refusal is told at the field it is about, and the input stays", async () => {
    const draft = createMemoryDraft<ExchangeDraft>();
    const conflict = new ManagementError({
      code: "conflict",
      message: "This type is taken.",
      status: 409,
      field: "subject_token_type",
    });
    const { model } = await openForm({ handlers: refuse(conflict), draft });
    model.set(typed);
    await model.create();
    expect(model.state.value).toMatchObject({ kind: "failed", failure: { code: "conflict" } });
    expect(model.problems.value).toEqual({ subject_token_type: "This type is taken." });
    expect(draft.kept()).toEqual({ form: { ...fresh, ...typed } });
    model.set({ subject_token_type: "urn:acme:other-token" });
    expect(model.problems.value).toEqual({});
    expect(model.state.value).toEqual({ kind: "editing" });
  });

  test("a refusal with several causes is told as a whole", async () => {
    const causes = [{ what: "The action is a draft.", check: "Deploy it.", field: "action_id" }];
    const error = new ManagementError({ code: "invalid-body", message: "Refused.", causes });
    const { model } = await openForm({ handlers: refuse(error) });
    model.set(typed);
    await model.create();
    expect(model.problems.value).toEqual({});
    expect(model.state.value).toMatchObject({ failure: { management: { causes } } });
  });

  test("clearing empties the form, its complaints and its draft", async () => {
    const draft = createMemoryDraft<ExchangeDraft>();
    const { model } = await openForm({ draft });
    model.set({ name: "ab" });
    await model.create();
    expect(draft.kept()).toBeDefined();
    model.clear();
    expect(model.form.value).toEqual(fresh);
    expect(model.problems.value).toEqual({});
    expect(draft.kept()).toBeUndefined();
  });
});

describe("a draft", () => {
  test("is there again when the popup is opened the next time, with the form open", async () => {
    const draft = createMemoryDraft<ExchangeDraft>();
    const first = await openForm({ draft });
    first.model.set({ subject_token_type: "urn:acme:hal" });
    const { model } = await openForm({ draft });
    expect(model.form.value.subject_token_type).toBe("urn:acme:hal");
    expect(model.isOpen.value).toBe(true);
    model.close();
    expect(model.hasDraft.value).toBe(true);
  });

  test("belongs to its tenant", async () => {
    const kept = new Map([acme, initech].map(({ id }) => [id, createMemoryDraft<ExchangeDraft>()]));
    const { model } = await openForm({
      drafts: (id) => kept.get(id) ?? createBrokenDraft<ExchangeDraft>(),
    });
    model.set({ action_id: "act_of_acme" });
    await model.show(initech);
    expect(model.form.value).toEqual(fresh);
    model.set({ action_id: "act_of_initech" });
    await model.show(acme);
    expect(model.form.value.action_id).toBe("act_of_acme");
    expect(kept.get(initech.id)?.kept()?.form.action_id).toBe("act_of_initech");
  });

  const openEarly = (draft: DraftPort<ExchangeDraft>) =>
    new ExchangeFormModel({
      send: createLostWorker(),
      now: () => now,
      confirm: { ask: () => Promise.resolve({}) },
      drafts: () => draft,
      profiles: signal([]),
      onCreated: () => undefined,
    });

  test("does not go over what was typed before any tenant was known, which is kept instead", async () => {
    const draft = createMemoryDraft<ExchangeDraft>({ form: { ...fresh, action_id: "old" } });
    const model = openEarly(draft);
    model.open();
    model.set({ action_id: "new" });
    await model.create();
    expect(model.state.value).toEqual({ kind: "editing" });
    await model.show(acme);
    expect(model.form.value.action_id).toBe("new");
    expect(model.isOpen.value).toBe(true);
    expect(draft.kept()?.form.action_id).toBe("new");
  });

  test("of which nobody knows the end goes before what was typed meanwhile", async () => {
    const model = openEarly(createMemoryDraft({ form: { ...fresh, ...typed }, underWay: create }));
    model.set({ action_id: "new" });
    await model.show(acme);
    expect(model.state.value.kind).toBe("lost");
    expect(model.form.value.action_id).toBe("act_1");
  });

  test("that cannot be kept costs the form nothing", async () => {
    const handlers = { "token-exchange-profile.create": createProfile };
    const { model } = await openForm({ draft: createBrokenDraft(), handlers });
    model.set(typed);
    await model.create();
    expect(model.state.value.kind).toBe("created");
  });
});

describe("a create whose answer was lost", () => {
  test("is known to the next popup, since it was written down before it was sent", async () => {
    const draft = createMemoryDraft<ExchangeDraft>();
    let keptAtSending: ExchangeDraft | undefined;
    const first = await openForm({
      draft,
      handlers: {
        "token-exchange-profile.create": () => {
          keptAtSending = draft.kept();
          return new Promise(() => undefined);
        },
      },
    });
    first.model.set(typed);
    void first.model.create();
    await expect
      .poll(() => keptAtSending)
      .toEqual({ form: { ...fresh, ...typed }, underWay: create });

    const { model, sent } = await openForm({ draft });
    expect(model.state.value).toEqual({ kind: "lost", create, isChecked: false });
    expect(model.isOpen.value).toBe(true);
    model.set({ name: "another" });
    await model.create();
    expect(sent).toEqual([]);
    expect(model.form.value.name).toBe(fresh.name);
  });

  test("is told at once when the worker ends meanwhile", async () => {
    const draft = createMemoryDraft<ExchangeDraft>();
    const { model } = await openForm({ draft, send: createLostWorker() });
    model.set(typed);
    await model.create();
    expect(model.state.value).toMatchObject({
      kind: "lost",
      create,
      failure: { code: "worker-unreachable" },
    });
    expect(draft.kept()?.underWay).toEqual(create);
  });

  const lost = (): DraftPort<ExchangeDraft> & { kept(): ExchangeDraft | undefined } =>
    createMemoryDraft<ExchangeDraft>({ form: { ...fresh, ...typed }, underWay: create });

  test("and that was made is found, and is as good as created", async () => {
    const draft = lost();
    const { model, sent, created } = await openForm({
      draft,
      handlers: { "token-exchange-profile.find": async () => ({ profile }) },
    });
    await model.check();
    const request = { tenantId: acme.id, body };
    expect(sent).toEqual([{ command: "token-exchange-profile.find", request }]);
    expect(model.state.value).toEqual({ kind: "created", profile, sentAt: now });
    expect(created).toEqual([[acme.id, profile]]);
    expect(draft.kept()).toBeUndefined();
  });

  test("and that was not made leaves the form as it was, to be sent by hand", async () => {
    const draft = lost();
    const { model, sent } = await openForm({
      draft,
      handlers: {
        "token-exchange-profile.find": async () => ({}),
        "token-exchange-profile.create": createProfile,
      },
    });
    await model.check();
    expect(model.state.value).toEqual({ kind: "absent" });
    expect(draft.kept()).toEqual({ form: { ...fresh, ...typed } });
    expect(sent).toHaveLength(1);
    await model.create();
    expect(model.state.value.kind).toBe("created");
  });

  test("stays unknown when looking for it fails", async () => {
    const draft = lost();
    const error = new ManagementError({ code: "unreachable", message: "No network." });
    const { model } = await openForm({
      draft,
      handlers: { "token-exchange-profile.find": () => Promise.reject(error) },
    });
    await model.check();
    expect(model.state.value).toMatchObject({ kind: "lost", isChecked: true });
    expect(draft.kept()?.underWay).toEqual(create);
  });

  test("shows as under way, not as lost, to the page that still waits for it", async () => {
    let answer: (made: TokenExchangeProfile) => void = () => undefined;
    const drafts = new Map(
      [acme, initech].map(({ id }) => [id, createMemoryDraft<ExchangeDraft>()]),
    );
    const { model, created } = await openForm({
      drafts: (id) => drafts.get(id) ?? createBrokenDraft<ExchangeDraft>(),
      handlers: {
        "token-exchange-profile.create": () =>
          new Promise((resolve) => {
            answer = resolve;
          }),
      },
    });
    model.set(typed);
    const creating = model.create();
    await expect.poll(() => drafts.get(acme.id)?.kept()?.underWay).toEqual(create);
    await model.show(initech);
    expect(model.state.value).toEqual({ kind: "editing" });
    await model.show(acme);
    expect(model.state.value).toEqual({ kind: "sending" });
    await model.show(initech);
    answer(profile);
    await creating;
    expect(model.state.value).toEqual({ kind: "editing" });
    expect(created).toEqual([[acme.id, profile]]);
    expect(drafts.get(acme.id)?.kept()).toBeUndefined();
  });
});
