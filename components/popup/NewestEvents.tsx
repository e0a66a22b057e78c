import { useEffect } from "preact/hooks";
import type { ActivityModel, ShownEvent } from "../../lib/models/activity-model.ts";
import { Arrival } from "../shared/Arrival.tsx";
import { ErrorBoundary } from "../shared/ErrorBoundary.tsx";

const shownRows = 5;

/** Shows the newest events. Opening the popup marks them as viewed. */
export function NewestEvents({ activity }: { activity: InstanceType<typeof ActivityModel> }) {
  const events = activity.events.value.slice(0, shownRows);
  const unread = activity.unread.value;
  useEffect(() => {
    if (unread > 0) void activity.markViewed();
  }, [activity, unread]);
  if (activity.credential.value === undefined) return null;
  const isPaused = activity.tenant.value?.stream.mode === "paused";
  return (
    <section class="newest" aria-labelledby="newest-heading">
      <h2 id="newest-heading">Newest events</h2>
      {activity.hasStreamTrouble.value ? (
        <p class="problem">{activity.streamMessage.value}</p>
      ) : isPaused ? (
        <p class="quiet">Paused. New events are fetched when you resume the stream.</p>
      ) : null}
      {events.length === 0 ? (
        <p class="quiet">No events yet.</p>
      ) : (
        <ul>
          {events.map((event) => (
            <ErrorBoundary
              key={event.sequence}
              subject="This event"
              fallback={<li class="quiet">This event could not be shown.</li>}
            >
              <Row event={event} address={activity.eventAddress(event)} />
            </ErrorBoundary>
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ event, address }: { event: ShownEvent; address: string | undefined }) {
  const { type, subject } = event;
  const name = <code>{type}</code>;
  return (
    <li>
      {address === undefined ? (
        name
      ) : (
        <a href={address} target="_blank" rel="noreferrer">
          {name}
        </a>
      )}
      <span class="quiet">
        {event.purpose === "test" ? "test " : ""}
        <Arrival event={event} style="time-or-day" />
      </span>
      <span class="subject" title={subject}>
        {subject}
      </span>
    </li>
  );
}
