import { computed, signal, type ReadonlySignal } from "@preact/signals";

/** A part of a page that lies in files of its own, which are read when it is first needed. */
export interface LazyPart<Part> {
  /** Undefined until it is here. */
  readonly loaded: ReadonlySignal<Part | undefined>;
  /** Its files could not be read, as when the extension was updated under an open page. */
  readonly hasFailed: ReadonlySignal<boolean>;
  /** Reads it, unless it is here or on its way. Resolves with undefined where it failed; the next call tries again. */
  load(): Promise<Part | undefined>;
}

export function createLazyPart<Part>(read: () => Promise<Part>): LazyPart<Part> {
  const loaded = signal<Part | undefined>(undefined);
  const hasFailed = signal(false);
  let loading: Promise<Part | undefined> | undefined;

  async function readNow(): Promise<Part | undefined> {
    hasFailed.value = false;
    try {
      return (loaded.value = await read());
    } catch {
      loading = undefined;
      hasFailed.value = true;
      return undefined;
    }
  }

  return {
    loaded: computed(() => loaded.value),
    hasFailed: computed(() => hasFailed.value),
    load: () => (loading ??= readNow()),
  };
}
