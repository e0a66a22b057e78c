import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { ShownEvent } from "../../../lib/models/activity-model.ts";
import type { EventRow, EventRows } from "../../../lib/models/events/event-rows.ts";
import type { EventsModel } from "../../../lib/models/events/events-model.ts";
import { ErrorBoundary } from "../../shared/ErrorBoundary.tsx";
import { EventCells, MarkCells, StartCells } from "./EventCells.tsx";
import { fitTypes } from "./fit-types.ts";
import { countPage, ListBox } from "../ListBox.tsx";
import { listEventActions } from "./event-actions.ts";
import { useScrollAnchor } from "../use-scroll-anchor.ts";
import { useVirtualRows } from "../use-virtual-rows.ts";

/** Equals the height of `.event-row` in events.css. */
const rowHeight = 22;

/**
 * Lists the log, newest first. The arrow keys move the selection; only the rows near the view are
 * in the document.
 */
export function EventList({ model }: { model: InstanceType<typeof EventsModel> }) {
  const list = useRef<HTMLDivElement>(null);
  const rows = model.rows.value;
  const selectedKey = model.selectedKey.value;
  const selected = selectedKey === undefined ? undefined : rows.indexOf(selectedKey);
  const virtual = useVirtualRows({ list, count: rows.count, rowHeight, pinned: selected });
  const items = virtual.getVirtualItems();
  useScrollAnchor({ list, rows, rowHeight, find: findRow });
  useFittedTypes(list);

  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? -1];
  useEffect(() => {
    const wanted: number[] = [];
    for (const { index } of virtual.getVirtualItems()) {
      const row = rows.at(index);
      if (row?.kind === "event") wanted.push(row.sequence);
    }
    void model.loadEvents(wanted);
  }, [model, virtual, rows, first, last]);

  const select = (index: number) => {
    model.select(rows.at(index)?.key);
    virtual.scrollToIndex(index, { align: "auto" });
  };
  const open = (index: number) => {
    const key = rows.at(index)?.key;
    if (key !== undefined) model.open(key);
  };
  const held = model.cached.value.held;
  return (
    <ListBox
      class="event-list"
      label="Events, newest first"
      list={list}
      selected={
        selected === undefined || selectedKey === undefined
          ? undefined
          : { index: selected, id: selectedKey }
      }
      count={rows.count}
      page={() => countPage(list, rowHeight)}
      onSelect={select}
      onOpen={() => open(selected ?? -1)}
      onClickRow={open}
      onOpenWide={() => model.setWide(true)}
      actions={(index) => {
        const row = rows.at(index);
        const event = row?.kind === "event" ? held.get(row.sequence) : undefined;
        return row === undefined || event === undefined
          ? []
          : listEventActions(event, row.key, model);
      }}
    >
      <div class="event-rows" role="presentation" style={{ height: `${virtual.getTotalSize()}px` }}>
        {items.map(({ index, start }) => {
          const row = rows.at(index);
          if (row === undefined) return null;
          return (
            <div
              key={row.key}
              id={row.key}
              class={`event-row ${row.kind}`}
              role="option"
              aria-selected={index === selected}
              aria-posinset={index + 1}
              aria-setsize={rows.count}
              style={{ transform: `translateY(${start}px)` }}
            >
              <ErrorBoundary subject="This event" fallback={<BrokenEvent />}>
                <Cells row={row} held={held} />
              </ErrorBoundary>
            </div>
          );
        })}
      </div>
    </ListBox>
  );
}

function Cells({ row, held }: { row: EventRow; held: ReadonlyMap<number, ShownEvent> }) {
  if (row.kind === "mark") return <MarkCells mark={row.mark} />;
  if (row.kind === "start") return <StartCells startedFrom={row.startedFrom} />;
  return <EventCells event={held.get(row.sequence)} />;
}

/** Replaces the cells of an event that cannot be shown; the other rows are not affected. */
function BrokenEvent() {
  return <span class="whole quiet">This event could not be shown.</span>;
}

/** Fits the shortened types after each render and each resize of the list. */
function useFittedTypes(list: { current: HTMLDivElement | null }) {
  useLayoutEffect(() => {
    if (list.current !== null) fitTypes(list.current);
  });
  useEffect(() => {
    const place = list.current;
    if (place === null) return undefined;
    const observer = new ResizeObserver(() => fitTypes(place));
    observer.observe(place);
    return () => observer.disconnect();
  }, [list]);
}

function findRow(before: EventRows, index: number, rows: EventRows): number | undefined {
  const key = before.at(index)?.key;
  return key === undefined ? undefined : rows.indexOf(key);
}
