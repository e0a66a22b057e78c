import { plural } from "../../../lib/encoding/plural.ts";
import {
  maxListed,
  type EventPageModel,
  type ListedEvent,
} from "../../../lib/models/events/event-page-model.ts";
import { Arrival } from "../../shared/Arrival.tsx";
import { EmptyState } from "../../shared/EmptyState.tsx";
import { ErrorBoundary } from "../../shared/ErrorBoundary.tsx";
import { Moment } from "../../shared/Moment.tsx";
import { Notice } from "../../shared/Notice.tsx";
import { EventDetail } from "./EventDetail.tsx";
import "../../shared/visible-text.ts";
import "./event-page.css";

/** Shows one event, or the events since a time, on a page whose address can be bookmarked. */
export function EventPage({ model }: { model: InstanceType<typeof EventPageModel> }) {
  const link = model.link.value;
  const recent = <RecentEventLinks addresses={model.recent.value} />;
  return (
    <main class="event-page">
      <header>
        <h1>{link !== undefined && "since" in link ? "Events" : "Event"}</h1>
        {model.tenantName.value === undefined ? null : (
          <span class="quiet">
            tenant: <b>{model.tenantName.value}</b>
          </span>
        )}
      </header>
      {model.trouble.value === undefined ? null : (
        <Notice severity="error" help="tenant-inspector-itself" title="Could not read the tenants.">
          <span>{model.trouble.value.message}</span>
        </Notice>
      )}
      {model.failure.value === undefined ? null : (
        <Notice severity="error" help="event-log" title="Could not read the event log.">
          <span>{model.failure.value.message}</span>
        </Notice>
      )}
      <ErrorBoundary subject="This event">
        {link === undefined ? (
          <EmptyState action={recent}>This URL does not identify an event.</EmptyState>
        ) : model.isForgotten.value ? (
          <EmptyState action={recent}>
            This tenant was forgotten, and its events were removed from this device.
          </EmptyState>
        ) : "since" in link ? (
          <Since
            at={link.since}
            events={model.list.value}
            hasFailed={model.failure.value !== undefined || model.trouble.value !== undefined}
          />
        ) : model.detail.value.kind !== "none" ? (
          <EventDetail state={model.detail.value} goneAction={recent} />
        ) : model.trouble.value === undefined ? (
          <EmptyState>Loading event…</EmptyState>
        ) : null}
      </ErrorBoundary>
    </main>
  );
}

/** Links to the last hour's events of the link's tenant; of each tenant if it is unknown. */
function RecentEventLinks({
  addresses,
}: {
  addresses: readonly { name: string; address: string }[];
}) {
  if (addresses.length === 0) return <a href="/options.html">Set up a tenant</a>;
  return (
    <ul>
      {addresses.map(({ name, address }) => (
        <li key={address}>
          <a href={address}>Show the events of {name} from the last hour</a>
        </li>
      ))}
    </ul>
  );
}

function Since(props: {
  at: number;
  events: readonly ListedEvent[] | undefined;
  hasFailed: boolean;
}) {
  const { at, events } = props;
  if (events === undefined)
    return props.hasFailed ? null : <EmptyState>Loading events…</EmptyState>;
  if (events.length === 0) {
    return (
      <EmptyState>
        No events since <Moment at={at} />.
      </EmptyState>
    );
  }
  return (
    <section aria-label="Events">
      <p class="quiet">
        {events.length >= maxListed
          ? `The first ${maxListed} events`
          : plural(events.length, "event")}{" "}
        since <Moment at={at} />, oldest first.
      </p>
      <ol>
        {events.map((event) => (
          <li key={event.sequence}>
            <Arrival event={event} style="time-or-day" /> <a href={event.address}>{event.type}</a>{" "}
            <span class="quiet">{event.subject}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
