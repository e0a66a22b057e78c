import { computed, createModel, effect, signal } from "@preact/signals";
import type { TenantActivity } from "../../messages/activity-feed.ts";
import { listDenied, type ActivityModel } from "../activity-model.ts";

export type TenantChoicePort = Pick<InstanceType<typeof ActivityModel>, "tenant" | "tenants">;

/**
 * Holds the tenant that this page shows. At first, this is the tenant that the panel and the popup
 * show. A later selection there does not change the choice. If the chosen tenant is forgotten, this
 * page shows the tenant of the panel and the popup again.
 */
export const TenantChoiceModel = createModel((activity: TenantChoicePort) => {
  /** The last choice until it is shown: the worker publishes a saved tenant a moment later. */
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
    // A tenant that is forgotten and added again must not become the choice automatically.
    if (wantedId.peek() === id) wantedId.value = undefined;
  });

  return {
    tenant: computed(() => chosen.value?.tenant),
    credential: computed(() => chosen.value?.credential),
    /** Why the tenant's saved credential is gone. */
    credentialLoss: computed(() => chosen.value?.credentialLoss),
    /** The tenant's origins without host permission; the canonical origin is first. */
    denied: computed(() => (chosen.value === undefined ? [] : listDenied(chosen.value))),

    /** Shows this tenant, at once or as soon as the worker publishes it. */
    choose: (tenantId: string): void => {
      wantedId.value = tenantId;
    },
  };
});
