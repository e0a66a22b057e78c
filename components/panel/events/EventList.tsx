import type { ShownEvent } from "../../../lib/models/activity-model.ts";
import { ErrorBoundary } from "../../shared/ErrorBoundary.tsx";
import { Moment } from "../../shared/Moment.tsx";

/** Rows that the arrow keys move through; the selected one shows its detail. */
export function EventList(props: {
  events: readonly ShownEvent[];
  selected: number | undefined;
  onSelect: (sequence: number) => void;
}) {
  const { events, selected, onSelect } = props;
  const move = (event: KeyboardEvent) => {
    const at = events.findIndex(({ sequence }) => sequence === selected);
    const targets: Record<string, number> = {
      ArrowDown: Math.min(at + 1, events.length - 1),
      ArrowUp: Math.max(at - 1, 0),
      Home: 0,
      End: events.length - 1,
    };
    const target = events[targets[event.key] ?? -1];
    if (target === undefined) return;
    event.preventDefault();
    onSelect(target.sequence);
    document.getElementById(rowId(target.sequence))?.scrollIntoView({ block: "nearest" });
  };
  const choose = ({ target }: Event) => {
    const row = target instanceof Element ? target.closest<HTMLElement>("[data-sequence]") : null;
    if (row !== null) onSelect(Number(row.dataset["sequence"]));
  };
  return (
    <div
      class="event-list"
      role="listbox"
      tabIndex={0}
      aria-label="Events, newest first"
      aria-activedescendant={selected === undefined ? undefined : rowId(selected)}
      onKeyDown={move}
      onClick={choose}
    >
      {events.map((event) => (
        <div
          key={event.sequence}
          id={rowId(event.sequence)}
          class="event-row"
          role="option"
          aria-selected={event.sequence === selected}
          data-sequence={event.sequence}
        >
          <ErrorBoundary what="This event" instead={<Unshown />}>
            <Cells event={event} />
          </ErrorBoundary>
        </div>
      ))}
    </div>
  );
}

function Cells({ event }: { event: ShownEvent }) {
  return (
    <>
      <span class="quiet">
        <Moment at={event.storedAt} style="time" />
      </span>
      <span class="event-type" title={event.type}>
        {event.type}
      </span>
      <span class="event-subject" title={event.subject}>
        {event.subject}
      </span>
      <span class="quiet">
        {event.malformed ? "does not fit its schema" : event.purpose === "test" ? "test" : ""}
      </span>
    </>
  );
}

/** In the place of an event's cells that cannot be shown; its neighbours are not touched. */
function Unshown() {
  return <span class="unshown quiet">an event that cannot be shown</span>;
}

function rowId(sequence: number) {
  return `event-${sequence}`;
}
