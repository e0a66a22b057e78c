import { useLayoutEffect, useRef } from "preact/hooks";
import type { PanelTab } from "../../lib/models/panel-model.ts";

/**
 * Saves the scroll positions within each tab, and restores them when the tab is shown again. An
 * element is identified by its class.
 *
 * @returns the ref for the element that contains all tabs, and a function that discards a tab's
 * positions
 */
export function useScrollRestoration(tab: PanelTab) {
  const container = useRef<HTMLElement>(null);
  const { current: saved } = useRef(new Map<PanelTab, Map<string, number>>());
  useLayoutEffect(() => {
    const shown = container.current;
    const positions = saved.get(tab) ?? new Map<string, number>();
    saved.set(tab, positions);
    for (const [name, top] of positions) {
      const [part] = shown?.getElementsByClassName(name) ?? [];
      if (part !== undefined) part.scrollTop = top;
    }
    const save = ({ target }: Event) => {
      if (target instanceof HTMLElement) positions.set(target.className, target.scrollTop);
    };
    shown?.addEventListener("scroll", save, { capture: true, passive: true });
    return () => shown?.removeEventListener("scroll", save, { capture: true });
  }, [saved, tab]);
  return { container, discard: (name: PanelTab) => saved.delete(name) };
}
