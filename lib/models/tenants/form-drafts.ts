import { batch, signal, type ReadonlySignal } from "@preact/signals";
import { readOnly } from "../read-only.ts";

/** Holds the form of one tenant, and the unsaved input for the others in memory. */
export interface FormDrafts<Fields> {
  /** The id of the tenant whose form is shown; undefined for a new tenant or for none. */
  readonly target: ReadonlySignal<string | undefined>;
  readonly fields: ReadonlySignal<Fields>;
  /** True while the form holds unsaved input. */
  readonly isTouched: ReadonlySignal<boolean>;
  /**
   * Shows the form of another tenant with its unsaved input, if there is any.
   *
   * @param values the fields to show if there is no unsaved input
   * @param isKept false to discard the unsaved input of the form shown before
   */
  show(id: string | undefined, values: Fields, isKept: boolean): void;
  /** Changes fields after input of the user. */
  set(change: Partial<Fields>): void;
  /** Replaces the form after a save or a reset. */
  replace(id: string | undefined, values: Fields, isTouched: boolean): void;
  /** Discards unsaved input of tenants that are not shown. */
  discard(isDropped: (id: string | undefined, fields: Fields) => boolean): void;
}

export function createFormDrafts<Fields extends object>(empty: Fields): FormDrafts<Fields> {
  const target = signal<string | undefined>(undefined);
  const fields = signal(empty);
  const isTouched = signal(false);
  const drafts = new Map<string | undefined, Fields>();

  function replace(id: string | undefined, values: Fields, isChanged: boolean): void {
    batch(() => {
      target.value = id;
      fields.value = values;
      isTouched.value = isChanged;
    });
  }

  return {
    target: readOnly(target),
    fields: readOnly(fields),
    isTouched: readOnly(isTouched),
    show(id, values, isKept) {
      if (isTouched.peek() && isKept) drafts.set(target.peek(), fields.peek());
      const draft = drafts.get(id);
      drafts.delete(id);
      replace(id, draft ?? values, draft !== undefined);
    },
    set(change) {
      batch(() => {
        fields.value = { ...fields.peek(), ...change };
        isTouched.value = true;
      });
    },
    replace,
    discard(isDropped) {
      for (const [id, draft] of drafts) if (isDropped(id, draft)) drafts.delete(id);
    },
  };
}
