import { computed, createModel, signal } from "@preact/signals";

export type PopupTab = "exchange" | "connections";

/** What of the popup is in view. */
export const PopupModel = createModel(() => {
  const tab = signal<PopupTab>("exchange");
  return {
    tab: computed(() => tab.value),
    select(name: PopupTab): void {
      tab.value = name;
    },
  };
});
