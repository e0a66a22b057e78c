import { computed, createModel, effect, signal, type ReadonlySignal } from "@preact/signals";
import * as z from "zod/mini";
import { measureRateLimit } from "../management/calls/measure-rate-limit.ts";
import type { RateLimit } from "../management/calls/rate-limit.ts";
import type { DraftPort } from "./draft-port.ts";

const popupTabSchema = z.enum(["exchange", "connections"]);
export type PopupTab = z.infer<typeof popupTabSchema>;

/** What a popup that is opened again comes back to. */
export const popupViewSchema = z.object({ tab: popupTabSchema });
type PopupView = z.infer<typeof popupViewSchema>;

export interface PopupPort {
  view: DraftPort<PopupView>;
  rateLimit: ReadonlySignal<RateLimit | undefined>;
  /** Unix time in ms, moving on by itself. */
  now: ReadonlySignal<number>;
  connection: {
    isOnline(): boolean;
    /** Calls back whenever that may have changed; returns the way to stop. */
    onChange(listener: () => void): () => void;
  };
}

/** What of the popup is in view, and what is true of it as a whole. */
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
    tab: computed(() => tab.value),
    /** False while this device has no network at all. */
    isOnline: computed(() => isOnline.value),
    /** What the tenant last said of its rate limit, while that is worth knowing. */
    meter: computed(() => {
      const { value: told } = port.rateLimit;
      const { value: now } = port.now;
      const meter = told === undefined ? undefined : measureRateLimit(told, now);
      return meter?.level === "free" ? undefined : meter;
    }),

    /** Goes back to the tab that was in view when the popup was last closed. */
    async restore(): Promise<void> {
      try {
        const view = await port.view.read();
        if (view !== undefined && !wasChosen) tab.value = view.tab;
      } catch {
        // The first tab will do.
      }
    },

    select(name: PopupTab): void {
      wasChosen = true;
      tab.value = name;
      // Only a convenience: without it the popup opens on its first tab.
      port.view.write({ tab: name }).catch(() => undefined);
    },
  };
});
