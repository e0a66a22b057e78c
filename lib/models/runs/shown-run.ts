import { signal, type ReadonlySignal } from "@preact/signals";
import type { RunView } from "./run-view.ts";

/** The run that views show, and the run as it is now. */
export interface ShownRun {
  /** The run for views. */
  run: ReadonlySignal<RunView | undefined>;
  /** Returns the run as it is now. */
  readonly peek: () => RunView | undefined;
  /** Shows a run at once; undefined for none. */
  readonly show: (view: RunView | undefined) => void;
  /** Shows a change together with the other changes of the same frame. */
  readonly showSoon: (view: RunView) => void;
}

/** How long views may lag behind a run, in ms: one frame. */
const frameMs = 16;

/**
 * Creates the run that views show. The run itself does not wait for them: many of its steps come
 * within one task, and a render between two requests would delay the second one.
 *
 * @param after calls back once after some milliseconds. Default: each change is shown at once
 */
export function createShownRun(
  after?: (milliseconds: number, callback: () => void) => () => void,
): ShownRun {
  const run = signal<RunView | undefined>(undefined);
  let latest: RunView | undefined;
  let stop: (() => void) | undefined;
  const show = (view: RunView | undefined): void => {
    stop?.();
    stop = undefined;
    latest = view;
    run.value = view;
  };
  return {
    run,
    peek: () => latest,
    show,
    showSoon(view) {
      if (after === undefined) {
        show(view);
        return;
      }
      latest = view;
      stop ??= after(frameMs, () => show(latest));
    },
  };
}
