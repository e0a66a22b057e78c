import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { ShownEvent } from "../../../lib/models/activity-model.ts";
import type { EventRow, EventRows } from "../../../lib/models/events/event-rows.ts";
import type { EventsModel } from "../../../lib/models/events/events-model.ts";
import { ErrorBoundary } from "../../shared/ErrorBoundary.tsx";
import { EventCells, MarkCells, StartCells } from "./EventCells.tsx";
import { fitTypes } from "./fit-types.ts";
import { useScrollAnchor } from "../use-scroll-anchor.ts";
import { useVirtualRows } from "../use-virtual-rows.ts";

/** Equals the height of `.event-row` in events.css. */
const rowHeight = 22;

/** Focuses the list in a container after the pane beside it is closed. */
export function focusList(place: ParentNode | null): void {
  place?.querySelector<HTMLElement>(".event-list")?.focus();
}

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

  const move = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = selected ?? -1;
    const page = Math.max(1, Math.floor((list.current?.clientHeight ?? 0) / rowHeight) - 1);
    const targets: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rows.count - 1,
    };
    const target = targets[event.key];
    if (target !== undefined) {
      event.preventDefault();
      const index = Math.max(0, Math.min(target, rows.count - 1));
      model.select(rows.at(index)?.key);
      virtual.scrollToIndex(index, { align: "auto" });
    } else if (event.key === "Enter" && selectedKey !== undefined) {
      event.preventDefault();
      model.open(selectedKey);
    }
  };
  const choose = ({ target }: Event) => {
    const row = target instanceof Element ? target.closest<HTMLElement>("[data-key]") : null;
    const key = row?.dataset["key"];
    if (key !== undefined) model.open(key);
  };
  const held = model.cached.value.held;
  return (
    <div
      class="event-list"
      role="listbox"
      tabIndex={0}
      ref={list}
      aria-label="Events, newest first"
      aria-activedescendant={selected === undefined ? undefined : selectedKey}
      onKeyDown={move}
      onClick={choose}
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
              data-key={row.key}
              style={{ transform: `translateY(${start}px)` }}
            >
              <ErrorBoundary subject="This event" fallback={<BrokenEvent />}>
                <Cells row={row} held={held} />
              </ErrorBoundary>
            </div>
          );
        })}
      </div>
    </div>
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
