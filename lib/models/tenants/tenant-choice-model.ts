import { computed, createModel, effect, signal } from "@preact/signals";
import type { TenantActivity } from "../../messages/activity-feed.ts";
import { listDenied, type ActivityModel } from "../activity-model.ts";

export type TenantChoicePort = Pick<InstanceType<typeof ActivityModel>, "tenant" | "tenants">;

/**
 * Holds the tenant that one page shows, whichever one panel and popup show. The choice begins with theirs,
 * stays when theirs changes, and returns to theirs when its own tenant is forgotten.
 */
export const TenantChoiceModel = createModel((activity: TenantChoicePort) => {
  /** The last choice, until it is shown: the worker may still have to tell of a tenant that was just saved. */
  const wantedId = signal<string | undefined>(undefined);
  const shownId = signal<string | undefined>(undefined);

  const find = (id: string | undefined): TenantActivity | undefined =>
    activity.tenants.value.find(({ tenant }) => tenant.id === id);
  const chosen = computed(
    () => find(wantedId.value) ?? find(shownId.value) ?? find(activity.tenant.value?.id),
  );

  effect(() => {
    const id = chosen.value?.tenant.id;
    if (id === undefined) return;
    shownId.value = id;
    // A tenant that is forgotten and added again later is not chosen by that.
    if (wantedId.peek() === id) wantedId.value = undefined;
  });

  return {
    tenant: computed(() => chosen.value?.tenant),
    credential: computed(() => chosen.value?.credential),
    /** True if the browser ended during an erasure, and the remembered credential with it. */
    isCredentialLost: computed(() => chosen.value?.isCredentialLost === true),
    /** The tenant's origins that the browser does not let this extension reach, its own first. */
    denied: computed(() => (chosen.value === undefined ? [] : listDenied(chosen.value))),

    /** Shows this tenant, at once or as soon as the worker tells of it. */
    choose: (tenantId: string): void => {
      wantedId.value = tenantId;
    },
  };
});
