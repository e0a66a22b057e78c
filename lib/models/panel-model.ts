import { computed, createModel, signal } from "@preact/signals";

export type PanelTab = "run" | "tokens" | "events";

/** What of the panel is in view. */
export const PanelModel = createModel(() => {
  const tab = signal<PanelTab>("run");
  return {
    tab: computed(() => tab.value),
    select(name: PanelTab): void {
      tab.value = name;
    },
  };
});
