import type { Virtualizer } from "@tanstack/virtual-core";
import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { createRowSlots, type RowSlot } from "../../lib/models/row-slots.ts";
import { placeRows, type RowOptions } from "./place-rows.ts";
import { useVirtualRows } from "./use-virtual-rows.ts";

type List = Virtualizer<HTMLElement, HTMLElement>;

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
