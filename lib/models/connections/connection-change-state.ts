import type { ConnectionProfile } from "../../management/connections/connection-profile.ts";
import type { ProfileChange } from "../../management/connections/diff-connection-profile.ts";
import type { Failure } from "../failure.ts";

/** The profile that is edited. */
export interface EditedProfile {
  tenantId: string;
  profileId: string;
}

/** How the change of the profile that is edited stands. */
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

/** Whether an answer is waited for, so that nothing else may begin. */
export function isWaiting(state: ConnectionChangeState): boolean {
  const { kind } = state;
  return kind === "preparing" || kind === "sending" || (kind === "lost" && state.isChecking);
}
