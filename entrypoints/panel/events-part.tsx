import { signal } from "@preact/signals";
import { EventsTab } from "../../components/panel/events/EventsTab.tsx";
import type { EventsPart } from "../../components/panel/Panel.tsx";
import { openEventLog } from "../../lib/events/log/idb-event-log.ts";
import type { CommandSender } from "../../lib/messages/command-channel.ts";
import type { ActivityModel } from "../../lib/models/activity-model.ts";
import type { KeptView } from "../../lib/models/kept-view.ts";
import { EventDetailModel } from "../../lib/models/events/event-detail-model.ts";
import { EventsModel } from "../../lib/models/events/events-model.ts";
import { EventsViewModel } from "../../lib/models/events/events-view-model.ts";
import { ExportModel } from "../../lib/models/events/export-model.ts";
import { StreamControlModel } from "../../lib/models/stream/stream-control-model.ts";
import { createFile } from "../../lib/platform/download-file.ts";
import { highlightParts } from "../../lib/platform/highlight-parts.ts";
import { openOnce } from "../../lib/platform/open-once.ts";
import { followPanelSearch } from "../../lib/platform/panel-search.ts";
import { startPatternWorker } from "../../lib/platform/pattern-worker.ts";
import { systemClock } from "../../lib/platform/system-clock.ts";
import { watchVisibility } from "../../lib/platform/watch-visibility.ts";

const yieldToEventLoop = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Creates the Events tab. This file loads when the tab is first shown. */
export function createEventsPart(
  activity: InstanceType<typeof ActivityModel>,
  send: CommandSender,
  kept: KeptView,
): EventsPart {
  const openLog = openOnce(() => openEventLog());
  const list = new EventsModel({ ...systemClock, openLog, activity, startPatternWorker });
  const isInView = signal(false);
  watchVisibility((isVisible) => {
    isInView.value = isVisible;
  });
  const models = {
    list,
    detail: new EventDetailModel({ openLog }),
    control: new StreamControlModel({ send, tenant: activity.tenant }),
    exporter: new ExportModel({ ...systemClock, openLog, createFile, yieldToEventLoop }),
    view: new EventsViewModel(),
    highlight: highlightParts,
    followSearch: followPanelSearch,
    isInView,
  };
  kept.follow("eventTypes", {
    read: () => [...list.filter.types.value],
    restore: list.filter.toggleTypes,
  });
  kept.follow("eventShare", {
    read: () => models.view.listPercent.value,
    restore: models.view.setListPercent,
  });
  return {
    View: () => <EventsTab activity={activity} models={models} />,
    showSince: list.showSince,
  };
}
