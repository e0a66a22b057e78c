import type { ComponentType } from "preact";
import type { ActivityModel } from "../../lib/models/activity-model.ts";
import { countEventsSince } from "../../lib/models/events/count-events-since.ts";

type Activity = InstanceType<typeof ActivityModel>;

interface SinceProps {
  /** The time of the action, as Unix time in ms. */
  at: number;
  /** The action, as in “this run”. */
  what: string;
}

/** `EventsSince` bound to one activity, for views without access to the activity. */
export type SinceView = ComponentType<SinceProps>;

export function bindEventsSince(activity: Activity): SinceView {
  return (props) => <EventsSince {...props} activity={activity} />;
}

/**
 * Counts the events since an action, updates the count, and links to the events. Without `onShow`,
 * the link opens a new page with the events.
 */
export function EventsSince(props: SinceProps & { activity: Activity; onShow?: () => void }) {
  const { activity, at, what, onShow } = props;
  const counted = countEventsSince(activity.events.value, at);
  const address = activity.sinceAddress(at);
  if (address === undefined || activity.credential.value === undefined) return null;
  if (counted === undefined) {
    return (
      <span class="events-since quiet">
        <span role="status">No events since {what}.</span> <IdleStream activity={activity} />
      </span>
    );
  }
  const text = `${counted} since ${what}`;
  return (
    <span class="events-since" role="status">
      {onShow === undefined ? (
        <a href={address} target="_blank" rel="noreferrer">
          {text}
        </a>
      ) : (
        <button type="button" class="button link" onClick={onShow}>
          {text}
        </button>
      )}
    </span>
  );
}

/**
 * Explains why no events may arrive: the stream is not open. The text can count down, so no live
 * region contains it.
 */
function IdleStream({ activity }: { activity: Activity }) {
  if (activity.stream.value.name === "listening") return null;
  return <span>Stream: {activity.streamText.value}.</span>;
}
