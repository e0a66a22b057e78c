import { computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { Tenant } from "../../messages/tenant.ts";
import type { RunForms } from "./run-forms.ts";

/**
 * Follows the selected tenant, for which the forms are filled in: a secret of one tenant must never
 * be sent to another one.
 */
export function followTenantOfForms(
  forms: RunForms,
  tenant: ReadonlySignal<Tenant | undefined> | undefined,
) {
  let filledFor: Tenant | undefined;
  const before = signal<Tenant | undefined>(undefined);
  effect(() => {
    const selected = tenant?.value;
    if (selected === undefined) return;
    if (filledFor !== undefined && filledFor.id !== selected.id) {
      before.value = filledFor;
      forms.dropSecrets();
    }
    filledFor = selected;
  });
  return {
    /** The secrets that the shown form lost when another tenant was selected, until it changes. */
    leftOut: computed(() => {
      const [labels, lost] = [forms.leftOut.value, before.value];
      return lost === undefined || labels.length === 0 ? undefined : { tenant: lost, labels };
    }),
    /** Removes the secrets if they were entered for this tenant. */
    forget({ id }: Tenant): void {
      if (filledFor?.id === id) forms.dropSecrets();
    },
  };
}
