import { computed, signal } from "@preact/signals";
import type { RunDraft } from "../../runs/run-draft.ts";
import type { RunForms } from "./run-forms.ts";

/** Replaces the entries of a form, and undoes it. */
export function createReplacedForm(forms: RunForms) {
  const replaced = signal<
    { how: "reset" | "filled"; operation: string; undo: () => void } | undefined
  >(undefined);
  return {
    /** How the shown form lost its entries; undefined if it lost none. */
    how: computed(() =>
      replaced.value?.operation === forms.operation.value.id ? replaced.value.how : undefined,
    ),

    /** Puts the fields of the shown operation back to their first values. */
    reset(): void {
      const { id: operation } = forms.operation.peek();
      const undo = forms.remember();
      const isLoss = forms.isEdited.peek();
      forms.reset();
      replaced.value = isLoss ? { how: "reset", operation, undo } : undefined;
    },
    /** Fills the form with a run. Returns false for an unknown operation. */
    take(draft: RunDraft): boolean {
      const undo = forms.remember();
      const isLoss = forms.wouldLose(draft);
      if (!forms.take(draft)) return false;
      const { operation } = draft;
      replaced.value = isLoss ? { how: "filled", operation, undo } : undefined;
      return true;
    },
    /** Puts the forms back to what they were before. */
    undo(): void {
      replaced.peek()?.undo();
      replaced.value = undefined;
    },
    /** Ends the offer to undo. */
    dismiss(): void {
      replaced.value = undefined;
    },
  };
}
