import { createModel, signal } from "@preact/signals";
import { readOnly } from "./read-only.ts";

export type PanelTab = "trace" | "run" | "tokens" | "events";

/** The selected tab of the panel. */
export const PanelModel = createModel(() => {
  const tab = signal<PanelTab>("trace");
  return {
    tab: readOnly(tab),
    select(name: PanelTab): void {
      tab.value = name;
    },
  };
});
