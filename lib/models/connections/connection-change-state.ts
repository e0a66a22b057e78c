import type { PendingUpdate } from "../../messages/commands.ts";
import type { ConnectionProfile } from "../../management/connections/connection-profile.ts";
import type { ProfileChange } from "../../management/connections/diff-connection-profile.ts";
import type { Failure } from "../failure.ts";

/** Identifies the profile that is edited. */
export interface EditedProfile {
  tenantId: string;
  profileId: string;
}

/** An update as the worker knows it, with the time at which it was requested. */
export type SentUpdate = Omit<PendingUpdate, "isInDoubt">;

/** The progress of changing the edited profile. */
export type ConnectionChangeState =
  | { kind: "editing"; note?: string }
  /** The changes are on show, and one more click sends them. */
  | { kind: "reviewing"; note?: string }
  /** The tenant's name is being asked for. Nothing has been sent. */
  | { kind: "confirming" }
  /** The worker compares and sends the update. */
  | { kind: "sending"; update: SentUpdate }
  /** The profile is not the version that was edited. */
  | { kind: "comparing" }
  | {
      kind: "updated";
      profile: ConnectionProfile;
      /** Unix time in ms of the request. */
      sentAt: number;
      isUndo: boolean;
      /** True if the response was lost, and a check of the profile found the change. */
      isFound: boolean;
      /** Values that the response has otherwise than they were sent, in spite of its success. */
      unapplied: readonly ProfileChange[];
    }
  | { kind: "failed"; failure: Failure }
  /** The profile was deleted; the input is kept. */
  | { kind: "gone"; failure?: Failure }
  /** The response was lost: the update may have taken effect. */
  | { kind: "lost"; update: SentUpdate; isChecking: boolean; failure?: Failure };

/** Returns true while an answer is pending, so that nothing else may begin. */
export function isWaiting(state: ConnectionChangeState): boolean {
  const { kind } = state;
  return kind === "confirming" || kind === "sending" || (kind === "lost" && state.isChecking);
}
