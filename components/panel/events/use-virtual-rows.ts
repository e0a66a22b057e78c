import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from "@tanstack/virtual-core";
import type { RefObject } from "preact";
import { useLayoutEffect, useReducer, useState } from "preact/hooks";

/** Rows beyond either edge of what is in view: enough for a page key, few enough for one frame. */
const overscan = 12;

/** The rows of a long list that are in view or nearly, all of one height; they move on as the list is scrolled. */
export function useVirtualRows(options: {
  list: RefObject<HTMLElement | null>;
  count: number;
  rowHeight: number;
  /** Rendered wherever it is: what has the focus must not go from under it. */
  pinned: number | undefined;
}): Virtualizer<HTMLElement, HTMLElement> {
  const { list, count, rowHeight, pinned } = options;
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const settings = {
    // No `getItemKey`: the library asks it for every row of all, in view or not, whenever it is another function.
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
