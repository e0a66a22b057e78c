import type { EventLogError } from "../log/event-log-error.ts";
import type { GapReason } from "../log/log-mark.ts";
import type { Closing } from "./connect-gate.ts";
import type { StopReason, WaitReason } from "./subscription-state.ts";

/** The end of a connection. `askedMs` is the wait that the service requests, in milliseconds. */
export type ConnectionEnd =
  | {
      readonly kind: "wait";
      readonly why: WaitReason;
      readonly message: string;
      readonly askedMs?: number | undefined;
    }
  | { readonly kind: "renew-token"; readonly message: string }
  /** `serviceNow` is the time of the service's clock, in milliseconds since the epoch. */
  | { readonly kind: "position-lost"; readonly reason: GapReason; readonly serviceNow?: number }
  /** The service cannot send the next event. `offset` is a cursor after it, if there is one. */
  | {
      readonly kind: "payload-too-large";
      readonly offset: string | undefined;
      readonly serviceNow?: number;
    }
  | { readonly kind: "stop"; readonly why: StopReason; readonly message: string };

/**
 * Describes a failed write to the log. The stored position did not move, so a new attempt receives
 * the same events again.
 */
export function describeStorage(error: EventLogError): ConnectionEnd {
  return { kind: "wait", why: "storage", message: error.message };
}

/** Describes an error in the inspector itself. */
export function describeInternal(): ConnectionEnd {
  return { kind: "stop", why: "internal", message: internalErrorText };
}

/** Returns the wait that follows from the end of a connection. */
export function describeClosing(end: ConnectionEnd, isProgress: boolean): Closing {
  switch (end.kind) {
    case "wait":
      return { ...end, name: "waiting", isProgress };
    case "position-lost":
      return { name: "waiting", why: "position-lost", message: positionLost, isProgress };
    case "payload-too-large":
      return { name: "waiting", why: "stream-error", message: tooLarge, isProgress };
    case "renew-token":
      return { ...end, name: "stopped", why: "unauthorized", isProgress };
    case "stop":
      return { ...end, name: "stopped", isProgress };
  }
  return end satisfies never;
}

const positionLost =
  "The tenant no longer has this stream position, so the subscription resumes by time. Events may be missing; the log marks the gap.";
const tooLarge =
  "The tenant cannot send an event because it is too large, so the subscription skips it. The log marks the gap.";
export const internalErrorText =
  "The subscription stopped because of an internal error. Stored events are safe. The subscription will retry; if this continues, report the error.";
