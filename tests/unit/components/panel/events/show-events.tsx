import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { signal, type ReadonlySignal } from "@preact/signals";
import { render } from "preact";
import { expect, onTestFinished, vi } from "vitest";
import { EventsTab, type EventsModels } from "../../../../../components/panel/events/EventsTab.tsx";
import type { EventLog } from "../../../../../lib/events/log/event-log.ts";
import { openEventLog } from "../../../../../lib/events/log/idb-event-log.ts";
import { parseTenantEvent } from "../../../../../lib/events/payloads/parse-tenant-event.ts";
import { EventDetailModel } from "../../../../../lib/models/events/event-detail-model.ts";
import { EventsModel, type ListSearch } from "../../../../../lib/models/events/events-model.ts";
import { EventsViewModel } from "../../../../../lib/models/events/events-view-model.ts";
import { ExportModel } from "../../../../../lib/models/events/export-model.ts";
import { StreamControlModel } from "../../../../../lib/models/stream/stream-control-model.ts";
import { createFakePatternWorkers } from "../../../lib/models/events/fake-pattern-worker.ts";
import { makeUserEvent } from "../../../lib/events/sample-events.ts";
import { createFakeWorker, now, openActivity, tenant } from "../../fake-worker.ts";
import { find, perform, press, show } from "../../show.ts";

/** Ten rows are in view. Without a layout, every element would have a height of 0. */
const viewHeight = 220;

const alwaysInView = signal(true);

type Batch = Partial<Parameters<EventLog["append"]>[1]>;

/**
 * Shows the tab with a fake worker and a real log of these events. Each event has the given fields
 * over the usual ones.
 */
export async function showEvents(
  given: {
    events?: readonly Record<string, unknown>[];
    batch?: Batch;
    activity?: Parameters<typeof openActivity>[0];
    /** Replaces the log of these events. */
    openLog?: () => Promise<EventLog>;
    /** True while the panel is visible. Default: always. */
    isInView?: ReadonlySignal<boolean>;
  } = {},
) {
  const { isInView = alwaysInView } = given;
  const height = vi.spyOn(HTMLElement.prototype, "clientHeight", "get");
  height.mockReturnValue(viewHeight);
  const log = await openEventLog({ indexedDB: new IDBFactory() });
  let written = 0;
  const append = async (events: readonly Record<string, unknown>[], batch: Batch = {}) => {
    const parsed = events.map((fields) => {
      written += 1;
      return parseTenantEvent(makeUserEvent(`e${written}`, fields), undefined, "fallback");
    });
    await log.append(tenant.id, { at: now, events: parsed, ...batch });
    return {
      events: [...(await log.latest(tenant.id, 200))],
      marks: [...(await log.marks(tenant.id))],
    };
  };
  const told = await append(given.events ?? [], given.batch);
  const worker = createFakeWorker();
  const opened = openActivity({ ...told, ...given.activity }, worker);
  const { activity } = opened;
  const openLog = given.openLog ?? (() => Promise.resolve(log));
  let highlighted: readonly string[] = [];
  let searchBar: Parameters<EventsModels["followSearch"]>[0] = () => {};
  const saved: { name: string; text: string }[] = [];
  const models: EventsModels = {
    list: new EventsModel({
      ...createFakePatternWorkers(openLog),
      openLog,
      activity,
      now: () => now,
      schedule: (callback, delayMs) => {
        if (delayMs > 1_000) return () => undefined;
        const timer = setTimeout(callback);
        return () => clearTimeout(timer);
      },
    }),
    detail: new EventDetailModel({ openLog }),
    control: new StreamControlModel({ send: worker.send, tenant: activity.tenant }),
    exporter: new ExportModel({
      openLog,
      createFile() {
        let text = "";
        return {
          write: (piece) => {
            text += piece;
          },
          size: () => text.length,
          save: (name) => saved.push({ name, text }),
          drop: () => undefined,
        };
      },
      yieldToEventLoop: () => Promise.resolve(),
      now: () => now,
    }),
    view: new EventsViewModel(),
    followSearch: (onSearch) => {
      searchBar = onSearch;
      return () => {
        searchBar = () => {};
      };
    },
    highlight: (parts) => {
      highlighted = parts.map(String);
    },
    isInView,
  };
  onTestFinished(() => {
    models.list[Symbol.dispose]();
    log.close();
    height.mockRestore();
  });
  const tab = <EventsTab activity={activity} models={models} />;
  const place = await show(tab);
  /** Waits for a condition: reading the log takes several turns of the event loop. */
  const expectSoon = (read: () => unknown) => {
    return expect.poll(async () => {
      await perform(() => undefined);
      return read();
    });
  };
  const hasTenant = given.activity?.tenant !== undefined || !("tenant" in (given.activity ?? {}));
  if (hasTenant && given.openLog === undefined)
    await expectSoon(() => models.list.isLoaded.value).toBe(true);
  return {
    ...opened,
    ...models,
    models,
    worker,
    place,
    /** Shows another tab for a while. */
    leaveAndComeBack: async () => {
      await perform(() => render(null, place));
      await perform(() => render(tab, place));
    },
    saved,
    expectSoon,
    /** Performs an action in the search bar of DevTools. */
    searchInDevTools: (search: ListSearch) => perform(() => searchBar(search)),
    /** The highlighted texts. */
    highlighted: () => highlighted,
    rows: () => [...place.querySelectorAll<HTMLElement>("[role=option]")],
    list: () => find(place, "[role=listbox]"),
    pressList: (key: string) => press(find(place, "[role=listbox]"), key),
    /** Stores a new event, and lets the worker publish it. */
    arrive: async (events: readonly Record<string, unknown>[], batch?: Batch) => {
      opened.tell(await append(events, batch));
    },
  };
}
