import { batch } from "@preact/signals";
import type { ChangeCore } from "./connection-change-core.ts";
import { isWaiting } from "./connection-change-state.ts";

/** Creates the steps between input, review and comparison. None of them needs the worker. */
export function createReviewSteps({ editor, conflict, state }: ChangeCore) {
  return {
    /** Returns true if the input may change now, and drops the note about the previous input. */
    beginEdit(): boolean {
      const { kind } = state.peek();
      if (isWaiting(state.peek()) || kind === "lost" || kind === "comparing") return false;
      if (kind !== "gone" && kind !== "editing") state.value = { kind: "editing" };
      return true;
    },
    review(): void {
      const { kind } = state.peek();
      const isRefused =
        isWaiting(state.peek()) || kind === "lost" || kind === "comparing" || kind === "gone";
      if (!isRefused && editor.canReview.peek()) state.value = { kind: "reviewing" };
    },
    /** Goes back from the review or the comparison to the input. */
    backToInput(): void {
      const { kind } = state.peek();
      if (kind !== "reviewing" && kind !== "comparing" && kind !== "failed") return;
      batch(() => {
        conflict.end();
        state.value = { kind: "editing" };
      });
    },
    /** Continues on the other version, with the values that were chosen. */
    resolve(): void {
      const resolved = state.peek().kind === "comparing" ? conflict.resolve() : undefined;
      if (resolved === undefined) return;
      batch(() => {
        editor.adopt(resolved.theirs, resolved.document);
        conflict.end();
        state.value = editor.canReview.peek()
          ? { kind: "reviewing" }
          : { kind: "editing", note: "No changes are left to send." };
      });
    },
  };
}
