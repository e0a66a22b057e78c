import type { ReadonlySignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { ActivityModel } from "../../../lib/models/activity-model.ts";
import type { EventDetailModel } from "../../../lib/models/events/event-detail-model.ts";
import type { EventsModel, ListSearch } from "../../../lib/models/events/events-model.ts";
import type { EventsViewModel } from "../../../lib/models/events/events-view-model.ts";
import type { ExportModel } from "../../../lib/models/events/export-model.ts";
import type { StreamControlModel } from "../../../lib/models/stream/stream-control-model.ts";
import { focusFilterBySlash } from "../../shared/FilterField.tsx";
import { Notice } from "../../shared/Notice.tsx";
import { Trouble } from "../../shared/Trouble.tsx";
import { EventFilter, filterFieldId } from "./EventFilter.tsx";
import { EventsPane } from "./EventsPane.tsx";
import { ExportForm } from "./ExportForm.tsx";
import { explainStreamNeeds } from "./find-stream-needs.ts";
import { Histogram } from "./Histogram.tsx";
import { NoEvents } from "./NoEvents.tsx";
import { ResumeForm } from "./ResumeForm.tsx";
import { StreamBar, StreamNote } from "./StreamBar.tsx";
import { StreamNotices } from "./StreamNotices.tsx";
import { useHighlights } from "./use-highlights.ts";
import { plural } from "../../../lib/encoding/plural.ts";
import "./events.css";

export interface EventsModels {
  list: InstanceType<typeof EventsModel>;
  detail: InstanceType<typeof EventDetailModel>;
  control: InstanceType<typeof StreamControlModel>;
  exporter: InstanceType<typeof ExportModel>;
  view: InstanceType<typeof EventsViewModel>;
  /** Highlights these ranges of the tab, and no others. */
  highlight: (parts: readonly Range[]) => void;
  /** Subscribes to the search bar of DevTools; returns the unsubscribe function. */
  followSearch: (onSearch: (search: ListSearch) => void) => () => void;
  /** True while the panel is visible: no other panel and no other browser tab covers it. */
  isInView: ReadonlySignal<boolean>;
}

/**
 * Shows the tenant's new events as they arrive, and all events of the log. While the panel is
 * visible, new events are marked as viewed.
 */
export function EventsTab(props: {
  activity: InstanceType<typeof ActivityModel>;
  models: EventsModels;
}) {
  const { activity, models } = props;
  const { list, detail, control, exporter, view } = models;
  const form = view.form.value;
  const container = useRef<HTMLDivElement>(null);
  useHighlights(container, list, models.highlight);
  useEffect(() => models.followSearch(list.search), [models, list]);
  const closeForm = () => {
    container.current?.querySelector<HTMLElement>(".stream-bar [aria-expanded=true]")?.focus();
    view.showForm(undefined);
  };
  const newest = activity.events.value[0]?.sequence;
  const unread = activity.unread.value;
  const isInView = models.isInView.value;
  useEffect(() => {
    if (isInView && unread > 0) void activity.markViewed();
  }, [activity, isInView, newest, unread]);

  useEffect(() => {
    const tab = container.current;
    const press = (event: KeyboardEvent) => {
      focusFilterBySlash(event, filterFieldId);
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const isTyping =
        event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if (event.key === "Escape" && !isTyping && list.isOpen.peek()) {
        event.preventDefault();
        // Chromium passes keys that reach the document to DevTools. There, Escape opens the drawer,
        // which takes the focus.
        event.stopPropagation();
        list.close();
      }
    };
    // Listen on the whole tab: the keys work wherever the focus is within it.
    tab?.addEventListener("keydown", press);
    return () => tab?.removeEventListener("keydown", press);
  }, [list]);
  const state = detail.state.value;
  const opened = list.isOpen.value && state.kind === "shown" ? state.detail.event : undefined;
  // Without a readable id, the service cannot resume after this event.
  const resumeEvent = opened?.damage?.includes("id") === true ? undefined : opened;
  const missing = explainStreamNeeds(activity);
  const isReady = activity.tenant.value !== undefined && missing === undefined;
  const rows = list.rows.value;
  const [first] = rows.count === 1 ? [rows.at(0)] : [];
  const start = first?.kind === "start" ? first : undefined;
  // A log with nothing but its start is as empty as none.
  const hasLog = rows.count > 0 && start === undefined;
  return (
    <div class="events" ref={container}>
      <Trouble activity={activity} />
      <StreamNotices activity={activity} missing={hasLog ? missing : undefined} />
      {isReady || hasLog ? (
        <>
          <div class="events-bar">
            <EventFilter model={list} view={view} note={<StreamNote control={control} />} />
            <StreamBar
              activity={activity}
              control={control}
              shown={form}
              onClear={list.clearList}
              onShow={view.showForm}
            />
          </div>
          {form === "resume" ? (
            <ResumeForm
              control={control}
              event={resumeEvent}
              now={() => activity.now.peek()}
              onDone={closeForm}
            />
          ) : form === "export" ? (
            <ExportForm model={list} exporter={exporter} onDone={closeForm} />
          ) : null}
        </>
      ) : null}
      {list.failure.value === undefined ? null : (
        <Notice severity="error" help="event-log" title="Could not read the event log.">
          <span>{list.failure.value.message}</span>
          <div class="actions">
            <button type="button" class="button" onClick={() => void list.retry()}>
              Retry
            </button>
          </div>
        </Notice>
      )}
      {hasLog || list.isFiltered.value ? (
        <EventsPane list={list} detail={detail} view={view} />
      ) : (
        <NoEvents activity={activity} isLoaded={list.isLoaded.value} start={start} />
      )}
      <footer class="status-bar quiet">
        <span role="status">{describeCount(activity, list)}</span>
        {list.isSearching.value ? (
          <button type="button" class="button link" onClick={list.cancelSearch}>
            Cancel
          </button>
        ) : null}
        {activity.streamUse.value === undefined ? null : <span>{activity.streamUse.value}</span>}
        {list.minutes.value.length === 0 ? null : <Histogram minutes={list.minutes.value} />}
      </footer>
    </div>
  );
}

/** Describes the number of events, or the progress of a search; empty until it is known. */
function describeCount(
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
function writeProgress(progress: { searched: number; total: number } | undefined): string {
  return progress === undefined
    ? "Searching…"
    : `Searching… ${progress.searched} of ${progress.total} events`;
}
