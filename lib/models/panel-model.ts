import { computed, createModel, signal } from "@preact/signals";

export type PanelTab = "trace" | "run" | "tokens" | "events";

/** The selected tab of the panel. */
export const PanelModel = createModel(() => {
  const tab = signal<PanelTab>("trace");
  return {
    tab: computed(() => tab.value),
    select(name: PanelTab): void {
      tab.value = name;
    },
  };
});
