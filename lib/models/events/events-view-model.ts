import { computed, createModel, signal } from "@preact/signals";

export type EventsForm = "resume" | "export";

/** What of the Events tab is unfolded, and how its width is shared: it stays so while another tab is shown. */
export const EventsViewModel = createModel(() => {
  const form = signal<EventsForm | undefined>(undefined);
  const hasTypes = signal(false);
  const listPercent = signal(50);
  return {
    form: computed(() => form.value),
    hasTypes: computed(() => hasTypes.value),
    /** How much of the width the list has beside a detail. */
    listPercent: computed(() => listPercent.value),

    showForm(next: EventsForm | undefined): void {
      form.value = next;
    },
    toggleTypes(): void {
      hasTypes.value = !hasTypes.peek();
    },
    setListPercent(percent: number): void {
      listPercent.value = percent;
    },
  };
});
