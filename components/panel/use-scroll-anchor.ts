import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * Keeps the rows in view in place while new rows arrive above them. At the top, new rows push the
 * others down.
 *
 * @param options.find returns the new index of the row that had an index before; undefined if it is
 *   gone
 */
export function useScrollAnchor<Rows>(options: {
  list: RefObject<HTMLElement | null>;
  rows: Rows;
  /** In CSS pixels. */
  rowHeight: number;
  find: (before: Rows, index: number, rows: Rows) => number | undefined;
}): void {
  const { list, rows, rowHeight, find } = options;
  const before = useRef(rows);
  useLayoutEffect(() => {
    const place = list.current;
    const known = before.current;
    before.current = rows;
    if (place === null || known === rows || place.scrollTop < rowHeight) return;
    const index = Math.floor(place.scrollTop / rowHeight);
    const now = find(known, index, rows);
    if (now === undefined) place.scrollTop = 0;
    else if (now !== index) place.scrollTop += (now - index) * rowHeight;
  });
}
