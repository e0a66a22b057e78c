import { batch, computed, createModel, signal } from "@preact/signals";
import type { ChangeCore, ConnectionChangePort } from "./connection-change-core.ts";
import {
  isWaiting,
  type ConnectionChangeState,
  type EditedProfile,
} from "./connection-change-state.ts";
import type { ConnectionDraft } from "./connection-draft.ts";
import type { TenantUpdate } from "./connection-updates-model.ts";
import { SentChangesModel } from "./sent-changes-model.ts";
import { createUpdateSteps } from "./update-steps.ts";
import { readOnly } from "../read-only.ts";

/** Tracks the edit of one profile: input, review, comparison and outcome. */
export const ConnectionChangeModel = createModel((port: ConnectionChangePort) => {
  const { editor, conflict } = port;
  const edited = signal<EditedProfile | undefined>(undefined);
  const state = signal<ConnectionChangeState>({ kind: "editing" });
  const sent = new SentChangesModel(edited);
  const core: ChangeCore = { ...port, edited, state, sent };
  const { follow, ...steps } = createUpdateSteps(core);

  return {
    ...createReviewSteps(core),
    ...steps,
    /** The profile that is edited; undefined if there is none. */
    edited: readOnly(edited),
    state: readOnly(state),
    isBusy: computed(() => isWaiting(state.value)),
    /** The newest change of this profile since the popup was opened. */
    lastSent: sent.last,
    /** True if one click can revert that change. Unsent input must be discarded first. */
    canUndo: computed(() => {
      const change = sent.last.value;
      const { kind } = state.value;
      const isDirty = editor.isDirty.value;
      const hasUndo = change !== undefined && Object.keys(change.undo.patch).length > 0;
      const isIdle = kind === "editing" || kind === "updated";
      return hasUndo && isIdle && !isDirty;
    }),

    /** Begins the edit of a profile, at the step that an earlier popup had reached. */
    begin(profile: EditedProfile, draft?: ConnectionDraft, update?: TenantUpdate): void {
      batch(() => {
        edited.value = profile;
        if (update !== undefined) follow(update);
        else if (draft?.conflict === undefined) state.value = { kind: "editing" };
        else {
          conflict.begin(draft.conflict.theirs, draft.conflict.choices);
          state.value = { kind: "comparing" };
        }
      });
    },
    end(): void {
      batch(() => {
        edited.value = undefined;
        conflict.end();
        state.value = { kind: "editing" };
      });
    },
    /** Records that the edited profile was deleted at the tenant. */
    markGone(): void {
      if (state.peek().kind === "editing") state.value = { kind: "gone" };
    },
  };
});

/** Creates the steps between input, review and comparison. None of them needs the worker. */
function createReviewSteps({ editor, conflict, state }: ChangeCore) {
  return {
    /** Returns true if the input may change now, and drops the note about the previous input. */
    beginEdit(): boolean {
      const { kind } = state.peek();
      if (isWaiting(state.peek()) || kind === "lost" || kind === "comparing") return false;
      if (kind !== "gone" && kind !== "editing") state.value = { kind: "editing" };
      return true;
    },
    review(): void {
      const { kind } = state.peek();
      const isRefused =
        isWaiting(state.peek()) || kind === "lost" || kind === "comparing" || kind === "gone";
      if (!isRefused && editor.canReview.peek()) state.value = { kind: "reviewing" };
    },
    /** Goes back from the review or the comparison to the input. */
    backToInput(): void {
      const { kind } = state.peek();
      if (kind !== "reviewing" && kind !== "comparing" && kind !== "failed") return;
      batch(() => {
        conflict.end();
        state.value = { kind: "editing" };
      });
    },
    /** Continues on the other version, with the values that were chosen. */
    resolve(): void {
      const resolved = state.peek().kind === "comparing" ? conflict.resolve() : undefined;
      if (resolved === undefined) return;
      batch(() => {
        editor.adopt(resolved.theirs, resolved.document);
        conflict.end();
        state.value = editor.canReview.peek()
          ? { kind: "reviewing" }
          : { kind: "editing", note: "No changes are left to send." };
      });
    },
  };
}
