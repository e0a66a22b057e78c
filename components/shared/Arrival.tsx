import type { StoredEvent } from "../../lib/events/log/event-log.ts";
import { Moment, type MomentStyle } from "./Moment.tsx";

/** Shows when an event arrived, or “unknown” if its row lacks a readable time. */
export function Arrival(props: {
  event: Pick<StoredEvent, "storedAt" | "damage">;
  style?: MomentStyle;
}) {
  const { event, ...format } = props;
  if (event.damage?.includes("storedAt") !== true)
    return <Moment at={event.storedAt} {...format} />;
  return <span title="The time of arrival is damaged.">unknown</span>;
}
