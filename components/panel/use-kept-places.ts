import { useLayoutEffect, useRef } from "preact/hooks";
import type { PanelTab } from "../../lib/models/panel-model.ts";

/**
 * Keeps how far the parts of each tab are scrolled, and puts that back when the tab is shown again. A part is known by
 * its class.
 *
 * @returns the place that all tabs are shown in, and what forgets a tab's places: something else is about to be shown
 */
export function useKeptPlaces(tab: PanelTab) {
  const place = useRef<HTMLElement>(null);
  const { current: kept } = useRef(new Map<PanelTab, Map<string, number>>());
  useLayoutEffect(() => {
    const shown = place.current;
    const places = kept.get(tab) ?? new Map<string, number>();
    kept.set(tab, places);
    for (const [name, top] of places) {
      const [part] = shown?.getElementsByClassName(name) ?? [];
      if (part !== undefined) part.scrollTop = top;
    }
    const keep = ({ target }: Event) => {
      if (target instanceof HTMLElement) places.set(target.className, target.scrollTop);
    };
    shown?.addEventListener("scroll", keep, { capture: true, passive: true });
    return () => shown?.removeEventListener("scroll", keep, { capture: true });
  }, [kept, tab]);
  return { place, forget: (name: PanelTab) => kept.delete(name) };
}
