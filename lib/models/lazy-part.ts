import { signal, type ReadonlySignal } from "@preact/signals";
import { readOnly } from "./read-only.ts";

/** A part of a page in its own files, which load when the page first needs it. */
export interface LazyPart<Part> {
  /** Undefined until the part is loaded. */
  readonly loaded: ReadonlySignal<Part | undefined>;
  /** True if loading failed, for example after an update of the extension under an open page. */
  readonly hasFailed: ReadonlySignal<boolean>;
  /** Loads the part once. Resolves to undefined after a failure; the next call tries again. */
  load(): Promise<Part | undefined>;
  /**
   * Loads the part before it is needed. Does nothing after a failure: the message of the failure
   * and its button stay.
   */
  preload(): void;
}

export function createLazyPart<Part>(importPart: () => Promise<Part>): LazyPart<Part> {
  const loaded = signal<Part | undefined>(undefined);
  const hasFailed = signal(false);
  let loading: Promise<Part | undefined> | undefined;

  async function loadNow(): Promise<Part | undefined> {
    hasFailed.value = false;
    try {
      return (loaded.value = await importPart());
    } catch {
      loading = undefined;
      hasFailed.value = true;
      return undefined;
    }
  }

  const load = () => (loading ??= loadNow());
  return {
    loaded: readOnly(loaded),
    hasFailed: readOnly(hasFailed),
    load,
    preload() {
      if (!hasFailed.peek()) void load();
    },
  };
}
