import { computed, createModel, signal, type ReadonlySignal } from "@preact/signals";
import type { ConnectionProfile } from "../../management/connections/connection-profile.ts";
import { isPatchApplied } from "../../management/connections/is-patch-applied.ts";
import type { Undo } from "../../management/connections/undo-patch.ts";
import type { EditedProfile } from "./connection-change-state.ts";

/** The newest change of a profile since the popup was opened, with its inverse. */
export interface SentChange extends EditedProfile {
  /** Unix time in ms. */
  at: number;
  isUndo: boolean;
  undo: Undo;
  /** The profile after the change: the base of the undo, even if the profile has changed since. */
  after: ConnectionProfile;
}

/** Holds the newest change of each profile since the popup was opened. */
export const SentChangesModel = createModel((edited: ReadonlySignal<EditedProfile | undefined>) => {
  const sent = signal<readonly SentChange[]>([]);
  return {
    /** The newest change of the profile that is edited. */
    last: computed(() => {
      const { value: own } = edited;
      const { value: all } = sent;
      return own === undefined ? undefined : all.find(isOf(own));
    }),

    /**
     * Remembers a change. Ignores a change without effect: the previous change can still be
     * reverted.
     */
    remember(change: SentChange): void {
      const { patch } = change.undo;
      if (Object.keys(patch).length > 0 && isPatchApplied(change.after, patch)) return;
      const isSame = isOf(change);
      sent.value = [change, ...sent.peek().filter((one) => !isSame(one))];
    },
  };
});

function isOf({ tenantId, profileId }: EditedProfile) {
  return (one: EditedProfile) => one.tenantId === tenantId && one.profileId === profileId;
}
