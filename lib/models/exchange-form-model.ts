import { computed, createModel, signal } from "@preact/signals";
import {
  checkTokenExchangeProfile,
  DEFAULT_PROFILE_NAME,
  type TokenExchangeProfile,
} from "../management/token-exchange-profile.ts";
import type { CommandSender } from "../messages/command-channel.ts";
import { toFailure, type Failure } from "./failure.ts";
import { placeFieldMessages } from "./field-messages.ts";

export interface ExchangeFormPort {
  send: CommandSender;
}

export type ExchangeFormState =
  | { kind: "editing" }
  | { kind: "sending" }
  | { kind: "created"; profile: TokenExchangeProfile }
  | { kind: "failed"; failure: Failure };

const freshForm = { name: DEFAULT_PROFILE_NAME, subject_token_type: "", action_id: "" };

/** The form of a new token exchange profile: checked while it is filled in, sent once it holds. */
export const ExchangeFormModel = createModel((port: ExchangeFormPort) => {
  const form = signal(freshForm);
  const state = signal<ExchangeFormState>({ kind: "editing" });
  const wasTried = signal(false);

  const check = computed(() =>
    checkTokenExchangeProfile({ ...form.value, type: "custom_authentication" }),
  );
  const problems = computed(() => {
    const known = check.value.ok || !wasTried.value ? {} : placeFieldMessages(check.value.errors);
    const current = state.value;
    if (current.kind !== "failed") return known;
    const field = current.failure.management?.field;
    return field === undefined ? known : { ...known, [field]: current.failure.message };
  });

  return {
    form: computed(() => form.value),
    state: computed(() => state.value),
    /** A sentence for each field that keeps the form from being sent, or that the service refused. */
    problems,
    /** A sentence for each field that the service may refuse. */
    warnings: computed(() => placeFieldMessages(check.value.warnings)),

    set(change: Partial<typeof freshForm>): void {
      form.value = { ...form.peek(), ...change };
      if (state.peek().kind !== "sending") state.value = { kind: "editing" };
    },

    async create(): Promise<void> {
      wasTried.value = true;
      const checked = check.peek();
      if (!checked.ok || state.peek().kind === "sending") return;
      state.value = { kind: "sending" };
      try {
        const profile = await port.send("token-exchange-profile.create", checked.value);
        state.value = { kind: "created", profile };
      } catch (error) {
        state.value = { kind: "failed", failure: toFailure(error) };
      }
    },

    /** Clears the form for the next profile. */
    startAnew(): void {
      form.value = freshForm;
      wasTried.value = false;
      state.value = { kind: "editing" };
    },
  };
});
