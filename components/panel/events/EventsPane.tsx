import { useLayoutEffect } from "preact/hooks";
import type {
  EventDetailModel,
  EventDetailState,
} from "../../../lib/models/events/event-detail-model.ts";
import type { EventsModel } from "../../../lib/models/events/events-model.ts";
import type { EventsViewModel } from "../../../lib/models/events/events-view-model.ts";
import { formatMark } from "../../../lib/models/events/format-mark.ts";
import { EmptyState } from "../../shared/EmptyState.tsx";
import { EventDetail } from "./EventDetail.tsx";
import { focusFilter } from "./EventFilter.tsx";
import { EventList } from "./EventList.tsx";
import { ListSplit } from "../ListSplit.tsx";

/** Shows the list, with the details of the open row beside it. */
export function EventsPane(props: {
  list: InstanceType<typeof EventsModel>;
  detail: InstanceType<typeof EventDetailModel>;
  view: InstanceType<typeof EventsViewModel>;
}) {
  const { list, detail, view } = props;
  const rows = list.rows.value;
  const key = list.selectedKey.value;
  const isOpen = list.isOpen.value && key !== undefined;
  const index = key === undefined ? undefined : rows.indexOf(key);
  const row = index === undefined ? undefined : rows.at(index);
  const sequence = row?.kind === "event" ? row.sequence : undefined;
  const event = sequence === undefined ? undefined : list.cached.value.held.get(sequence);
  const id = event?.id;
  const state = detail.state.value;
  // A layout effect runs before the next paint: one event must not appear with another event's
  // detail.
  useLayoutEffect(() => {
    if (isOpen && event !== undefined) void detail.show(event);
    else if (!isOpen) detail.clear();
    // Depend on the id: a second read creates another object for the same event.
  }, [detail, isOpen, id]);
  if (rows.eventCount === 0 && list.isFiltered.value) {
    const since = list.filter.since.value;
    const isCleared = since?.after !== undefined && list.filter.active.value === undefined;
    return (
      <EmptyState
        action={
          <button
            type="button"
            class="button"
            onClick={() => {
              list.filter.clear();
              focusFilter();
            }}
          >
            {isCleared ? "Show all" : "Clear filter"}
          </button>
        }
      >
        {isCleared
          ? `No events since ${since.label}. Earlier events are hidden.`
          : `No events match the filter (${list.total.value} hidden).`}
      </EmptyState>
    );
  }
  return (
    <ListSplit
      class="events-split"
      list={<EventList model={list} />}
      share={{ percent: view.listPercent.value, set: view.setListPercent }}
      detail={
        isOpen
          ? {
              class: "event-pane",
              key,
              subject: "This event",
              children:
                row?.kind === "mark" ? (
                  <Mark
                    {...formatMark(row.mark)}
                    raw={row.mark.kind === "unreadable" ? row.mark.raw : undefined}
                  />
                ) : row?.kind === "start" ? (
                  <EmptyState>The log starts here. Earlier events were not recorded.</EmptyState>
                ) : (
                  <EventDetail state={isOf(state, sequence) ? state : { kind: "none" }} />
                ),
            }
          : undefined
      }
      isWide={list.isWide.value}
      onWide={list.setWide}
      onClose={list.close}
    />
  );
}

/** Returns false for the detail of another event, which must not be shown for this row. */
function isOf(state: EventDetailState, sequence: number | undefined): boolean {
  return state.kind !== "shown" || state.detail.event.sequence === sequence;
}

function Mark(props: { name: string; sentence: string; raw: string | undefined }) {
  return (
    <section class="event-detail" aria-label={props.name}>
      <h2>{props.name}</h2>
      <p>{props.sentence}</p>
      {props.raw === undefined ? null : <pre tabIndex={0}>{props.raw}</pre>}
    </section>
  );
}
