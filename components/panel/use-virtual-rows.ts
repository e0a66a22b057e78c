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
export const overscan = 12;

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
  /** Shows other rows without a redraw of the list; returns false if the list must be redrawn. */
  update?: (virtualizer: Virtualizer<HTMLElement, HTMLElement>) => boolean;
}): Virtualizer<HTMLElement, HTMLElement> {
  const { list, count, rowHeight, pinned, update } = options;
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
    onChange: (changed: Virtualizer<HTMLElement, HTMLElement>) => {
      if (update?.(changed) !== true) redraw(undefined);
    },
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(settings));
  virtualizer.setOptions(settings);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  return virtualizer;
}
