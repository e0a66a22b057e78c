import { computed, createModel, effect, signal, type ReadonlySignal } from "@preact/signals";
import * as z from "zod/mini";
import { measureRateLimit } from "../management/calls/measure-rate-limit.ts";
import type { RateLimit } from "../management/calls/rate-limit.ts";
import type { DraftPort } from "./draft-port.ts";
import { readOnly } from "./read-only.ts";

const popupTabSchema = z.enum(["exchange", "connections"]);
export type PopupTab = z.infer<typeof popupTabSchema>;

/** The view that a reopened popup restores. */
export const popupViewSchema = z.object({ tab: popupTabSchema });
type PopupView = z.infer<typeof popupViewSchema>;

export interface PopupPort {
  view: DraftPort<PopupView>;
  rateLimit: ReadonlySignal<RateLimit | undefined>;
  /** Unix time in ms, updated once a second. */
  now: ReadonlySignal<number>;
  connection: {
    isOnline(): boolean;
    /**
     * Calls the listener when the network may have changed; returns a function that unsubscribes.
     */
    onChange(listener: () => void): () => void;
  };
}

/** The selected tab of the popup, the network state and the rate limit. */
export const PopupModel = createModel((port: PopupPort) => {
  const tab = signal<PopupTab>("exchange");
  const isOnline = signal(port.connection.isOnline());
  let wasChosen = false;

  effect(() =>
    port.connection.onChange(() => {
      isOnline.value = port.connection.isOnline();
    }),
  );

  return {
    tab: readOnly(tab),
    /** False while this device has no network at all. */
    isOnline: readOnly(isOnline),
    /** The last rate limit of the tenant; undefined while its level is `free`. */
    meter: computed(() => {
      const { value: limit } = port.rateLimit;
      const { value: now } = port.now;
      const meter = limit === undefined ? undefined : measureRateLimit(limit, now);
      return meter?.level === "free" ? undefined : meter;
    }),

    /** Selects the tab that was open when the popup was last closed. */
    async restore(): Promise<void> {
      try {
        const view = await port.view.read();
        if (view !== undefined && !wasChosen) tab.value = view.tab;
      } catch {
        // Without a stored view, the first tab stays selected.
      }
    },

    select(name: PopupTab): void {
      wasChosen = true;
      tab.value = name;
      // If this fails, the next popup opens with its first tab.
      port.view.write({ tab: name }).catch(() => undefined);
    },
  };
});
