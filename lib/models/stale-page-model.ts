import { computed, createModel, type ReadonlySignal } from "@preact/signals";

export interface StalePagePort {
  /** The connection to the worker. */
  link: ReadonlySignal<"connecting" | "live" | "interrupted">;
  /** Unix time in ms, updated once a second. */
  now: ReadonlySignal<number>;
  /** Returns false after the extension was updated or reloaded under this page. */
  isExtensionLoaded: () => boolean;
  /** Loads the page again. */
  reload: () => void;
}

/** Notices that the extension was updated or reloaded under an open page. */
export const StalePageModel = createModel((port: StalePagePort) => ({
  isStale: computed(() => {
    if (port.link.value === "live") return false;
    // Read the clock to check again each second: the connection can end before the browser unloads
    // the extension.
    return Number.isFinite(port.now.value) && !port.isExtensionLoaded();
  }),
  reload: port.reload,
}));
