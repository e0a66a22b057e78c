import { batch, computed, createModel, signal } from "@preact/signals";
import type { ConnectionProfile } from "../../management/connection-profile.ts";
import type { JsonObject } from "../../management/json.ts";
import { diffProfileEdit, type ProfileChange } from "../../management/diff-connection-profile.ts";
import { isPatchApplied } from "../../management/is-patch-applied.ts";
import { mergeConnectionProfile } from "../../management/merge-connection-profile.ts";
import { invertPatch, type Undo } from "../../management/undo-patch.ts";
import type { CommandSender } from "../../messages/command-channel.ts";
import type { Tenant } from "../../messages/tenant.ts";
import type { ConfirmationQuestion, Confirmer } from "../confirmation-model.ts";
import { isSameProfile, type ConnectionConflictModel } from "./connection-conflict-model.ts";
import { toDocument } from "./connection-document.ts";
import type { ConnectionDraft, PatchUnderWay } from "./connection-draft.ts";
import type { ConnectionEditorModel } from "./connection-editor-model.ts";
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

/** The profile that is edited. */
export interface EditedProfile {
  tenantId: string;
  profileId: string;
}

export type ConnectionChangeState =
  | { kind: "editing"; note?: string }
  /** The changes are on show, and one more click sends them. */
  | { kind: "reviewing"; note?: string }
  /** The tenant's name is asked for, or the profile is read anew: nothing has been sent. */
  | { kind: "preparing" }
  | { kind: "sending" }
  /** Somebody else has changed the profile since: nothing has been sent. */
  | { kind: "comparing" }
  | {
      kind: "updated";
      profile: ConnectionProfile;
      /** When it was asked for: Unix time in ms. */
      sentAt: number;
      isUndo: boolean;
      /** True when the answer was lost, and a look at the tenant found the change made. */
      isFound: boolean;
      /** What the service answered otherwise than it was sent, in spite of its success. */
      unapplied: readonly ProfileChange[];
    }
  | { kind: "failed"; failure: Failure }
  /** There is no such profile any more; what was entered is kept. */
  | { kind: "gone"; failure?: Failure }
  /** It was sent, and nobody knows what came of it. */
  | { kind: "lost"; isChecking: boolean; failure?: Failure };

/** The newest change of a profile that was made here, and the way back. */
export interface SentChange extends EditedProfile {
  /** Unix time in ms. */
  at: number;
  isUndo: boolean;
  undo: Undo;
}

/** Sends what the editor holds: reads the profile anew first, compares, patches, and knows the way back. */
export const ConnectionChangeModel = createModel((port: ConnectionChangePort) => {
  const { editor, conflict } = port;
  const edited = signal<EditedProfile | undefined>(undefined);
  const state = signal<ConnectionChangeState>({ kind: "editing" });
  const underWay = signal<PatchUnderWay | undefined>(undefined);
  const sent = signal<readonly SentChange[]>([]);

  const lastSent = computed(() => {
    const { tenantId, profileId } = edited.value ?? {};
    return sent.value.find((one) => one.tenantId === tenantId && one.profileId === profileId);
  });
  const isBusy = () => {
    const { kind } = state.peek();
    return kind === "preparing" || kind === "sending" || isChecking(state.peek());
  };

  /** What is wanted of a version when a patch is laid over it. */
  const lay = (patch: JsonObject, profile: ConnectionProfile) =>
    mergeConnectionProfile(profile, patch, profile).edit;

  const compareWith = (current: ConnectionProfile) => {
    conflict.begin(current);
    state.value = { kind: "comparing" };
  };

  /** What came to nothing has no way back, and the change before it keeps its own. */
  const remember = (change: SentChange, profile: ConnectionProfile) => {
    const isOf = (one: SentChange) =>
      one.tenantId === change.tenantId && one.profileId === change.profileId;
    const { patch } = change.undo;
    if (Object.keys(patch).length > 0 && isPatchApplied(profile, patch)) return;
    sent.value = [change, ...sent.peek().filter((one) => !isOf(one))];
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
      remember({ ...own, at: port.now(), isUndo, undo: invertPatch(patch, before) }, profile);
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

  /** Sends what the editor holds. */
  const submit = async (tenant: Tenant, isUndo: boolean): Promise<void> => {
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
        if (isUndo) editor.adopt(base, toDocument(base));
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
    isBusy: computed(() => {
      const { value } = state;
      return value.kind === "preparing" || value.kind === "sending" || isChecking(value);
    }),
    /** The newest change of this profile that was made here. */
    lastSent,
    /** Whether one click takes that change back: not over the head of what is entered and not sent. */
    canUndo: computed(() => {
      const change = lastSent.value;
      const { kind } = state.value;
      const isDirty = editor.isDirty.value;
      const hasWay = change !== undefined && Object.keys(change.undo.patch).length > 0;
      const isAtRest = kind === "editing" || kind === "updated";
      return hasWay && isAtRest && !isDirty;
    }),

    /** Begins with a profile, where an earlier popup left it. */
    begin(profile: EditedProfile, draft?: ConnectionDraft): void {
      edited.value = profile;
      underWay.value = draft?.underWay;
      if (draft?.underWay !== undefined) state.value = { kind: "lost", isChecking: false };
      else if (draft?.conflict === undefined) state.value = { kind: "editing" };
      else {
        conflict.begin(draft.conflict.theirs, draft.conflict.choices);
        state.value = { kind: "comparing" };
      }
    },
    end(): void {
      edited.value = undefined;
      underWay.value = undefined;
      conflict.end();
      state.value = { kind: "editing" };
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
        await submit(tenant, false);
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
      const change = lastSent.peek();
      const base = editor.base.peek();
      const { kind } = state.peek();
      if (change === undefined || base === undefined || editor.isDirty.peek()) return;
      if (kind !== "editing" && kind !== "updated") return;
      editor.adopt(base, lay(change.undo.patch, base));
      await submit(tenant, true);
    },
  };
});

function isChecking(state: ConnectionChangeState): boolean {
  return state.kind === "lost" && state.isChecking;
}

function askFor(tenant: Tenant, base: ConnectionProfile, isUndo: boolean): ConfirmationQuestion {
  const name = JSON.stringify(base.name ?? base.id);
  return isUndo
    ? { tenant, title: `Take back the change of ${name}?`, button: "Take it back" }
    : { tenant, title: `Change the connection profile ${name}?`, button: "Send changes" };
}
