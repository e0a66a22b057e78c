import { signal } from "@preact/signals";
import type { RunView } from "./run-view.ts";
import { readOnly } from "../read-only.ts";

/** A run that has ended, with its requests. Contains secrets. */
export interface KeptRun {
  id: string;
  view: RunView;
}

/** The limits of the kept runs: their number, and the characters of all their steps. */
const maxKept = 20;
const maxText = 4_000_000;

/** Keeps the newest runs of this panel with their requests, in memory only. */
export function createKeptRuns() {
  const all = signal<readonly KeptRun[]>([]);
  return {
    /** Newest first. */
    runs: readOnly(all),

    /** Keeps a run that made a request. The oldest ones go if there are too many. */
    add(run: KeptRun): void {
      if (run.view.steps.every(({ kind }) => kind === "callback")) return;
      let left = maxText;
      all.value = [run, ...all.peek()].slice(0, maxKept).filter(({ view }) => {
        left -= measureText(view);
        return left >= 0;
      });
    },
    remove(ids: readonly string[]): void {
      all.value = all.peek().filter(({ id }) => !ids.includes(id));
    },
    clear(): void {
      all.value = [];
    },
  };
}

/** Returns the length of the texts of a run, which the inspected page can make long. */
function measureText({ steps }: RunView): number {
  return JSON.stringify(steps).length;
}
