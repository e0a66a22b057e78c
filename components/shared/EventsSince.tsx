import type { ActivityModel } from "../../lib/models/activity-model.ts";
import { writeEventLink } from "../../lib/models/events/event-link.ts";
import { countEventsSince } from "../../lib/models/events/count-events-since.ts";

/**
 * How many events have arrived since something was done, moving on by itself, with a way to them. Without `onShow` that
 * is a page of its own.
 */
export function EventsSince(props: {
  activity: InstanceType<typeof ActivityModel>;
  /** When it was done: Unix time in ms. */
  at: number;
  /** What was done, as in “this run”. */
  what: string;
  onShow?: () => void;
}) {
  const { activity, at, what, onShow } = props;
  const tenant = activity.tenant.value;
  const counted = countEventsSince(activity.events.value, at);
  if (tenant === undefined || activity.credential.value === undefined) return null;
  if (counted === undefined) {
    return (
      <span class="events-since quiet" role="status">
        No events since {what} yet.
      </span>
    );
  }
  const words = `${counted} since ${what}`;
  return (
    <span class="events-since" role="status">
      {onShow === undefined ? (
        <a
          href={`/event.html${writeEventLink({ tenantId: tenant.id, since: at })}`}
          target="_blank"
          rel="noreferrer"
        >
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
