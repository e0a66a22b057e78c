import { batch, computed, createModel, signal } from "@preact/signals";
import type { ConnectionProfile } from "../../management/connections/connection-profile.ts";
import type { JsonObject } from "../../management/json.ts";
import { diffProfileEdit } from "../../management/connections/diff-connection-profile.ts";
import { isPatchApplied } from "../../management/connections/is-patch-applied.ts";
import { mergeConnectionProfile } from "../../management/connections/merge-connection-profile.ts";
import { invertPatch } from "../../management/connections/undo-patch.ts";
import type { CommandSender } from "../../messages/command-channel.ts";
import type { Tenant } from "../../messages/tenant.ts";
import type { ConfirmationQuestion, Confirmer } from "../confirmation-model.ts";
import {
  isWaiting,
  type ConnectionChangeState,
  type EditedProfile,
} from "./connection-change-state.ts";
import { isSameProfile, type ConnectionConflictModel } from "./connection-conflict-model.ts";
import { toDocument } from "./connection-document.ts";
import type { ConnectionDraft, PatchUnderWay } from "./connection-draft.ts";
import type { ConnectionEditorModel } from "./connection-editor-model.ts";
import { SentChangesModel } from "./sent-changes-model.ts";
import { toFailure, type Failure } from "../failure.ts";
import { isAnswerLost } from "../lost-answer.ts";

export interface ConnectionChangePort {
  send: CommandSender;
  confirm: Confirmer;
  /** Unix time in ms. */
  now(): number;
  editor: InstanceType<typeof ConnectionEditorModel>;
  conflict: InstanceType<typeof ConnectionConflictModel>;
  /** Resolves once what is under way is written down. */
  noteUnderWay(): Promise<void>;
  /** A profile as the service has it now. */
  onProfile(tenantId: string, profile: ConnectionProfile): void;
}

/** Sends what the editor holds: reads the profile anew first, compares, patches, and knows the way back. */
export const ConnectionChangeModel = createModel((port: ConnectionChangePort) => {
  const { editor, conflict } = port;
  const edited = signal<EditedProfile | undefined>(undefined);
  const state = signal<ConnectionChangeState>({ kind: "editing" });
  const underWay = signal<PatchUnderWay | undefined>(undefined);
  const sent = new SentChangesModel(edited);
  const isBusy = () => isWaiting(state.peek());

  /** What is wanted of a version when a patch is laid over it. */
  const lay = (patch: JsonObject, profile: ConnectionProfile) =>
    mergeConnectionProfile(profile, patch, profile).edit;

  const compareWith = (current: ConnectionProfile) => {
    conflict.begin(current);
    state.value = { kind: "comparing" };
  };

  const takeAnswer = (
    own: EditedProfile,
    { patch, sentAt, isUndo }: PatchUnderWay,
    answer: ConnectionProfile,
    isFound: boolean,
  ) => {
    const before = editor.base.peek();
    if (before === undefined) return;
    // An answer may leave out what did not change.
    const profile = { ...before, ...answer };
    const { changes: unapplied } = diffProfileEdit(profile, patch);
    batch(() => {
      underWay.value = undefined;
      const undo = invertPatch(patch, before);
      sent.remember({ ...own, at: port.now(), isUndo, undo, after: profile });
      editor.adopt(profile, toDocument(profile));
      port.onProfile(own.tenantId, profile);
      state.value = { kind: "updated", profile: answer, sentAt, isUndo, isFound, unapplied };
    });
  };

  const fail = (failure: Failure) => {
    batch(() => {
      underWay.value = undefined;
      state.value =
        failure.code === "not-found" ? { kind: "gone", failure } : { kind: "failed", failure };
    });
  };

  /** Reads the profile anew to find out what became of a patch whose answer was lost. */
  const check = async (): Promise<void> => {
    const own = edited.peek();
    const lost = underWay.peek();
    const before = editor.base.peek();
    if (own === undefined || lost === undefined || before === undefined || isBusy()) return;
    state.value = { kind: "lost", isChecking: true };
    let current: ConnectionProfile;
    try {
      const { tenantId, profileId: id } = own;
      current = await port.send("connection-profile.get", { tenantId, id });
    } catch (error) {
      const failure = toFailure(error);
      if (failure.code === "not-found") fail(failure);
      else state.value = { kind: "lost", isChecking: false, failure };
      return;
    }
    if (isPatchApplied(current, lost.patch)) {
      takeAnswer(own, lost, current, true);
      return;
    }
    batch(() => {
      underWay.value = undefined;
      port.onProfile(own.tenantId, current);
      editor.adopt(before, lay(lost.patch, before));
      if (isSameProfile(before, current)) {
        const note = "The change was not made: the profile is as it was. You can send it again.";
        state.value = { kind: "reviewing", note };
      } else compareWith(current);
    });
  };

  /** Sends what the editor holds; of an undo `shown` is the version that was on show before it. */
  const submit = async (tenant: Tenant, shown?: ConnectionProfile): Promise<void> => {
    const isUndo = shown !== undefined;
    const own = edited.peek();
    const base = editor.base.peek();
    if (own === undefined || base === undefined || own.tenantId !== tenant.id || isBusy()) return;
    const patch = editor.patch.peek();
    if (Object.keys(patch).length === 0) return;
    const { tenantId, profileId: id } = own;
    const earlier = state.peek();
    state.value = { kind: "preparing" };
    const granted = await port.confirm.ask(askFor(tenant, base, isUndo));
    if (granted === undefined) {
      batch(() => {
        if (isUndo) editor.adopt(shown, toDocument(shown));
        state.value = earlier;
      });
      return;
    }
    let current: ConnectionProfile;
    try {
      current = await port.send("connection-profile.get", { tenantId, id });
    } catch (error) {
      fail(toFailure(error));
      return;
    }
    if (!isSameProfile(base, current)) {
      batch(() => {
        port.onProfile(tenantId, current);
        compareWith(current);
      });
      return;
    }
    const change = { patch, sentAt: port.now(), isUndo };
    batch(() => {
      underWay.value = change;
      state.value = { kind: "sending" };
    });
    await port.noteUnderWay();
    try {
      const answer = await port.send("connection-profile.update", {
        tenantId,
        ...granted,
        id,
        patch,
      });
      takeAnswer(own, change, answer, false);
    } catch (error) {
      const failure = toFailure(error);
      if (!isAnswerLost(failure)) {
        fail(failure);
        return;
      }
      state.value = { kind: "lost", isChecking: false, failure };
      // The service said that it went well, and only its answer could not be read: a look is all that is missing.
      if (failure.code === "unexpected-response") await check();
    }
  };

  return {
    /** The profile that is edited; undefined while none is. */
    edited: computed(() => edited.value),
    state: computed(() => state.value),
    underWay: computed(() => underWay.value),
    isBusy: computed(() => isWaiting(state.value)),
    /** The newest change of this profile that was made here. */
    lastSent: sent.last,
    /** Whether one click takes that change back: not over the head of what is entered and not sent. */
    canUndo: computed(() => {
      const change = sent.last.value;
      const { kind } = state.value;
      const isDirty = editor.isDirty.value;
      const hasWay = change !== undefined && Object.keys(change.undo.patch).length > 0;
      const isAtRest = kind === "editing" || kind === "updated";
      return hasWay && isAtRest && !isDirty;
    }),

    /** Begins with a profile, where an earlier popup left it. */
    begin(profile: EditedProfile, draft?: ConnectionDraft): void {
      batch(() => {
        edited.value = profile;
        underWay.value = draft?.underWay;
        if (draft?.underWay !== undefined) state.value = { kind: "lost", isChecking: false };
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
        underWay.value = undefined;
        conflict.end();
        state.value = { kind: "editing" };
      });
    },
    /** The profile of what is entered turned out to be no more. */
    markGone(): void {
      if (state.peek().kind === "editing") state.value = { kind: "gone" };
    },

    /** Whether the input may change now; what was said of it before no longer holds then. */
    beginEdit(): boolean {
      const { kind } = state.peek();
      if (isBusy() || kind === "lost" || kind === "comparing") return false;
      if (kind !== "gone" && kind !== "editing") state.value = { kind: "editing" };
      return true;
    },
    review(): void {
      const { kind } = state.peek();
      const isRefused = isBusy() || kind === "lost" || kind === "comparing" || kind === "gone";
      if (!isRefused && editor.canReview.peek()) state.value = { kind: "reviewing" };
    },
    /** From the review, or from the comparison with somebody else's version, back to what is entered. */
    backToInput(): void {
      const { kind } = state.peek();
      if (kind !== "reviewing" && kind !== "comparing" && kind !== "failed") return;
      batch(() => {
        conflict.end();
        state.value = { kind: "editing" };
      });
    },
    /** Sends what is on show. */
    async send(tenant: Tenant): Promise<void> {
      const { kind } = state.peek();
      if ((kind === "reviewing" || kind === "failed") && editor.canReview.peek())
        await submit(tenant);
    },
    /** Goes on with the choices that were made, on the version of somebody else. */
    resolve(): void {
      const resolved = state.peek().kind === "comparing" ? conflict.resolve() : undefined;
      if (resolved === undefined) return;
      batch(() => {
        editor.adopt(resolved.theirs, resolved.document);
        conflict.end();
        state.value = editor.canReview.peek()
          ? { kind: "reviewing" }
          : { kind: "editing", note: "Nothing of yours is left to send." };
      });
    },
    check,
    /** Takes the newest change back. */
    async undo(tenant: Tenant): Promise<void> {
      const change = sent.last.peek();
      const shown = editor.base.peek();
      const { kind } = state.peek();
      if (change === undefined || shown === undefined || editor.isDirty.peek()) return;
      if (kind !== "editing" && kind !== "updated") return;
      editor.adopt(change.after, lay(change.undo.patch, change.after));
      await submit(tenant, shown);
    },
  };
});

function askFor(tenant: Tenant, base: ConnectionProfile, isUndo: boolean): ConfirmationQuestion {
  const name = JSON.stringify(base.name ?? base.id);
  return isUndo
    ? { tenant, title: `Take back the change of ${name}?`, button: "Take it back" }
    : { tenant, title: `Change the connection profile ${name}?`, button: "Send changes" };
}
