import type { StoredEvent } from "../../../lib/events/log/event-log.ts";
import { maskEnvelope } from "../../../lib/models/events/event-detail-model.ts";
import type { EventsModel } from "../../../lib/models/events/events-model.ts";
import { copyAction, hideAction, type RowAction } from "../RowMenu.tsx";

/** Lists what a user can do with an event of the list. */
export function listEventActions(
  event: StoredEvent,
  key: string,
  model: InstanceType<typeof EventsModel>,
): RowAction[] {
  return [
    {
      title: "Open in a wide view",
      act: () => {
        model.open(key);
        model.setWide(true);
      },
    },
    ...(event.damage?.includes("id") === true ? [] : [copyAction("Copy id", () => event.id)]),
    copyAction("Copy as JSON", () => JSON.stringify(maskEnvelope(event), undefined, 2)),
    ...hideAction(`Hide ${event.type}`, event.type, model.filter.hide),
  ];
}
