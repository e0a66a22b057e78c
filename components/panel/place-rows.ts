import type { Virtualizer } from "@tanstack/virtual-core";
import type { RowPlace } from "../../lib/models/row-slots.ts";
import { overscan } from "./use-virtual-rows.ts";

type List = Virtualizer<HTMLElement, HTMLElement>;

export interface RowOptions {
  count: number;
  /** In CSS pixels. */
  rowHeight: number;
  /** This row is always rendered, so that the active element is never removed. */
  pinned: number | undefined;
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
