import { createModel, signal } from "@preact/signals";
import { readOnly } from "../read-only.ts";

export type EventsForm = "resume" | "export";

/** Keeps the layout of the Events tab while another tab is shown. */
export const EventsViewModel = createModel(() => {
  const form = signal<EventsForm | undefined>(undefined);
  const areTypesShown = signal(false);
  const listPercent = signal(50);
  return {
    form: readOnly(form),
    areTypesShown: readOnly(areTypesShown),
    /** The width of the list beside a detail, in percent. */
    listPercent: readOnly(listPercent),

    showForm(next: EventsForm | undefined): void {
      form.value = next;
    },
    toggleTypes(): void {
      areTypesShown.value = !areTypesShown.peek();
    },
    setListPercent(percent: number): void {
      listPercent.value = percent;
    },
  };
});
