import { batch, computed, createModel, signal } from "@preact/signals";
import { findDuplicateType } from "../../management/exchange/find-duplicate-type.ts";
import { checkTokenExchangeProfile } from "../../management/exchange/token-exchange-profile.ts";
import type { Tenant } from "../../messages/tenant.ts";
import { placeFieldMessages } from "../field-messages.ts";
import { placeRefusal } from "../place-refusal.ts";
import { createCreationSteps } from "./creation-steps.ts";
import { exchangeFields, freshExchangeForm, isFresh, type ExchangeForm } from "./exchange-draft.ts";
import {
  createFormCore,
  type ExchangeFormCore,
  type ExchangeFormPort,
} from "./exchange-form-core.ts";
import { isBusy } from "./exchange-form-state.ts";
import { readOnly } from "../read-only.ts";

const type = "custom_authentication";

/** Holds the form of a new token exchange profile: its input, its messages and its progress. */
export const ExchangeFormModel = createModel((port: ExchangeFormPort) => {
  const core = createFormCore(port);
  const { tenant, form, state } = core;
  const isOpen = signal(false);
  const messages = createMessages(port, core);
  const { find, follow, giveUp, ...steps } = createCreationSteps(port, core, messages.readBody);

  return {
    ...steps,
    form: readOnly(form),
    state: readOnly(state),
    /** True while the form is shown in place of the list. */
    isOpen: readOnly(isOpen),
    /** True if there is unsent input. */
    hasDraft: computed(() => !isFresh(form.value)),
    problems: messages.problems,
    warnings: messages.warnings,

    /** Shows a tenant with its draft and its creation, and opens the form if there is either. */
    async show(next: Tenant): Promise<void> {
      const before = tenant.peek();
      tenant.value = next;
      if (before?.id === next.id) return;
      // Input that was entered before the first tenant was known belongs to this tenant.
      if (before !== undefined) {
        core.reset({ kind: "editing" });
        isOpen.value = false;
      }
      const [draft, creation] = await Promise.all([
        port
          .drafts(next.id)
          .read()
          .catch(() => undefined),
        find(next.id),
      ]);
      if (!core.isShown(next.id) || isBusy(state.peek())) return;
      if (creation !== undefined) {
        isOpen.value = true;
        follow(next.id, creation);
      } else if (!isFresh(form.peek())) {
        // The input is newer than the draft: the user entered it while the draft was read.
        void core.keep(next.id, { form: form.peek() });
      } else if (draft !== undefined) {
        batch(() => {
          form.value = draft.form;
          isOpen.value = true;
        });
      }
    },

    open(): void {
      if (state.peek().kind === "created") state.value = { kind: "editing" };
      isOpen.value = true;
    },

    /** Returns to the list; the input is kept. */
    close(): void {
      isOpen.value = false;
      if (state.peek().kind === "created") state.value = { kind: "editing" };
    },

    set(change: Partial<ExchangeForm>): void {
      const id = tenant.peek()?.id;
      if (isBusy(state.peek()) || state.peek().kind === "lost") return;
      const next = { ...form.peek(), ...change };
      batch(() => {
        form.value = next;
        state.value = { kind: "editing" };
      });
      if (id !== undefined) void core.keep(id, { form: next });
    },

    /** Empties the form, and discards a creation whose response was lost. */
    clear(): void {
      const id = tenant.peek()?.id;
      if (id === undefined || isBusy(state.peek())) return;
      if (state.peek().kind === "lost") giveUp(id);
      core.reset({ kind: "editing" });
      void core.keep(id, { form: freshExchangeForm });
    },
  };
});

/** Creates the messages of the fields, and the request of the form. */
function createMessages(port: ExchangeFormPort, { form, state, wasTried }: ExchangeFormCore) {
  const checked = computed(() => checkTokenExchangeProfile({ ...form.value, type }));
  const duplicate = computed(() =>
    findDuplicateType(port.profiles.value, form.value.subject_token_type),
  );
  return {
    readBody: () => {
      const found = checked.peek();
      return found.ok && duplicate.peek() === undefined ? found.value : undefined;
    },
    /** The message of each field that blocks the request, or that the service rejected. */
    problems: computed((): Record<string, string> => {
      const { value: found } = checked;
      const { value: isTried } = wasTried;
      const { value: twice } = duplicate;
      const { value: current } = state;
      const known = found.ok || !isTried ? {} : placeFieldMessages(found.errors);
      const all = twice === undefined ? known : { ...known, [twice.field]: twice.message };
      return current.kind === "failed"
        ? { ...all, ...placeRefusal(current.failure, exchangeFields) }
        : all;
    }),
    /** The message of each field that the service may reject. */
    warnings: computed((): Record<string, string> => {
      const { value: input } = form;
      const placed = placeFieldMessages(checked.value.warnings);
      const isNameTaken = port.profiles.value.some((listed) => listed.name === input.name);
      return isNameTaken && !isFresh(input)
        ? { ...placed, name: "Another profile has this name, which is allowed." }
        : placed;
    }),
  };
}
