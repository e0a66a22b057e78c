import { createModel, signal } from "@preact/signals";
import { readOnly } from "../read-only.ts";

/** Asks the browser whether it may delete the stored events (Storage Standard, section 5). */
export interface EventStoragePort {
  /** Returns true if the browser keeps the events, and undefined if it does not tell. */
  isKept(): Promise<boolean | undefined>;
  /** Asks the browser to keep the events. Firefox then asks its user. */
  keep(): Promise<boolean>;
}

/**
 * - kept: the browser does not delete the events
 * - evictable: it may delete them, and can be asked not to
 * - refused: it was asked, and did not agree
 * - unknown: it does not tell, or has not told yet
 */
export type EventStorageState = "kept" | "evictable" | "refused" | "unknown";

/** Tells whether the browser may delete the stored events, and asks it to keep them. */
export const EventStorageModel = createModel((port: EventStoragePort) => {
  const state = signal<EventStorageState>("unknown");
  const isAsking = signal(false);
  return {
    state: readOnly(state),
    isAsking: readOnly(isAsking),

    async load(): Promise<void> {
      const isKept = await port.isKept().catch(() => undefined);
      state.value = isKept === undefined ? "unknown" : isKept ? "kept" : "evictable";
    },

    /** Call it in the handler of a click: Firefox then asks its user. */
    async ask(): Promise<void> {
      if (isAsking.peek()) return;
      isAsking.value = true;
      const isKept = await port.keep().catch(() => false);
      state.value = isKept ? "kept" : "refused";
      isAsking.value = false;
    },
  };
});
