import { batch, signal, type ReadonlySignal } from "@preact/signals";
import type { EventRows } from "./event-rows.ts";
import { readOnly } from "../read-only.ts";

/**
 * Tracks the selected line of the event list. The details of an open line are shown beside the
 * list.
 */
export function createEventSelection(rows: ReadonlySignal<EventRows>) {
  const key = signal<string | undefined>(undefined);
  const isOpen = signal(false);
  const isWide = signal(false);

  return {
    key: readOnly(key),
    isOpen: readOnly(isOpen),
    /** True while the details of the open line hide the list. */
    isWide: readOnly(isWide),
    select(chosen: string | undefined): void {
      key.value = chosen;
    },
    open(chosen: string): void {
      batch(() => {
        key.value = chosen;
        isOpen.value = true;
      });
    },
    setWide(next: boolean): void {
      isWide.value = next;
    },
    close(): void {
      batch(() => {
        isOpen.value = false;
        isWide.value = false;
      });
    },
    clear(): void {
      batch(() => {
        key.value = undefined;
        isOpen.value = false;
        isWide.value = false;
      });
    },
    /** Selects the next or the previous event of the list, and wraps around at both ends. */
    move(step: 1 | -1): void {
      const list = rows.peek();
      const { count } = list;
      const selected = key.peek();
      const start = step === 1 ? -1 : 0;
      let index = selected === undefined ? start : (list.indexOf(selected) ?? start);
      for (let tried = 0; tried < count; tried += 1) {
        index = (index + step + count) % count;
        const row = list.at(index);
        if (row?.kind !== "event") continue;
        key.value = row.key;
        return;
      }
    },
  };
}
