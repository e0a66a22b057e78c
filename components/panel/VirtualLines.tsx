import type { ComponentChildren, RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useVirtualRows } from "./use-virtual-rows.ts";

/** In CSS pixels: an estimate for a line that was not drawn yet. */
const lineHeight = 16;

/** Where a virtual line is drawn, and how its height is measured. */
export interface LinePlace {
  top: number;
  measure: (line: HTMLElement | null) => void;
}

/** Draws the lines in or near the view of a scroll container, and the active line. */
export function VirtualLines(props: {
  list: RefObject<HTMLElement | null>;
  count: number;
  active: number;
  /** The line must have the key `index`: the heights are stored by index. */
  drawLine: (index: number, place: LinePlace) => ComponentChildren;
}) {
  const { list, count, active, drawLine } = props;
  const virtual = useVirtualRows({ list, count, rowHeight: lineHeight, pinned: active });
  const isMeasured = virtual.getVirtualItems().length > 0;
  // A tree that becomes long keeps its active line in view; a tree that opens must not scroll.
  const shown = useRef(active === 0 ? active : undefined);
  useLayoutEffect(() => {
    if (!isMeasured || shown.current === active) return;
    shown.current = active;
    virtual.scrollToIndex(active, { align: "auto" });
    // The list itself can be partly outside the view of the pane around it.
    const line = list.current?.querySelector(`[data-index="${active}"]`);
    line?.scrollIntoView({ block: "nearest" });
  }, [active, isMeasured, list, virtual]);
  return (
    <div class="json-lines" role="presentation" style={{ height: `${virtual.getTotalSize()}px` }}>
      {virtual
        .getVirtualItems()
        .map(({ index, start }) =>
          drawLine(index, { top: start, measure: virtual.measureElement }),
        )}
    </div>
  );
}
