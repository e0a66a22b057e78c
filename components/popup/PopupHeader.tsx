import type { ActivityModel } from "../../lib/models/activity-model.ts";
import type { PopupModel } from "../../lib/models/popup-model.ts";
import { StreamText } from "../shared/StreamState.tsx";
import { TenantSwitch } from "../shared/TenantSwitch.tsx";

/**
 * Shows the tenant and the state of its stream. The header stays in view while the popup scrolls.
 */
export function PopupHeader(props: {
  popup: InstanceType<typeof PopupModel>;
  activity: InstanceType<typeof ActivityModel>;
}) {
  const { popup, activity } = props;
  return (
    <header>
      <div class="line">
        {activity.tenant.value === undefined ? (
          <span class="quiet">{describeAbsence(activity)}</span>
        ) : (
          <TenantSwitch activity={activity} />
        )}
        <span class="actions">
          <button type="button" class="button link" onClick={() => void activity.openOptions()}>
            Options
          </button>
          <a
            class="button link"
            href="/guide.html#profiles"
            target="_blank"
            rel="noreferrer"
            aria-label="Guide"
            title="Opens the guide"
          >
            ?
          </a>
        </span>
      </div>
      <StateLine popup={popup} activity={activity} />
    </header>
  );
}

function describeAbsence(activity: InstanceType<typeof ActivityModel>) {
  if (!activity.isLoaded.value) return "connecting…";
  return activity.trouble.value === undefined ? "no tenant" : "error";
}

function StateLine({ popup, activity }: Parameters<typeof PopupHeader>[0]) {
  const isTroubled = activity.hasStreamTrouble.value;
  if (activity.tenant.value === undefined) {
    // The line keeps its place: the tabs must not move under the pointer when the worker answers.
    return activity.isLoaded.value ? null : <div class="line" />;
  }
  if (activity.link.value !== "live") {
    return <div class="line quiet">reconnecting to the worker…</div>;
  }
  return (
    <div class="line">
      <div
        class={`stream-state ${isTroubled ? "trouble" : activity.stream.value.name}`}
        title={activity.streamMessage.value}
      >
        <StreamText activity={activity} />
      </div>
      <RateLimit popup={popup} />
    </div>
  );
}

/** Shows how many requests the tenant still accepts, once few are left. */
function RateLimit({ popup }: { popup: InstanceType<typeof PopupModel> }) {
  const meter = popup.meter.value;
  if (meter === undefined) return null;
  return (
    <span class={`rate-limit level-${meter.level}`} title={meter.message}>
      <meter
        aria-label="Remaining requests"
        min={0}
        max={meter.limit}
        low={meter.limit * 0.2}
        optimum={meter.limit}
        value={meter.remaining}
      />
      {meter.remaining} of {meter.limit} requests left
    </span>
  );
}
