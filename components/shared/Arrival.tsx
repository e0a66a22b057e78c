import type { StoredEvent } from "../../lib/events/log/event-log.ts";
import { Moment } from "./Moment.tsx";

/** When an event arrived; no time is made up for one whose row does not say. */
export function Arrival(props: {
  event: Pick<StoredEvent, "storedAt" | "damage">;
  style?: "time" | "date-and-time";
}) {
  const { event, ...how } = props;
  if (event.damage?.includes("storedAt") !== true) return <Moment at={event.storedAt} {...how} />;
  return <span title="The time of its arrival cannot be read.">unknown</span>;
}
