import type { StoredEvent } from "../../../lib/events/event-log.ts";
import { EmptyState } from "../../shared/EmptyState.tsx";
import { Notice } from "../../shared/Notice.tsx";

/** One event, whole, as it arrived. */
export function EventDetail({ event }: { event: StoredEvent | undefined }) {
  if (event === undefined) return <EmptyState>Choose an event to read it whole.</EmptyState>;
  return (
    <section class="event-detail" aria-label={`Event ${event.type}`}>
      <h2>{event.type}</h2>
      <dl>
        <dt>id</dt>
        <dd>
          <code>{event.id}</code>
        </dd>
        <dt>time</dt>
        <dd>{event.time ?? "not given"}</dd>
        <dt>source</dt>
        <dd>
          <code>{event.source ?? "not given"}</code>
        </dd>
      </dl>
      {event.malformed ? (
        <Notice
          severity="warning"
          title="This event does not fit its schema; it is kept as it came."
        >
          <ul>
            {event.problems.map((problem) => (
              <li key={problem}>
                <code>{problem}</code>
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <pre tabIndex={0}>{JSON.stringify(event.envelope, null, 2)}</pre>
    </section>
  );
}
