import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

/** Returns true while an element is narrower than a width in CSS pixels. */
export function useIsNarrow(element: RefObject<HTMLElement | null>, width: number): boolean {
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
