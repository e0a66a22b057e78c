import { batch, computed, createModel, signal } from "@preact/signals";
import type { CommandSender } from "../../messages/command-channel.ts";
import { toFailure, type Failure } from "../failure.ts";
import { readOnly } from "../read-only.ts";

export type UnlockState =
  | { kind: "locked" }
  | { kind: "unlocking" }
  | { kind: "failed"; failure: Failure };

/** Unlocks a remembered credential with its passphrase. Clears the passphrase after the unlock. */
export const UnlockModel = createModel((port: { send: CommandSender }) => {
  const passphrase = signal("");
  const state = signal<UnlockState>({ kind: "locked" });
  const wasTried = signal(false);
  /** Counts attempts: the response for another tenant is ignored. */
  let current = 0;

  return {
    passphrase: readOnly(passphrase),
    state: readOnly(state),
    problem: computed((): string | undefined => {
      const { value: text } = passphrase;
      const { value: known } = state;
      const { value: isTried } = wasTried;
      if (known.kind === "failed" && known.failure.code === "wrong-passphrase")
        return known.failure.message;
      return isTried && text === "" ? "Enter the passphrase of this credential." : undefined;
    }),

    type(text: string): void {
      batch(() => {
        passphrase.value = text;
        if (state.peek().kind === "failed") state.value = { kind: "locked" };
      });
    },

    async unlock(tenantId: string): Promise<void> {
      wasTried.value = true;
      const text = passphrase.peek();
      if (text === "" || state.peek().kind === "unlocking") return;
      current += 1;
      const own = current;
      state.value = { kind: "unlocking" };
      let next: UnlockState = { kind: "locked" };
      try {
        await port.send("credential.unlock", { tenantId, passphrase: text });
      } catch (error) {
        next = { kind: "failed", failure: toFailure(error) };
      }
      if (own !== current) return;
      batch(() => {
        state.value = next;
        if (next.kind === "failed") return;
        passphrase.value = "";
        wasTried.value = false;
      });
    },

    /** Clears the passphrase when another tenant is shown. */
    leave(): void {
      current += 1;
      batch(() => {
        passphrase.value = "";
        wasTried.value = false;
        state.value = { kind: "locked" };
      });
    },
  };
});
