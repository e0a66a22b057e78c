import type { ActivityModel } from "../../lib/models/activity-model.ts";
import { TenantSwitch } from "./TenantSwitch.tsx";

/**
 * Shows the tenant switch and the state of the stream on one line. On hover, it shows the full
 * message, or how much of the plan the stream uses.
 */
export function StreamState({ activity }: { activity: InstanceType<typeof ActivityModel> }) {
  const tenant = activity.tenant.value;
  const isTroubled = activity.hasStreamTrouble.value;
  const kind = isTroubled ? "trouble" : activity.stream.value.name;
  if (activity.link.value !== "live") {
    return (
      <div class="stream-state">
        <span class="words quiet">
          {activity.link.value === "connecting" ? "connecting…" : "reconnecting to the worker…"}
        </span>
      </div>
    );
  }
  if (tenant === undefined) {
    const hasTrouble = activity.trouble.value !== undefined;
    return (
      <div class={hasTrouble ? "stream-state trouble" : "stream-state"}>
        {hasTrouble ? <span class="dot" aria-hidden="true" /> : null}
        <span class="words quiet">{hasTrouble ? "error" : "no tenant"}</span>
      </div>
    );
  }
  return (
    <div
      class={`stream-state ${kind}`}
      title={activity.streamMessage.value ?? activity.streamUse.value}
    >
      <span class="words">tenant: </span>
      <TenantSwitch activity={activity} />
      <StreamText activity={activity} />
    </div>
  );
}

/** Shows the state of the stream, with a button to retry at once if the stream has a problem. */
export function StreamText({ activity }: { activity: InstanceType<typeof ActivityModel> }) {
  return (
    <span class="stream-words">
      <span class="dot" aria-hidden="true" />
      <span class="words quiet" title={explainState(activity)}>
        <span class="stream-label">stream: </span>
        {activity.streamText.value}
      </span>
      {activity.hasStreamTrouble.value ? (
        <button type="button" class="button link" onClick={() => void activity.retryStream()}>
          retry now
        </button>
      ) : null}
    </span>
  );
}

function explainState(activity: InstanceType<typeof ActivityModel>): string | undefined {
  return activity.stream.value.name === "listening"
    ? "The stream is open. This is the time since the last message."
    : activity.streamMessage.value;
}
