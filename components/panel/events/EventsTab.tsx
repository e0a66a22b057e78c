import { useEffect } from "preact/hooks";
import type { ActivityModel } from "../../../lib/models/activity-model.ts";
import type { PanelModel } from "../../../lib/models/panel-model.ts";
import { EmptyState } from "../../shared/EmptyState.tsx";
import { ErrorBoundary } from "../../shared/ErrorBoundary.tsx";
import { Notice } from "../../shared/Notice.tsx";
import { Trouble } from "../../shared/Trouble.tsx";
import { EventDetail } from "./EventDetail.tsx";
import { EventList } from "./EventList.tsx";
import "./events.css";

/** The tenant's newest events. What is shown counts as seen. */
export function EventsTab(props: {
  activity: InstanceType<typeof ActivityModel>;
  model: InstanceType<typeof PanelModel>;
}) {
  const { activity, model } = props;
  const events = activity.events.value;
  const newest = events[0]?.sequence;
  const unread = activity.unread.value;
  useEffect(() => {
    if (unread > 0) void activity.markViewed();
  }, [activity, newest, unread]);

  const selected = events.find(({ sequence }) => sequence === model.selectedSequence.value);
  const message = activity.streamMessage.value;
  return (
    <div class="events">
      <Trouble activity={activity} />
      {message === undefined || !activity.hasStreamTrouble.value ? null : (
        <Notice severity="warning" title="The event stream is interrupted.">
          <span>{message}</span>
        </Notice>
      )}
      {events.length === 0 ? (
        <NoEvents activity={activity} />
      ) : (
        <div class="events-split">
          <EventList
            events={events}
            selected={selected?.sequence}
            onSelect={(sequence) => model.selectEvent(sequence)}
          />
          <ErrorBoundary key={selected?.sequence ?? 0} what="This event">
            <EventDetail event={selected} />
          </ErrorBoundary>
        </div>
      )}
      <footer class="status-bar quiet">{countEvents(events.length)}</footer>
    </div>
  );
}

function countEvents(count: number) {
  if (count === 0) return "No events";
  return `${count === 1 ? "1 event" : `${count} events`} shown, newest first`;
}

function NoEvents({ activity }: { activity: InstanceType<typeof ActivityModel> }) {
  const options = (
    <button type="button" class="button primary" onClick={() => void activity.openOptions()}>
      Open options
    </button>
  );
  if (activity.tenant.value === undefined) {
    if (activity.trouble.value !== undefined) {
      return <EmptyState>Nothing can be listed before that is mended.</EmptyState>;
    }
    return <EmptyState action={options}>No tenant yet. Add one to follow its events.</EmptyState>;
  }
  if (activity.credential.value === undefined) {
    return (
      <EmptyState action={options}>
        The event stream needs a management credential with the scope read:events.
      </EmptyState>
    );
  }
  return (
    <EmptyState>
      Listening from now on. Change something at the tenant, and it appears here.
    </EmptyState>
  );
}
