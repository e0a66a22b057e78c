import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from "@tanstack/virtual-core";
import type { RefObject } from "preact";
import { useLayoutEffect, useReducer, useState } from "preact/hooks";

/** Extra rows beyond each edge of the view: enough for a page key, few enough for one frame. */
const overscan = 12;

/**
 * Returns the rows of a long list in or near the view, and updates them on scrolling. All rows have
 * the same height, unless each is passed to `measureElement` with its index in `data-index`.
 */
export function useVirtualRows(options: {
  list: RefObject<HTMLElement | null>;
  count: number;
  /** In CSS pixels; an estimate if the rows are measured. */
  rowHeight: number;
  /** This row is always rendered, so that the active element is never removed. */
  pinned: number | undefined;
}): Virtualizer<HTMLElement, HTMLElement> {
  const { list, count, rowHeight, pinned } = options;
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const settings = {
    // Do not set `getItemKey`: the library would call a new function for every row of the list.
    count,
    overscan,
    getScrollElement: () => list.current,
    estimateSize: () => rowHeight,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) => {
      const indexes = defaultRangeExtractor(range);
      if (pinned === undefined || indexes.includes(pinned)) return indexes;
      return [...indexes, pinned].toSorted((a, b) => a - b);
    },
    onChange: () => redraw(undefined),
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(settings));
  virtualizer.setOptions(settings);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  return virtualizer;
}

/**
 * Returns a key for the element of each drawn row: an element that scrolls out of the view is used
 * for a row that scrolls in. Creating the elements of a row takes longer than changing their texts,
 * and a fast scroll replaces all rows in each frame. The pinned row keeps its own element.
 * `rowHeight` is in CSS pixels.
 */
export function recycleRows(
  { scrollRect }: Pick<Virtualizer<HTMLElement, HTMLElement>, "scrollRect">,
  rowHeight: number,
  pinned: number | undefined,
): (index: number) => number | "pinned" {
  // The first and the last row of the view can be cut.
  const drawn = Math.ceil((scrollRect?.height ?? 0) / rowHeight) + 1 + 2 * overscan;
  return (index) => (index === pinned ? "pinned" : index % drawn);
}
