import type { LogMark, RetainedMark } from "../../../lib/events/log/log-mark.ts";
import type { ShownEvent } from "../../../lib/models/activity-model.ts";
import { formatMark } from "../../../lib/models/events/format-mark.ts";
import { Arrival } from "../../shared/Arrival.tsx";
import { Moment } from "../../shared/Moment.tsx";

/** Shows the cells of an event, or an ellipsis until the event is read. */
export function EventCells({ event }: { event: ShownEvent | undefined }) {
  if (event === undefined) return <span class="whole quiet">…</span>;
  return (
    <>
      <span class="quiet">
        <Arrival event={event} style="time-or-day" />
      </span>
      <EventType type={event.type} />
      <span class="event-subject" title={event.subject}>
        {event.subject}
      </span>
      <span class="event-source quiet" title={event.source}>
        {event.source}
      </span>
      <span class="event-note quiet">{noteOf(event)}</span>
    </>
  );
}

/** Shortens a long type in its middle, because its last part says what happened. */
function EventType({ type }: { type: string }) {
  const end = Math.max(0, type.lastIndexOf("."));
  return (
    <span class="event-type" title={type}>
      <span class="head">{type.slice(0, end)}</span>
      <span class="tail">{type.slice(end)}</span>
    </span>
  );
}

function noteOf({ malformed, damage, purpose }: ShownEvent): string {
  const notes = purpose === "test" ? ["test"] : [];
  if (damage !== undefined) notes.push("damaged on this device");
  else if (malformed) notes.push("does not match its schema");
  return notes.join(", ");
}

/** Shows a mark of the log between two events, such as a gap. */
export function MarkCells({ mark }: { mark: LogMark | RetainedMark }) {
  const { name, sentence } = formatMark(mark);
  return (
    <>
      <span class="quiet">
        <Moment at={mark.at} style="time-or-day" />
      </span>
      <span class="mark-name">{name}</span>
      <span class="mark-words" title={sentence}>
        {sentence}
      </span>
    </>
  );
}

/** Shows the start of the log. No event is missing before it, because the stream was not open. */
export function StartCells({ startedFrom }: { startedFrom: string }) {
  const at = Date.parse(startedFrom);
  const rest = "Earlier events are not in the log.";
  return (
    <span class="whole quiet" title={`Listening since ${startedFrom}. ${rest}`}>
      Listening since {Number.isNaN(at) ? startedFrom : <Moment at={at} style="date-and-time" />}.{" "}
      {rest}
    </span>
  );
}
