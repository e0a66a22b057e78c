import { createModel, signal } from "@preact/signals";
import type { ControlCall, ThingToTry } from "./things-to-try.ts";

export interface TryListPort {
  /** Sends a request to the controls of the sandbox; rejects if it is refused. */
  call(call: ControlCall): Promise<void>;
  /** Returns the sentence of an error that says that the sandbox was removed. */
  readRemoval(error: unknown): string | undefined;
  /** Called after the sandbox has changed. */
  onChanged(): void;
}

/** The result of the last change that the user tried. */
export interface TryOutcome {
  id: string;
  state: "running" | "done" | "refused" | "removed";
}

/** The list of things to try with the sandbox. */
export const TryListModel = createModel((port: TryListPort) => {
  /** The last thing that was tried, until the next one. */
  const outcome = signal<TryOutcome | undefined>(undefined);
  return {
    outcome,
    /** Changes the sandbox. Does nothing while another change is pending. */
    async run({ id, calls }: ThingToTry): Promise<void> {
      if (outcome.peek()?.state === "running") return;
      outcome.value = { id, state: "running" };
      try {
        for (const call of calls) await port.call(call);
        outcome.value = { id, state: "done" };
        port.onChanged();
      } catch (error) {
        outcome.value = {
          id,
          state: port.readRemoval(error) === undefined ? "refused" : "removed",
        };
      }
    },
  };
});
