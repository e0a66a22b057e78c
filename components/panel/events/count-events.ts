import { plural } from "../../../lib/encoding/plural.ts";
import type { ActivityModel } from "../../../lib/models/activity-model.ts";
import type { EventsModel } from "../../../lib/models/events/events-model.ts";

/** Counts the events; empty until the number is known. */
export function countEvents(
  activity: InstanceType<typeof ActivityModel>,
  list: InstanceType<typeof EventsModel>,
): string {
  const total = list.total.value;
  const { eventCount } = list.rows.value;
  const isKnown = activity.tenant.value === undefined ? activity.isLoaded : list.isLoaded;
  if (!isKnown.value) return "";
  if (list.isSearching.value) return writeProgress(list.progress.value);
  if (list.isFiltered.value) return `${eventCount} of ${total} events shown, newest first`;
  if (total === 0) return "No events";
  return `${plural(total, "event")}, newest first`;
}

/** Describes the progress of a search. */
function writeProgress(progress: { looked: number; total: number } | undefined): string {
  return progress === undefined
    ? "Searching…"
    : `Searching… ${progress.looked} of ${progress.total} events`;
}
