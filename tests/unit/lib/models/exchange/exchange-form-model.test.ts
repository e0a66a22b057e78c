import { signal } from "@preact/signals";
import { describe, expect, test } from "vitest";
import type * as z from "zod/mini";

import type { CreationCheck } from "../../../../../lib/management/calls/check-creation.ts";
import type { ManagementClient } from "../../../../../lib/management/client.ts";
import { ManagementError } from "../../../../../lib/management/refusals/management-error.ts";
import type { TokenExchangeProfile } from "../../../../../lib/management/exchange/token-exchange-profile.ts";
import type { CommandSender } from "../../../../../lib/messages/command-channel.ts";
import { defaultStreamPreferences } from "../../../../../lib/messages/stream-preferences.ts";
import type { Tenant } from "../../../../../lib/messages/tenant.ts";
import type { GrantedChange } from "../../../../../lib/models/confirmation-model.ts";
import type { DraftPort } from "../../../../../lib/models/draft-port.ts";
import {
  freshExchangeForm,
  type ExchangeDraft,
} from "../../../../../lib/models/exchange/exchange-draft.ts";
import { ExchangeFormModel } from "../../../../../lib/models/exchange/exchange-form-model.ts";
import { createChangeJournal } from "../../../../../lib/worker/change-journal.ts";
import { createExchangeCreationCommands } from "../../../../../lib/worker/exchange-creation-commands.ts";
import { storedCreationsSchema } from "../../../../../lib/worker/stored-changes.ts";
import { createMemoryItem, type MemoryItem } from "../../worker/memory-item.ts";
import { createFakeWorker, createLostWorker } from "../fake-worker.ts";
import { createBrokenDraft, createMemoryDraft } from "../memory-draft.ts";

type CreateAnswer = ManagementClient["createTokenExchangeProfile"];

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

const typed = { subject_token_type: "urn:acme:legacy-token", action_id: "act_1" };
const body = { ...freshExchangeForm, ...typed, type: "custom_authentication" } as const;
const now = 1_700_000_000_000;
const create = { body, sentAt: now };
const profile = { ...body, id: "tep_1" };
const createProfile: CreateAnswer = async (sent) => ({ ...sent, id: "tep_1" });

interface Given {
  create?: CreateAnswer;
  find?: () => Promise<CreationCheck>;
  send?: CommandSender;
  draft?: DraftPort<ExchangeDraft>;
  drafts?: (tenantId: string) => DraftPort<ExchangeDraft>;
  journal?: MemoryItem<z.infer<typeof storedCreationsSchema>>;
  listed?: TokenExchangeProfile[];
  granted?: GrantedChange | undefined;
  clock?: { now: number };
}

const createJournal = () => createMemoryItem((stored) => storedCreationsSchema.parse(stored));
const unfaked = () => Promise.reject(new Error("This request to the tenant was not faked."));

/** Runs the real commands of the worker against a tenant with planned responses. */
function startWorker({ create: answer = unfaked, find = unfaked, journal, clock }: Given) {
  const client = { createTokenExchangeProfile: answer, checkTokenExchangeProfileCreation: find };
  const open = async () => client;
  return createFakeWorker(
    createExchangeCreationCommands({
      creations: createChangeJournal(journal ?? createJournal(), {
        now: () => clock?.now ?? now,
      }),
      read: open,
      change: open,
    }),
  ).send;
}

async function openForm(given: Given = {}) {
  const worker = given.send ?? startWorker(given);
  const sent: { command: string; request: unknown }[] = [];
  const draft = given.draft ?? createMemoryDraft<ExchangeDraft>();
  const created: [string, TokenExchangeProfile][] = [];
  const model = new ExchangeFormModel({
    send: (command, request) => {
      if (/\.(?:create|check-creation)$/.test(command)) sent.push({ command, request });
      return worker(command, request);
    },
    now: () => given.clock?.now ?? now,
    confirm: { request: () => Promise.resolve("granted" in given ? given.granted : {}) },
    drafts: given.drafts ?? (() => draft),
    profiles: signal(given.listed ?? []),
    onCreated: (tenantId, made) => created.push([tenantId, made]),
  });
  await model.show(acme);
  return { model, sent, created, worker };
}

const refuse = (refusal: ManagementError): Given => ({ create: () => Promise.reject(refusal) });

describe("the form", () => {
  test("starts closed, with a valid name and without problems", async () => {
    const { model } = await openForm();
    expect(model.form.value).toEqual(freshExchangeForm);
    expect(model.isOpen.value).toBe(false);
    expect(model.hasDraft.value).toBe(false);
    expect(model.problems.value).toEqual({});
  });

  test("reports problems at their fields after an attempt", async () => {
    const { model, sent } = await openForm();
    model.set({ name: "ab", subject_token_type: "no uri at all" });
    expect(model.problems.value).toEqual({});
    await model.create();
    expect(model.problems.value).toEqual({
      name: expect.stringContaining("at least 3"),
      subject_token_type: expect.stringContaining("URI"),
      action_id: expect.stringContaining("required"),
    });
    expect(sent).toEqual([]);
    model.set({ name: "abc", ...typed });
    expect(model.problems.value).toEqual({});
  });

  test("reports a type that a listed profile has at once, and does not send it", async () => {
    const { model, sent } = await openForm({ listed: [profile] });
    model.set(typed);
    expect(model.problems.value).toEqual({
      subject_token_type: expect.stringContaining('"Token Exchange Profile 1" already uses'),
    });
    await model.create();
    expect(sent).toEqual([]);
  });

  test("warns about a reserved namespace also beside other problems", async () => {
    const { model } = await openForm();
    model.set({ name: "", subject_token_type: "urn:ietf:params:x" });
    await model.create();
    expect(model.warnings.value).toEqual({
      subject_token_type: expect.stringContaining("reserved"),
    });
  });

  test("warns about a name that is taken, and sends it", async () => {
    const other = { ...profile, subject_token_type: "urn:acme:other" };
    const create = createProfile;
    const { model, sent } = await openForm({ listed: [other], create });
    expect(model.warnings.value).toEqual({});
    model.set({ ...typed, subject_token_type: "urn:auth0:mine" });
    expect(Object.keys(model.warnings.value).sort()).toEqual(["name", "subject_token_type"]);
    await model.create();
    expect(sent).toHaveLength(1);
  });
});

describe("creating", () => {
  test("records the time before the request, for its consequences", async () => {
    const clock = { now };
    const { model } = await openForm({
      clock,
      async create(...request) {
        clock.now += 5_000;
        return createProfile(...request);
      },
    });
    model.set(typed);
    await model.create();
    expect(model.state.value).toEqual({ kind: "created", profile, sentAt: now });
  });

  test("sends the fields, notifies the list, and removes the draft", async () => {
    const draft = createMemoryDraft<ExchangeDraft>();
    const create = createProfile;
    const { model, sent, created } = await openForm({ create, draft });
    model.set(typed);
    const creating = model.create();
    await creating;
    const request = { tenantId: acme.id, body };
    expect(sent).toEqual([{ command: "token-exchange-profile.create", request }]);
    expect(model.state.value).toEqual({ kind: "created", profile, sentAt: now });
    expect(created).toEqual([[acme.id, profile]]);
    expect(draft.kept()).toBeUndefined();
    model.open();
    expect(model.form.value).toEqual(freshExchangeForm);
    expect(model.state.value).toEqual({ kind: "editing" });
  });

  test("sends one request for repeated calls", async () => {
    const create = createProfile;
    const { model, sent } = await openForm({ create });
    model.set(typed);
    await Promise.all([model.create(), model.create()]);
    expect(sent).toHaveLength(1);
  });

  test("sends the confirmed name of a read-only tenant, and nothing without it", async () => {
    const create = createProfile;
    const granted = await openForm({ create, granted: { confirmation: "acme" } });
    granted.model.set(typed);
    await granted.model.create();
    expect(granted.sent).toMatchObject([{ request: { confirmation: "acme" } }]);

    const denied = await openForm({ granted: undefined });
    denied.model.set(typed);
    await denied.model.create();
    expect(denied.sent).toEqual([]);
    expect(denied.model.state.value).toEqual({ kind: "editing" });
  });

  test("reports a rejection at its field, and keeps the input", async () => {
    const draft = createMemoryDraft<ExchangeDraft>();
    const conflict = new ManagementError({
      code: "conflict",
      message: "This type is taken.",
      status: 409,
      field: "subject_token_type",
    });
    const { model } = await openForm({ ...refuse(conflict), draft });
    model.set(typed);
    await model.create();
    expect(model.state.value).toMatchObject({ kind: "failed", failure: { code: "conflict" } });
    expect(model.problems.value).toEqual({ subject_token_type: "This type is taken." });
    expect(draft.kept()).toEqual({ form: { ...freshExchangeForm, ...typed } });
    model.set({ subject_token_type: "urn:acme:other-token" });
    expect(model.problems.value).toEqual({});
    expect(model.state.value).toEqual({ kind: "editing" });
  });

  test("reports a rejection with several causes as a whole", async () => {
    const causes = [{ what: "The action is a draft.", check: "Deploy it.", field: "action_id" }];
    const error = new ManagementError({ code: "invalid-body", message: "Refused.", causes });
    const { model } = await openForm({ ...refuse(error) });
    model.set(typed);
    await model.create();
    expect(model.problems.value).toEqual({});
    expect(model.state.value).toMatchObject({ failure: { management: { causes } } });
  });

  test("clears the form, its problems and its draft", async () => {
    const draft = createMemoryDraft<ExchangeDraft>();
    const { model } = await openForm({ draft });
    model.set({ name: "ab" });
    await model.create();
    expect(draft.kept()).toBeDefined();
    model.clear();
    expect(model.form.value).toEqual(freshExchangeForm);
    expect(model.problems.value).toEqual({});
    expect(draft.kept()).toBeUndefined();
  });
});

describe("a draft", () => {
  test("is restored when the popup is opened again, with the form open", async () => {
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
    expect(model.form.value).toEqual(freshExchangeForm);
    model.set({ action_id: "act_of_initech" });
    await model.show(acme);
    expect(model.form.value.action_id).toBe("act_of_acme");
    expect(kept.get(initech.id)?.kept()?.form.action_id).toBe("act_of_initech");
  });

  const openEarly = (draft: DraftPort<ExchangeDraft>) =>
    new ExchangeFormModel({
      send: createLostWorker(),
      now: () => now,
      confirm: { request: () => Promise.resolve({}) },
      drafts: () => draft,
      profiles: signal([]),
      onCreated: () => undefined,
    });

  test("does not replace input that was typed before the tenant was known, which is kept", async () => {
    const draft = createMemoryDraft<ExchangeDraft>({
      form: { ...freshExchangeForm, action_id: "old" },
    });
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

  test("that cannot be saved does not affect the form", async () => {
    const create = createProfile;
    const { model } = await openForm({ draft: createBrokenDraft(), create });
    model.set(typed);
    await model.create();
    expect(model.state.value.kind).toBe("created");
  });
});

describe("a creation that an earlier popup sent", () => {
  /** Sends a creation; the tenant responds when the test permits it. */
  async function sendHeld() {
    const late = Promise.withResolvers<TokenExchangeProfile>();
    const draft = createMemoryDraft<ExchangeDraft>();
    const journal = createJournal();
    const worker = startWorker({ journal, create: () => late.promise });
    // A closed page receives no response.
    const closed = Promise.withResolvers<never>();
    const send: CommandSender = async (command, request) =>
      command.endsWith(".create")
        ? worker(command, request).then(
            () => closed.promise,
            () => closed.promise,
          )
        : worker(command, request);
    const first = await openForm({ draft, send });
    first.model.set(typed);
    void first.model.create();
    await expect.poll(() => journal.text).toBeDefined();
    return { draft, journal, late, worker };
  }

  test("is in flight for the next popup, which shows its outcome without a click", async () => {
    const { worker, late, draft, journal } = await sendHeld();
    const { model, sent, created } = await openForm({ draft, send: worker });
    expect(model.state.value).toEqual({ kind: "sending", create });
    expect(model.isOpen.value).toBe(true);
    expect(model.form.value).toEqual({ ...freshExchangeForm, ...typed });
    model.set({ name: "another" });
    await model.create();
    expect(sent.map(({ command }) => command)).toEqual(["token-exchange-profile.check-creation"]);
    late.resolve(profile);
    await expect.poll(() => model.state.value.kind).toBe("created");
    expect(model.state.value).toEqual({ kind: "created", profile, sentAt: now });
    expect(created).toEqual([[acme.id, profile]]);
    await expect.poll(() => journal.text).toBeUndefined();
    expect(draft.kept()).toBeUndefined();
  });

  test("reports its rejection to the next popup, also if the worker was restarted", async () => {
    const { late, journal } = await sendHeld();
    const text = journal.text;
    const message = "This type is taken.";
    late.reject(new ManagementError({ code: "conflict", message, field: "subject_token_type" }));
    await expect.poll(() => journal.text).not.toBe(text);
    const { model } = await openForm({ journal });
    await expect.poll(() => model.state.value.kind).toBe("failed");
    expect(model.problems.value).toEqual({ subject_token_type: message });
  });

  test("is in doubt if the worker was restarted meanwhile, before any newer input", async () => {
    const { journal } = await sendHeld();
    const model = new ExchangeFormModel({
      send: startWorker({ journal }),
      now: () => now,
      confirm: { request: () => Promise.resolve({}) },
      drafts: () => createMemoryDraft<ExchangeDraft>(),
      profiles: signal([]),
      onCreated: () => undefined,
    });
    model.set({ action_id: "new" });
    await model.show(acme);
    expect(model.state.value).toEqual({ kind: "lost", create, isChecked: false });
    expect(model.form.value.action_id).toBe("act_1");
  });
});

describe("a creation whose response was lost", () => {
  const lostAnswer = new ManagementError({
    code: "answer-lost",
    message: "No answer came.",
    isInDoubt: true,
  });

  async function lose(find?: Given["find"]) {
    const draft = createMemoryDraft<ExchangeDraft>();
    const journal = createJournal();
    let isLost = true;
    const opened = await openForm({
      draft,
      journal,
      ...(find === undefined ? {} : { find }),
      create: async (...request) => {
        if (!isLost) return createProfile(...request);
        isLost = false;
        throw lostAnswer;
      },
    });
    opened.model.set(typed);
    await opened.model.create();
    return { ...opened, draft, journal };
  }

  test("is not sent again, and blocks the input", async () => {
    const { model, sent } = await lose();
    expect(model.state.value).toMatchObject({
      kind: "lost",
      create,
      isChecked: false,
      failure: { code: "answer-lost" },
    });
    model.set({ name: "another" });
    await model.create();
    expect(sent).toHaveLength(1);
    expect(model.form.value.name).toBe(freshExchangeForm.name);
  });

  test("is reported at once when the worker ends", async () => {
    const { model } = await openForm({ send: createLostWorker() });
    model.set(typed);
    await model.create();
    expect(model.state.value).toMatchObject({
      kind: "lost",
      create,
      failure: { code: "worker-unreachable" },
    });
  });

  test("and that was applied is found, and treated as created", async () => {
    const { model, sent, created, draft, journal } = await lose(async () => ({
      kind: "made",
      profile,
      message: "",
    }));
    await model.check();
    const request = { tenantId: acme.id, body };
    expect(sent[1]).toEqual({ command: "token-exchange-profile.check-creation", request });
    expect(model.state.value).toEqual({ kind: "created", profile, sentAt: now });
    expect(created).toEqual([[acme.id, profile]]);
    expect(draft.kept()).toBeUndefined();
    await expect.poll(() => journal.text).toBeUndefined();
  });

  test("and that was not applied keeps the form, which can be sent again", async () => {
    const { model, sent, draft } = await lose(async () => ({ kind: "not-made", message: "" }));
    await model.check();
    expect(model.state.value).toEqual({ kind: "absent" });
    expect(draft.kept()).toEqual({ form: { ...freshExchangeForm, ...typed } });
    expect(sent).toHaveLength(2);
    await model.create();
    expect(model.state.value.kind).toBe("created");
  });

  test("stays in doubt if the check fails", async () => {
    const error = new ManagementError({ code: "unreachable", message: "No network." });
    const { model, journal } = await lose(() => Promise.reject(error));
    await model.check();
    expect(model.state.value).toMatchObject({ kind: "lost", isChecked: true });
    expect(journal.text).toBeDefined();
  });

  test("stays in doubt if the list could not be loaded completely", async () => {
    const words = "Could not load the whole list.";
    const { model } = await lose(async () => ({ kind: "unknown", message: words }));
    await model.check();
    expect(model.state.value).toMatchObject({
      kind: "lost",
      failure: { code: "list-incomplete", message: words },
    });
  });

  test("is discarded by clearing the form, also for the next popup", async () => {
    const { model, worker, journal } = await lose();
    model.clear();
    expect(model.state.value).toEqual({ kind: "editing" });
    await expect.poll(() => journal.text).toBeUndefined();
    const later = await openForm({ send: worker });
    expect(later.model.state.value).toEqual({ kind: "editing" });
    expect(later.model.isOpen.value).toBe(false);
  });
});

test("keeps its outcome until its tenant is shown again", async () => {
  const late = Promise.withResolvers<TokenExchangeProfile>();
  const drafts = new Map([acme, initech].map(({ id }) => [id, createMemoryDraft<ExchangeDraft>()]));
  const journal = createJournal();
  const { model, created } = await openForm({
    journal,
    drafts: (id) => drafts.get(id) ?? createBrokenDraft<ExchangeDraft>(),
    create: () => late.promise,
  });
  model.set(typed);
  const creating = model.create();
  await expect.poll(() => journal.text).toBeDefined();
  await model.show(initech);
  expect(model.state.value).toEqual({ kind: "editing" });
  await model.show(acme);
  expect(model.state.value).toEqual({ kind: "sending", create });
  await model.show(initech);
  late.resolve(profile);
  await creating;
  expect(model.state.value).toEqual({ kind: "editing" });
  await model.show(acme);
  await expect.poll(() => model.state.value.kind).toBe("created");
  expect(created).toEqual([[acme.id, profile]]);
  expect(drafts.get(acme.id)?.kept()).toBeUndefined();
});
