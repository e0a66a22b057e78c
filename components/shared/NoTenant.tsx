import type { ComponentChildren } from "preact";
import type { ActivityModel } from "../../lib/models/activity-model.ts";
import { EmptyState } from "./EmptyState.tsx";
import { LocalTenantOffer, ReadyTenantButton, ReadyTenantNote } from "./ReadyTenants.tsx";

/**
 * Stands in each view that shows nothing without a tenant, and offers the ways to one.
 *
 * @param children a sentence with the use that the view has for a tenant
 */
export function NoTenant(props: {
  activity: Pick<InstanceType<typeof ActivityModel>, "firstTenant" | "openOptions">;
  children: ComponentChildren;
}) {
  const { firstTenant, openOptions } = props.activity;
  return (
    <EmptyState
      action={
        <>
          <div class="actions">
            <ReadyTenantButton model={firstTenant} tenant="sandbox" />
            <LocalTenantOffer model={firstTenant} />
            <button type="button" class="button" onClick={() => void openOptions()}>
              Add your tenant
            </button>
          </div>
          <ReadyTenantNote model={firstTenant} />
        </>
      }
    >
      {props.children}
    </EmptyState>
  );
}
