import type { Virtualizer } from "@tanstack/virtual-core";
import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { createRowSlots, type RowPlace, type RowSlot } from "../../lib/models/row-slots.ts";
import { overscan, useVirtualRows } from "./use-virtual-rows.ts";

type List = Virtualizer<HTMLElement, HTMLElement>;

interface RowOptions {
  count: number;
  /** In CSS pixels. */
  rowHeight: number;
  /** This row is always rendered, so that the active element is never removed. */
  pinned: number | undefined;
}

/**
 * Returns the slots of the rows in or near the view. Redrawing the list takes longer than a frame
 * allows, and its garbage is collected in the middle of a scroll. Therefore a scroll only changes
 * the indexes of the slots, to which a row must bind its texts and attributes. While the list
 * scrolls, the slots are not in the order of their rows: the redraw after the scroll sorts them.
 */
export function useRowSlots(options: RowOptions & { list: RefObject<HTMLElement | null> }): {
  virtual: List;
  slots: readonly RowSlot[];
} {
  const [slots] = useState(createRowSlots);
  const virtual = useVirtualRows({
    ...options,
    update: (changed) => changed.isScrolling && slots.show(placeRows(changed, options)),
  });
  const places = placeRows(virtual, options);
  const arranged = slots.arrange(places);
  useLayoutEffect(() => {
    slots.show(places);
  });
  return { virtual, slots: arranged };
}

/**
 * Returns the indexes of the rows to draw in their order, each with the key of its slot. A row that
 * scrolls in gets the slot of a row that scrolls out. The number of rows is the same wherever the
 * list is scrolled. The pinned row has a slot of its own.
 */
export function placeRows(
  virtual: Pick<List, "scrollRect"> & { calculateRange(): { startIndex: number } | null },
  { count, rowHeight, pinned }: RowOptions,
): RowPlace[] {
  const range = virtual.calculateRange();
  if (range === null) return [];
  // The first and the last row of the view can be cut.
  const inView = Math.ceil((virtual.scrollRect?.height ?? 0) / rowHeight) + 1;
  const size = Math.min(count, inView + 2 * overscan);
  const first = Math.max(0, Math.min(range.startIndex - overscan, count - size));
  const places = Array.from({ length: size }, (_, offset) => {
    const index = first + offset;
    return { key: index === pinned ? ("pinned" as const) : index % size, index };
  });
  if (pinned === undefined || pinned < 0 || pinned >= count) return places;
  if (pinned < first) return [{ key: "pinned", index: pinned }, ...places];
  if (pinned >= first + size) return [...places, { key: "pinned", index: pinned }];
  return places;
}
