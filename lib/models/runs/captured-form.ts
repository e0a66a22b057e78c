import { computed, signal } from "@preact/signals";
import type { CapturedRun } from "../../runs/from-request/captured-request.ts";
import type { RunForms } from "./run-forms.ts";

/** Fills the forms with a captured request, and undoes it. */
export function createCapturedForm(forms: RunForms) {
  const filled = signal<{ run: CapturedRun; undo: () => void } | undefined>(undefined);
  let isFocusDue = false;
  return {
    /** The request that the shown form was filled with; undefined for another operation. */
    run: computed(() => {
      const run = filled.value?.run;
      return run?.draft.operation === forms.operation.value.id ? run : undefined;
    }),

    /** Fills the form. The user can undo it, and loses no entry. */
    take(run: CapturedRun): void {
      const undo = forms.remember();
      if (!forms.take(run.draft)) return;
      isFocusDue = true;
      filled.value = { run, undo };
    },
    /** Puts the forms back to what they were before the captured request. */
    undo(): void {
      filled.peek()?.undo();
      filled.value = undefined;
    },
    /** Ends the offer to undo: the form was filled with something else. */
    dismiss(): void {
      filled.value = undefined;
    },
    /** Returns true once after the form was filled: the view moves the focus into it. */
    takeFocus: (): boolean => {
      const isDue = isFocusDue;
      isFocusDue = false;
      return isDue;
    },
  };
}
