import { batch, computed, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type { CommandSender } from "../../messages/command-channel.ts";
import type { FoundTenant, TenantAttempt } from "./tenant-attempt.ts";
import type { CheckedTenantFields } from "./tenant-fields.ts";

/** Looks for tenants at the domains of the form, and remembers the one at its own domain. */
export interface TenantCheck {
  /** The tenant at the entered domain; undefined until a check has found it. */
  readonly found: ReadonlySignal<FoundTenant | undefined>;
  /** Asks the worker for the tenant at an origin; rejects if none responds. */
  find(origin: string): Promise<FoundTenant>;
  /** Checks all entered domains. The outcome becomes the state of the attempt. */
  perform(): Promise<void>;
  /** Forgets the found tenant: the domain was edited. */
  forget(): void;
}

export function createTenantCheck(form: {
  send: CommandSender;
  attempt: TenantAttempt;
  checked: ReadonlySignal<CheckedTenantFields>;
  wasTried: Signal<boolean>;
}): TenantCheck {
  const { attempt, checked } = form;
  const lastFound = signal<FoundTenant | undefined>(undefined);

  async function find(origin: string): Promise<FoundTenant> {
    return { origin, ...(await form.send("tenant.check", { origin })) };
  }

  return {
    found: computed(() => {
      const [origin] = checked.value.origins;
      return origin === lastFound.value?.origin ? lastFound.value : undefined;
    }),
    find,
    async perform() {
      if (attempt.isBusy.peek()) return;
      form.wasTried.value = true;
      const asked = checked.peek();
      await attempt.perform("check", asked, async (isShown) => {
        const found: FoundTenant[] = [];
        for (const origin of asked.origins) found.push(await find(origin));
        if (!isShown()) return;
        batch(() => {
          // The fields that follow have not been tried yet.
          form.wasTried.value = false;
          const isEdited = checked.peek().origins[0] !== asked.origins[0];
          if (!isEdited) [lastFound.value] = found;
          attempt.setState(isEdited ? { kind: "idle" } : { kind: "checked", found });
        });
      });
    },
    forget() {
      lastFound.value = undefined;
    },
  };
}
