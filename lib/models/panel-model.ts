import { computed, createModel, signal } from "@preact/signals";

export type PanelTab = "run" | "tokens" | "events";

/** What of the panel is in view. */
export const PanelModel = createModel(() => {
  const tab = signal<PanelTab>("run");
  const selectedSequence = signal<number | undefined>(undefined);
  return {
    tab: computed(() => tab.value),
    /** The event whose detail is shown. */
    selectedSequence: computed(() => selectedSequence.value),
    select(name: PanelTab): void {
      tab.value = name;
    },
    selectEvent(sequence: number | undefined): void {
      selectedSequence.value = sequence;
    },
  };
});
