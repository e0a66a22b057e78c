import type { ComponentType } from "preact";
import type { ActivityModel } from "../../lib/models/activity-model.ts";
import { countEventsSince } from "../../lib/models/events/count-events-since.ts";

type Activity = InstanceType<typeof ActivityModel>;

interface SinceProps {
  /** When it was done: Unix time in ms. */
  at: number;
  /** What was done, as in “this run”. */
  what: string;
}

/** `EventsSince`, tied to one activity: for views that know nothing of it. */
export type SinceView = ComponentType<SinceProps>;

export function bindEventsSince(activity: Activity): SinceView {
  return (props) => <EventsSince {...props} activity={activity} />;
}

/**
 * How many events have arrived since something was done, moving on by itself, with a way to them. Without `onShow` that
 * is a page of its own.
 */
export function EventsSince(props: SinceProps & { activity: Activity; onShow?: () => void }) {
  const { activity, at, what, onShow } = props;
  const counted = countEventsSince(activity.events.value, at);
  const address = activity.sinceAddress(at);
  if (address === undefined || activity.credential.value === undefined) return null;
  if (counted === undefined) {
    return (
      <span class="events-since quiet">
        <span role="status">No events since {what} yet.</span> <StreamAtRest activity={activity} />
      </span>
    );
  }
  const words = `${counted} since ${what}`;
  return (
    <span class="events-since" role="status">
      {onShow === undefined ? (
        <a href={address} target="_blank" rel="noreferrer">
          {words}
        </a>
      ) : (
        <button type="button" class="button link" onClick={onShow}>
          {words}
        </button>
      )}
    </span>
  );
}

/** Why none may come: the stream is not heard now. It may count down, so that it is not announced at each change. */
function StreamAtRest({ activity }: { activity: Activity }) {
  if (activity.stream.value.name === "listening") return null;
  return <span>Stream: {activity.streamText.value}.</span>;
}
