import { effect, untracked, type ReadonlySignal } from "@preact/signals";
import type { Tenant } from "../../messages/tenant.ts";

/** The stored tenants, as the worker publishes them. */
export interface PublishedTenants {
  tenants: ReadonlySignal<readonly { tenant: Tenant }[]>;
  /** A problem of the worker, which may not know its tenants meanwhile. */
  trouble: ReadonlySignal<unknown>;
}

/** Reports each tenant that is forgotten, until the returned function is called. */
export function watchForgottenTenants(
  { tenants, trouble }: PublishedTenants,
  onForgotten: (tenant: Tenant) => void,
): () => void {
  let known: readonly Tenant[] = [];
  return effect(() => {
    const current = tenants.value.map(({ tenant }) => tenant);
    if (trouble.value !== undefined) return;
    const gone = known.filter(({ id }) => current.every((one) => one.id !== id));
    known = current;
    untracked(() => {
      for (const tenant of gone) onForgotten(tenant);
    });
  });
}
