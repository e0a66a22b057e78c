import { computed, effect, type ReadonlySignal } from "@preact/signals";
import type { ConnectionProfile } from "../../management/connections/connection-profile.ts";
import type { createProfileList } from "../profile-list.ts";
import type { ConnectionChangeModel } from "./connection-change-model.ts";
import type { EditedProfile } from "./connection-change-state.ts";
import type { ConnectionConflictModel } from "./connection-conflict-model.ts";
import type { ConnectionDraft } from "./connection-draft.ts";
import type { ConnectionDraftsModel } from "./connection-drafts-model.ts";
import type { ConnectionEditorModel } from "./connection-editor-model.ts";
import type { ConnectionUpdatesModel, TenantUpdate } from "./connection-updates-model.ts";
import { applyPatch } from "./update-steps.ts";

export interface ProfileNavigationPort {
  tenantId: ReadonlySignal<string | undefined>;
  list: ReturnType<typeof createProfileList<ConnectionProfile>>;
  drafts: InstanceType<typeof ConnectionDraftsModel>;
  updates: InstanceType<typeof ConnectionUpdatesModel>;
  editor: InstanceType<typeof ConnectionEditorModel>;
  conflict: InstanceType<typeof ConnectionConflictModel>;
  change: InstanceType<typeof ConnectionChangeModel>;
}

/** Creates the steps between the list and a profile. They keep the input of each profile. */
export function createProfileNavigation(port: ProfileNavigationPort) {
  const { tenantId, list, drafts, updates, editor, change } = port;
  const draft = createDraft(port);
  effect(() => {
    const edited = change.edited.value;
    const current = draft.value;
    if (edited === undefined) return;
    if (current === undefined) drafts.remove(edited.tenantId, edited.profileId);
    else drafts.put(current);
  });

  /**
   * The edited profile of the shown tenant; another tenant's profile is shown when that tenant is
   * selected.
   */
  const edited = computed(() =>
    change.edited.value?.tenantId === tenantId.value ? change.edited.value : undefined,
  );

  /** Marks an edited profile that the list does not have as deleted. */
  const markIfGone = () => {
    const own = edited.peek();
    const isListed = list.profiles.peek().some(({ id }) => id === own?.profileId);
    const isKnown = list.state.peek().kind === "read" && !list.isPartial.peek();
    if (own !== undefined && isKnown && !isListed) change.markGone();
  };

  /** Leaves the profile and keeps its input. */
  const keepForLater = () => {
    const current = draft.peek();
    change.end();
    if (current === undefined) return;
    // Another tenant's profile stays open, so that it is shown when its tenant is selected again.
    drafts.put({ ...current, isOpen: current.tenantId !== tenantId.peek() });
  };

  const resume = (
    tenant: string,
    profileId: string,
    kept: ConnectionDraft | undefined,
    update: TenantUpdate | undefined,
  ): boolean => {
    const base = update?.base ?? kept?.base;
    if (base === undefined) return false;
    keepForLater();
    // The draft has the view and the text of the input. Without a draft, the patch restores the
    // input.
    if (kept !== undefined || update === undefined) editor.open(base, kept?.input);
    else editor.open(base, { view: "form", document: applyPatch(update.patch, base) });
    change.begin({ tenantId: tenant, profileId }, kept, update);
    markIfGone();
    return true;
  };

  return {
    edited,
    markIfGone,
    open(profileId: string): void {
      const tenant = tenantId.peek();
      if (tenant === undefined || change.isBusy.peek()) return;
      const kept = drafts.find(tenant, profileId);
      const update = updates.find({ tenantId: tenant, profileId });
      if (resume(tenant, profileId, kept, update)) return;
      const profile = list.profiles.peek().find(({ id }) => id === profileId);
      if (profile === undefined) return;
      keepForLater();
      editor.open(profile);
      change.begin({ tenantId: tenant, profileId });
    },
    /** Goes back to the list; the input is kept. */
    leave(): void {
      if (!change.isBusy.peek()) keepForLater();
    },
    ...createDiscards(port, edited),
  };
}

/** Returns the draft of the edited profile; undefined if there is no input to keep. */
function createDraft({ change, editor, conflict }: ProfileNavigationPort) {
  return computed((): ConnectionDraft | undefined => {
    const edited = change.edited.value;
    const base = editor.base.value;
    const input = editor.input.value;
    const theirs = conflict.theirs.value;
    const choices = conflict.choices.value;
    const isWorthKeeping = editor.isDirty.value || theirs !== undefined;
    if (edited === undefined || base === undefined || !isWorthKeeping) return undefined;
    return {
      ...edited,
      base,
      input,
      isOpen: true,
      ...(theirs === undefined ? {} : { conflict: { theirs, choices } }),
    };
  });
}

/** Creates the steps that drop input of the edited profile. */
function createDiscards(
  port: ProfileNavigationPort,
  edited: ReadonlySignal<EditedProfile | undefined>,
) {
  const { list, drafts, updates, editor, conflict, change } = port;
  return {
    /** Discards the input of the shown profile. */
    discard(): void {
      const own = edited.peek();
      const base = editor.base.peek();
      if (own === undefined || base === undefined || change.isBusy.peek()) return;
      const { kind } = change.state.peek();
      // Only `forgetChange` discards an update whose response was lost.
      if (kind === "lost") return;
      const newest = list.profiles.peek().find(({ id }) => id === own.profileId) ?? base;
      change.end();
      drafts.remove(own.tenantId, own.profileId);
      if (kind === "gone") return;
      editor.open(newest);
      change.begin(own);
    },
    /** Discards an update whose response was lost, and its input. The new list shows its effect. */
    async forgetChange(): Promise<void> {
      const own = edited.peek();
      const isLost = change.state.peek().kind === "lost";
      if (own === undefined || !isLost || change.isBusy.peek()) return;
      change.end();
      drafts.remove(own.tenantId, own.profileId);
      updates.acknowledge(own, { evenInDoubt: true });
      await list.read();
    },
    /** Continues with the newest version of the profile, without the input. */
    takeTheirs(): void {
      const theirs = conflict.theirs.peek();
      const own = edited.peek();
      if (theirs === undefined || own === undefined || change.isBusy.peek()) return;
      change.end();
      editor.open(theirs);
      change.begin(own);
    },
  };
}
