import { batch, signal, type ReadonlySignal } from "@preact/signals";
import type { TokenExchangeProfile } from "../../management/exchange/token-exchange-profile.ts";
import type { CommandSender } from "../../messages/command-channel.ts";
import type { Tenant } from "../../messages/tenant.ts";
import type { Confirmer } from "../confirmation-model.ts";
import type { DraftPort } from "../draft-port.ts";
import { freshExchangeForm, isFresh, type ExchangeDraft } from "./exchange-draft.ts";
import type { ExchangeFormState } from "./exchange-form-state.ts";

export interface ExchangeFormPort {
  send: CommandSender;
  confirm: Confirmer;
  /** Unix time in ms. */
  now(): number;
  /** Returns the storage for a tenant's draft. */
  drafts(tenantId: string): DraftPort<ExchangeDraft>;
  /** The listed profiles; empty until the list is read. */
  profiles: ReadonlySignal<readonly TokenExchangeProfile[]>;
  onCreated(tenantId: string, profile: TokenExchangeProfile): void;
}

/** Creates the state that the form's input and its creation share. */
export function createFormCore(port: ExchangeFormPort) {
  const tenant = signal<Tenant | undefined>(undefined);
  const form = signal(freshExchangeForm);
  const state = signal<ExchangeFormState>({ kind: "editing" });
  /** True once the user tried to send the form: errors are shown from then on. */
  const wasTried = signal(false);

  return {
    tenant,
    form,
    state,
    wasTried,
    isShown: (id: string): boolean => tenant.peek()?.id === id,
    /** Stores the input. If this fails, only the draft is lost, and the form stays usable. */
    async keep(id: string, draft: ExchangeDraft): Promise<void> {
      try {
        if (isFresh(draft.form)) await port.drafts(id).remove();
        else await port.drafts(id).write(draft);
      } catch {
        // The user cannot fix this, and the input is safe while the page is open.
      }
    },
    reset(next: ExchangeFormState): void {
      batch(() => {
        form.value = freshExchangeForm;
        wasTried.value = false;
        state.value = next;
      });
    },
  };
}
export type ExchangeFormCore = ReturnType<typeof createFormCore>;
