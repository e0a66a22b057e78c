import type { ShownEvent } from "../../../lib/models/activity-model.ts";
import { writeEventLink } from "../../../lib/models/events/event-link.ts";
import { mostListed, type EventPageModel } from "../../../lib/models/events/event-page-model.ts";
import { Arrival } from "../../shared/Arrival.tsx";
import { EmptyState } from "../../shared/EmptyState.tsx";
import { ErrorBoundary } from "../../shared/ErrorBoundary.tsx";
import { Moment } from "../../shared/Moment.tsx";
import { Notice } from "../../shared/Notice.tsx";
import { EventDetail } from "./EventDetail.tsx";
import "../../shared/visible-text.ts";
import "./event-page.css";

/** A page of its own for one event, or for what arrived since a time; its address can be kept. */
export function EventPage({ model }: { model: InstanceType<typeof EventPageModel> }) {
  const link = model.link.value;
  return (
    <main class="event-page">
      <header>
        <h1>{link !== undefined && "since" in link ? "Events" : "Event"}</h1>
        {link === undefined ? null : (
          <span class="quiet">
            tenant: <b>{model.tenantName.value}</b>
          </span>
        )}
      </header>
      {model.failure.value === undefined ? null : (
        <Notice severity="error" title="The event log could not be read.">
          <span>{model.failure.value.message}</span>
        </Notice>
      )}
      <ErrorBoundary what="This event">
        {link === undefined ? (
          <EmptyState>
            This address names no event. Open one from the popup or from the Events tab.
          </EmptyState>
        ) : model.isForgotten.value ? (
          <EmptyState>
            This tenant was forgotten, and its events with it: nothing of them is on this device any
            more.
          </EmptyState>
        ) : "since" in link ? (
          <Since
            at={link.since}
            tenantId={link.tenantId}
            events={model.list.value}
            hasFailed={model.failure.value !== undefined}
          />
        ) : (
          <EventDetail state={model.detail.value} />
        )}
      </ErrorBoundary>
    </main>
  );
}

function Since(props: {
  at: number;
  tenantId: string;
  events: readonly ShownEvent[] | undefined;
  hasFailed: boolean;
}) {
  const { at, tenantId, events } = props;
  if (events === undefined)
    return props.hasFailed ? null : <EmptyState>Reading the event log…</EmptyState>;
  if (events.length === 0) {
    return (
      <EmptyState>
        Nothing has arrived since <Moment at={at} /> yet.
      </EmptyState>
    );
  }
  return (
    <section aria-label="Events since">
      <p class="quiet">
        {events.length >= mostListed
          ? `The first ${mostListed} events`
          : countEvents(events.length)}{" "}
        since <Moment at={at} />, oldest first.
      </p>
      <ol>
        {events.map((event) => (
          <li key={event.sequence}>
            <Arrival event={event} style="time" />{" "}
            <a href={writeEventLink({ tenantId, eventId: event.id })}>{event.type}</a>{" "}
            <span class="quiet">{event.subject}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function countEvents(count: number): string {
  return count === 1 ? "1 event" : `${count} events`;
}
