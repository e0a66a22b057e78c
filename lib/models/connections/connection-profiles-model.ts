import { placeRefusal } from "../refusal-words.ts";
import { computed, createModel, effect, type ReadonlySignal } from "@preact/signals";
import type { ConnectionProfile } from "../../management/connections/connection-profile.ts";
import type { CommandSender } from "../../messages/command-channel.ts";
import type { Tenant } from "../../messages/tenant.ts";
import type { Confirmer } from "../confirmation-model.ts";
import { ConnectionChangeModel } from "./connection-change-model.ts";
import { ConnectionConflictModel } from "./connection-conflict-model.ts";
import type { ConnectionDraft } from "./connection-draft.ts";
import { ConnectionDraftsModel } from "./connection-drafts-model.ts";
import { ConnectionEditorModel } from "./connection-editor-model.ts";
import type { DraftPort } from "../draft-port.ts";
import { createProfileFilter } from "../profile-filter.ts";
import { createProfileList } from "../profile-list.ts";

export interface ConnectionProfilesPort {
  send: CommandSender;
  confirm: Confirmer;
  drafts: DraftPort<ConnectionDraft[]>;
  /** The tenant that is shown. */
  tenant: ReadonlySignal<Tenant | undefined>;
  /** Unix time in ms. */
  now(): number;
}

/** A profile as the list shows it. */
export interface ConnectionRow {
  id: string;
  name: string;
  features: readonly string[];
  /** What a filter looks through. */
  text: string;
  /** Something is entered for it and not sent. */
  hasDraft: boolean;
  /** It was sent, and nobody knows what came of it. */
  isInDoubt: boolean;
  /** It is not in the tenant's list: only what was entered is left of it. */
  isGone: boolean;
}

/** The fields of the form. A refusal whose words name one is shown there. */
const profileFields = [
  "name",
  "organization",
  "connection_name_prefix_template",
  "enabled_features",
  "connection_config",
  "strategy_overrides",
];

/** The tenant's connection profiles: which there are, the one that is edited, and what is kept until it is sent. */
export const ConnectionProfilesModel = createModel((port: ConnectionProfilesPort) => {
  const tenantId = computed(() => port.tenant.value?.id);
  const list = createProfileList<ConnectionProfile>({
    tenantId,
    read: (id) => port.send("connection-profile.list", { tenantId: id }),
  });
  const drafts = new ConnectionDraftsModel(port.drafts);
  const editor = new ConnectionEditorModel({ beginEdit: () => change.beginEdit() });
  const conflict = new ConnectionConflictModel(editor);
  const change = new ConnectionChangeModel({
    send: port.send,
    confirm: port.confirm,
    now: () => port.now(),
    editor,
    conflict,
    noteUnderWay: () => drafts.settled(),
    onProfile: (id, profile) => list.put(id, profile),
  });

  const draft = computed((): ConnectionDraft | undefined => {
    const edited = change.edited.value;
    const base = editor.base.value;
    const input = editor.input.value;
    const underWay = change.underWay.value;
    const theirs = conflict.theirs.value;
    const choices = conflict.choices.value;
    const isWorthKeeping = editor.isDirty.value || underWay !== undefined || theirs !== undefined;
    if (edited === undefined || base === undefined || !isWorthKeeping) return undefined;
    return {
      ...edited,
      base,
      input,
      isOpen: true,
      ...(underWay === undefined ? {} : { underWay }),
      ...(theirs === undefined ? {} : { conflict: { theirs, choices } }),
    };
  });
  effect(() => {
    const edited = change.edited.value;
    const current = draft.value;
    if (edited === undefined) return;
    if (current === undefined) drafts.remove(edited.tenantId, edited.profileId);
    else drafts.put(current);
  });

  const ownDrafts = computed(() =>
    drafts.all.value.filter((one) => one.tenantId === tenantId.value),
  );
  /** Another tenant's profile is not on show: it waits until that one is selected again. */
  const edited = computed(() =>
    change.edited.value?.tenantId === tenantId.value ? change.edited.value : undefined,
  );

  /** The profiles of the tenant, and after them those of which only what was entered is left. */
  const rows = computed((): readonly ConnectionRow[] => {
    const own = ownDrafts.value;
    const listed = list.profiles.value;
    const isRead = list.state.value.kind === "read" && !list.isPartial.value;
    const kept = own.filter(({ profileId }) => !listed.some(({ id }) => id === profileId));
    return [
      ...listed.map((profile) => ({
        ...describe(profile),
        ...describeDraft(own.find(({ profileId }) => profileId === profile.id)),
        isGone: false,
      })),
      ...kept.map((one) => ({ ...describe(one.base), ...describeDraft(one), isGone: isRead })),
    ];
  });
  const filter = createProfileFilter({
    tenantId,
    items: rows,
    writeText: ({ text }) => text,
    isInHand: ({ hasDraft }) => hasDraft,
  });

  const openDraft = (kept: ConnectionDraft) => {
    keepForLater();
    editor.open(kept.base, kept.input);
    change.begin({ tenantId: kept.tenantId, profileId: kept.profileId }, kept);
    noticeGone();
  };

  /** A profile that the list does not have was deleted since the edit began. */
  const noticeGone = () => {
    const own = edited.peek();
    const isListed = list.profiles.peek().some(({ id }) => id === own?.profileId);
    const isKnown = list.state.peek().kind === "read" && !list.isPartial.peek();
    if (own !== undefined && isKnown && !isListed) change.markGone();
  };

  /** What is entered for the profile that is left now is kept. */
  const keepForLater = () => {
    const current = draft.peek();
    change.end();
    if (current === undefined) return;
    // Another tenant's stays open: it is what is shown when that one is selected again.
    drafts.put({ ...current, isOpen: current.tenantId !== tenantId.peek() });
  };

  const open = (id: string) => {
    const tenant = tenantId.peek();
    if (tenant === undefined || change.isBusy.peek()) return;
    const kept = drafts.find(tenant, id);
    const profile = list.profiles.peek().find((one) => one.id === id);
    if (kept !== undefined) openDraft(kept);
    else if (profile !== undefined) {
      keepForLater();
      editor.open(profile);
      change.begin({ tenantId: tenant, profileId: id });
    }
  };
  const reopen = (kept: ConnectionDraft) => open(kept.profileId);

  return {
    /** The tenant whose profiles these are. */
    tenantId,
    list: { state: list.state, isPartial: list.isPartial, read: list.read },
    editor,
    conflict,
    change,
    /** How many there are; undefined until they have been read. */
    count: list.count,
    /** The profile that is on show; undefined while the list is. */
    edited,
    rows,
    /** What of them is to be seen. */
    filter,
    /** The first sentence for each field of the form: what is wrong with it, here or in the service's eyes. */
    problems: computed((): Record<string, string> => {
      const state = change.state.value;
      const found = editor.problems.value;
      if (state.kind !== "failed") return found;
      const placed: Record<string, string> = {};
      for (const [field, words] of Object.entries(placeRefusal(state.failure, profileFields)))
        placed[field.split(".")[0] ?? field] = words;
      return { ...placed, ...found };
    }),
    /** Why what is entered might not be kept. */
    draftProblem: drafts.problem,

    /** Shows the selected tenant's profiles, or the one that an earlier popup was left at. */
    async begin(): Promise<void> {
      const own = tenantId.peek();
      await drafts.load();
      if (own === undefined || own !== tenantId.peek()) return;
      const left = drafts.all.peek().findLast((one) => one.tenantId === own && one.isOpen);
      if (left !== undefined && edited.peek() === undefined) reopen(left);
      const { kind } = list.state.peek();
      if (kind !== "unread" && kind !== "failed") return;
      await list.read();
      noticeGone();
    },
    open,
    /** Back to the list; what is entered is kept. */
    leave(): void {
      if (!change.isBusy.peek()) keepForLater();
    },
    /** Drops what was entered for the profile on show. */
    discard(): void {
      const own = edited.peek();
      const base = editor.base.peek();
      if (own === undefined || base === undefined || change.isBusy.peek()) return;
      const { kind } = change.state.peek();
      // What became of it may not be known yet: that is given up in so many words, or not at all.
      if (kind === "lost") return;
      const newest = list.profiles.peek().find(({ id }) => id === own.profileId) ?? base;
      change.end();
      drafts.remove(own.tenantId, own.profileId);
      if (kind === "gone") return;
      editor.open(newest);
      change.begin(own);
    },
    /** Gives up asking what became of a change whose answer was lost; what was entered goes with it. The list, read anew, tells. */
    async forgetChange(): Promise<void> {
      const own = edited.peek();
      const isLost = change.state.peek().kind === "lost";
      if (own === undefined || !isLost || change.isBusy.peek()) return;
      change.end();
      drafts.remove(own.tenantId, own.profileId);
      await list.read();
    },
    /** Goes on with the newest version of the profile, without anything that was entered. */
    takeTheirs(): void {
      const theirs = conflict.theirs.peek();
      const own = edited.peek();
      if (theirs === undefined || own === undefined || change.isBusy.peek()) return;
      change.end();
      editor.open(theirs);
      change.begin(own);
    },

    async send(): Promise<void> {
      const tenant = port.tenant.peek();
      if (tenant !== undefined) await change.send(tenant);
    },
    async undo(): Promise<void> {
      const tenant = port.tenant.peek();
      if (tenant !== undefined) await change.undo(tenant);
    },
  };
});

function describe(profile: ConnectionProfile) {
  const { id, name, enabled_features: features } = profile;
  return { id, name: name ?? id, features: features ?? [], text: writeText(profile) };
}

/** What a person may know of a profile: all of its values, and the names in what it nests, the strategies among them. */
function writeText(profile: ConnectionProfile): string {
  const values = Object.values(profile);
  return values
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
    .join("\n");
}

function describeDraft(draft: ConnectionDraft | undefined) {
  return { hasDraft: draft !== undefined, isInDoubt: draft?.underWay !== undefined };
}
