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
  /** The changes are shown, and one more click sends them. */
  | { kind: "reviewing"; note?: string }
  /** The confirmation asks for the tenant's name. Nothing has been sent. */
  | { kind: "confirming" }
  /** The worker compares and sends the update. */
  | { kind: "sending"; update: SentUpdate }
  /** The profile at the tenant has changed since the edit started. */
  | { kind: "comparing" }
  | {
      kind: "updated";
      profile: ConnectionProfile;
      /** Unix time in ms of the request. */
      sentAt: number;
      isUndo: boolean;
      /** True if the response was lost, and a check of the profile found the change. */
      isFound: boolean;
      /** The sent values that the successful response does not contain. */
      unapplied: readonly ProfileChange[];
    }
  | { kind: "failed"; failure: Failure }
  /** The profile was deleted; the input is kept. */
  | { kind: "gone"; failure?: Failure }
  /** The response was lost: the update may have taken effect. */
  | { kind: "lost"; update: SentUpdate; isChecking: boolean; failure?: Failure };

/** Returns true while a response is pending, so that no other step may start. */
export function isWaiting(state: ConnectionChangeState): boolean {
  const { kind } = state;
  return kind === "confirming" || kind === "sending" || (kind === "lost" && state.isChecking);
}
