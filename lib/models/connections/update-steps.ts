import { batch } from "@preact/signals";
import type { ConnectionProfile } from "../../management/connections/connection-profile.ts";
import { diffProfileEdit } from "../../management/connections/diff-connection-profile.ts";
import { mergeConnectionProfile } from "../../management/connections/merge-connection-profile.ts";
import { invertPatch } from "../../management/connections/undo-patch.ts";
import type { JsonObject } from "../../encoding/json.ts";
import type { Tenant } from "../../messages/tenant.ts";
import type { ConfirmationQuestion } from "../confirmation-model.ts";
import type { ChangeCore } from "./connection-change-core.ts";
import { isWaiting, type EditedProfile, type SentUpdate } from "./connection-change-state.ts";
import { toDocument } from "./connection-form.ts";
import type { TenantUpdate, UpdateResult } from "./connection-updates-model.ts";

/** Returns the document that results from a patch of a profile. */
export function applyPatch(patch: JsonObject, profile: ConnectionProfile): JsonObject {
  return mergeConnectionProfile(profile, patch, profile).edit;
}

/** Creates the steps that send an update through the worker and show its outcome. */
export function createUpdateSteps(core: ChangeCore) {
  const { editor, updates, edited, state } = core;

  /** Sends the input; for an undo, `shown` is the version that the editor showed before. */
  const submit = async (tenant: Tenant, shown?: ConnectionProfile): Promise<void> => {
    const isUndo = shown !== undefined;
    const own = edited.peek();
    const base = editor.base.peek();
    if (own === undefined || base === undefined || own.tenantId !== tenant.id) return;
    const patch = editor.patch.peek();
    if (isWaiting(state.peek()) || Object.keys(patch).length === 0) return;
    const earlier = state.peek();
    state.value = { kind: "confirming" };
    const granted = await core.confirm.request(createQuestion(tenant, base, isUndo));
    if (granted === undefined) {
      batch(() => {
        if (isUndo) editor.adopt(shown, toDocument(shown));
        state.value = earlier;
      });
      return;
    }
    const update = { base, patch, isUndo };
    const sent = { ...update, sentAt: core.now() };
    state.value = { kind: "sending", update: sent };
    const result = await updates.send(tenant.id, granted, update);
    settle(core, own, sent, result, { evenInDoubt: false });
  };

  const check = async (own: EditedProfile, { sentAt, ...update }: SentUpdate): Promise<void> => {
    const result = await updates.check(own.tenantId, update);
    settle(core, own, { ...update, sentAt }, result, { evenInDoubt: true });
  };

  return {
    /**
     * Continues an update that an earlier popup sent. Unless it is in doubt, checks its outcome at
     * once.
     */
    follow: ({ tenantId, isInDoubt, ...update }: TenantUpdate): void => {
      if (isInDoubt) {
        state.value = { kind: "lost", update, isChecking: false };
        return;
      }
      state.value = { kind: "sending", update };
      void check({ tenantId, profileId: update.base.id }, update);
    },
    /** Sends the shown changes. */
    async send(tenant: Tenant): Promise<void> {
      const { kind } = state.peek();
      if ((kind === "reviewing" || kind === "failed") && editor.canReview.peek())
        await submit(tenant);
    },
    /** Checks whether an update whose response was lost has taken effect. */
    async check(): Promise<void> {
      const own = edited.peek();
      const current = state.peek();
      if (own === undefined || current.kind !== "lost" || current.isChecking) return;
      const { update } = current;
      state.value = { kind: "lost", update, isChecking: true };
      await check(own, update);
    },
    /** Reverts the newest change. */
    async undo(tenant: Tenant): Promise<void> {
      const change = core.sent.last.peek();
      const shown = editor.base.peek();
      const { kind } = state.peek();
      if (change === undefined || shown === undefined || editor.isDirty.peek()) return;
      if (kind !== "editing" && kind !== "updated") return;
      editor.adopt(change.after, applyPatch(change.undo.patch, change.after));
      await submit(tenant, shown);
    },
  };
}

function settle(
  core: ChangeCore,
  own: EditedProfile,
  update: SentUpdate,
  result: UpdateResult,
  options: { evenInDoubt: boolean },
): void {
  const { conflict, updates, state } = core;
  batch(() => {
    if (result.kind === "unknown") {
      updates.keep(own.tenantId, { ...update, isInDoubt: true });
      state.value = { kind: "lost", update, isChecking: false, failure: result.failure };
      return;
    }
    updates.acknowledge(own, options);
    switch (result.kind) {
      case "updated":
        takeUpdated(core, own, update, result);
        break;
      case "conflict":
        core.onProfile(own.tenantId, result.theirs);
        conflict.begin(result.theirs);
        state.value = { kind: "comparing" };
        break;
      case "not-made": {
        const note = "The change was not applied. You can send it again.";
        state.value = { kind: "reviewing", note };
        break;
      }
      case "refused": {
        const { failure } = result;
        const isGone = failure.code === "not-found";
        state.value = isGone ? { kind: "gone", failure } : { kind: "failed", failure };
      }
    }
  });
}

function takeUpdated(
  core: ChangeCore,
  own: EditedProfile,
  { base, patch, sentAt, isUndo }: SentUpdate,
  { profile: response, isFound }: Extract<UpdateResult, { kind: "updated" }>,
): void {
  const { editor, sent, state } = core;
  // The response may omit unchanged properties.
  const profile = { ...base, ...response };
  const { changes: unapplied } = diffProfileEdit(profile, patch);
  sent.remember({ ...own, at: core.now(), isUndo, undo: invertPatch(patch, base), after: profile });
  editor.adopt(profile, toDocument(profile));
  core.onProfile(own.tenantId, profile);
  state.value = { kind: "updated", profile: response, sentAt, isUndo, isFound, unapplied };
}

function createQuestion(
  tenant: Tenant,
  base: ConnectionProfile,
  isUndo: boolean,
): ConfirmationQuestion {
  const name = JSON.stringify(base.name ?? base.id);
  return isUndo
    ? { tenant, title: `Undo the change of ${name}?`, button: "Undo change" }
    : { tenant, title: `Update the connection profile ${name}?`, button: "Send changes" };
}
