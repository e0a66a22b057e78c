import { createModel, signal } from "@preact/signals";
import type { CommandSender } from "../../messages/command-channel.ts";
import { toFailure, type Failure } from "../failure.ts";
import { readOnly } from "../read-only.ts";

export interface ForgetPort {
  send: CommandSender;
  /** Clears the input on this page. */
  wipe(): void;
}

export type ForgetState =
  | { kind: "idle" }
  | { kind: "forgetting" }
  | { kind: "forgotten" }
  | { kind: "failed"; failure: Failure };

/** Removes all data of the extension and the input on this page. */
export const ForgetModel = createModel((port: ForgetPort) => {
  const state = signal<ForgetState>({ kind: "idle" });
  return {
    state: readOnly(state),

    async forgetEverything(): Promise<void> {
      if (state.peek().kind === "forgetting") return;
      state.value = { kind: "forgetting" };
      try {
        await port.send("everything.forget", {});
        port.wipe();
        state.value = { kind: "forgotten" };
      } catch (error) {
        state.value = { kind: "failed", failure: toFailure(error) };
      }
    },
  };
});
