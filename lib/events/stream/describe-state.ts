import type {
  ParkReason,
  StopReason,
  SubscriptionState,
  WaitReason,
} from "./subscription-state.ts";

const waiting: Record<WaitReason, string> = {
  rotation: "reconnecting",
  network: "no connection",
  silent: "connection timed out",
  "server-error": "tenant error",
  "rate-limited": "rate limit reached",
  "too-many-streams": "maybe all streams in use",
  "stream-error": "stream interrupted",
  "not-an-event-stream": "no event stream found",
  "position-lost": "position lost, resuming by time",
  storage: "events cannot be stored",
  "no-token": "no access token",
};

const parked: Record<ParkReason, string> = {
  "no-window": "waiting until a window opens",
  "other-connection": "waiting until another connection closes",
};

const stopped: Record<StopReason, string> = {
  "not-started": "off",
  asked: "paused",
  "no-permission": "stopped: no host permission",
  "no-token": "stopped: no access token",
  unauthorized: "stopped: unauthorized",
  "insufficient-scope": "stopped: scope read:events missing",
  forbidden: "stopped: not allowed",
  "bad-request": "stopped: request rejected",
  refused: "stopped: no event stream found",
  internal: "stopped: internal error",
};

/**
 * Describes a state in a few words, for a status line. A listening stream shows the time since its
 * last data, a waiting or rejected one the time until the next retry. The `message` of a waiting,
 * parked or stopped state is a whole sentence.
 *
 * @param now milliseconds since the epoch
 */
export function describeState(state: SubscriptionState, now: number): string {
  switch (state.name) {
    case "connecting":
      return "connecting";
    case "listening":
      return `listening, ${formatSpan(now - state.lastHeardAt)}`;
    case "waiting": {
      const text = waiting[state.why];
      return state.why === "rotation" ? text : `${text}, ${formatNextTry(state.until, now)}`;
    }
    case "parked":
      return parked[state.why];
    case "stopped":
      return state.until === undefined
        ? stopped[state.why]
        : `${stopped[state.why]}, ${formatNextTry(state.until, now)}`;
  }
  return state satisfies never;
}

/**
 * Describes the use of the tenant's plan, which allows only a few streams.
 *
 * @returns undefined while the subscription uses no stream
 */
export function describeStreamUse(state: SubscriptionState): string | undefined {
  const isConnected = state.name === "connecting" || state.name === "listening";
  const isRotating = state.name === "waiting" && state.why === "rotation";
  return isConnected || isRotating ? "uses 1 of your plan's streams" : undefined;
}

/** Returns true if the state needs attention. A routine reconnection or a pause does not. */
export function hasTrouble(state: SubscriptionState): boolean {
  if (state.name === "waiting") return state.why !== "rotation";
  return state.name === "stopped" && state.why !== "asked" && state.why !== "not-started";
}

function formatNextTry(until: number, now: number): string {
  return `retry in ${formatSpan(until - now)}`;
}

function formatSpan(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
