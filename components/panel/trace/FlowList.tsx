import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import type { TraceModel } from "../../../lib/models/trace/trace-model.ts";
import type { JudgedFlow } from "../../../lib/trace/read-trace.ts";
import { countPage, ListBox } from "../ListBox.tsx";
import type { RowAction } from "../RowMenu.tsx";
import { useRowSlots } from "../use-row-slots.ts";
import { useScrollAnchor } from "../use-scroll-anchor.ts";
import { FlowRow, idOf } from "./FlowRow.tsx";

/** In CSS pixels; equal to the heights of `.flow-row` in trace.css. */
const heights = { wide: 22, narrow: 38 } as const;
/** In a narrower list, in CSS pixels, the cause has a line of its own. */
const narrowWidth = 820;

/** Lists the flows, newest first. Enter opens the selected one. */
export function FlowList(props: {
  model: InstanceType<typeof TraceModel>;
  actions: (row: JudgedFlow) => readonly RowAction[];
}) {
  const { model } = props;
  const list = useRef<HTMLDivElement>(null);
  const rows = model.rows.value;
  const chosen = model.selected.value;
  const index = chosen === undefined ? undefined : rows.indexOf(chosen);
  const isNarrow = useIsNarrow(list, narrowWidth);
  const rowHeight = isNarrow ? heights.narrow : heights.wide;
  const { virtual, slots } = useRowSlots({ list, count: rows.length, rowHeight, pinned: index });
  useLayoutEffect(() => virtual.measure(), [virtual, rowHeight]);
  useScrollAnchor({ list, rows, rowHeight, find: findRow });
  // The search bar of DevTools moves the selection too. An opened flow makes the list narrow, and
  // its rows higher: without this, the selected row would leave the view.
  const chosenId = chosen?.flow.id;
  useLayoutEffect(() => {
    if (index !== undefined) virtual.scrollToIndex(index, { align: "auto" });
  }, [chosenId, rowHeight]);
  const open = (place: number) => {
    const id = rows[place]?.flow.id;
    if (id !== undefined) model.open(id);
  };
  return (
    <ListBox
      class={isNarrow ? "flow-list narrow" : "flow-list"}
      label="Logins, newest first"
      list={list}
      selected={
        chosen === undefined || index === undefined ? undefined : { index, id: idOf(chosen) }
      }
      count={rows.length}
      page={() => countPage(list, rowHeight)}
      onSelect={(place) => model.select(rows[place]?.flow.id)}
      onOpen={() => open(index ?? -1)}
      onClickRow={open}
      onOpenWide={() => model.setWide(true)}
      actions={(place) => (rows[place] === undefined ? [] : props.actions(rows[place]))}
    >
      <div class="flow-rows" role="presentation" style={{ height: `${virtual.getTotalSize()}px` }}>
        {slots.map(({ key, index: place }) => (
          <FlowRow
            key={key}
            index={place}
            rows={model.rows}
            selected={model.selected}
            rowHeight={rowHeight}
            isNarrow={isNarrow}
          />
        ))}
      </div>
    </ListBox>
  );
}

function findRow(
  before: readonly JudgedFlow[],
  index: number,
  rows: readonly JudgedFlow[],
): number | undefined {
  const id = before[index]?.flow.id;
  const now = rows.findIndex(({ flow }) => flow.id === id);
  return now === -1 ? undefined : now;
}

/** Returns true while an element is narrower than a width in CSS pixels. */
function useIsNarrow(element: RefObject<HTMLElement | null>, width: number): boolean {
  const [isNarrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const observed = element.current;
    if (observed === null) return undefined;
    const read = () => setNarrow(observed.clientWidth > 0 && observed.clientWidth < width);
    read();
    const observer = new ResizeObserver(read);
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element, width]);
  return isNarrow;
}
