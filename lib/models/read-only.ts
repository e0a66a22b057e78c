import type { ReadonlySignal } from "@preact/signals";

/** Returns a signal for readers: only the model that owns it writes it. */
export function readOnly<Value>(signal: ReadonlySignal<Value>): ReadonlySignal<Value> {
  return signal;
}
