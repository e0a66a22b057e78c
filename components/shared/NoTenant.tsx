import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { ActivityModel } from "../../lib/models/activity-model.ts";
import { EmptyState } from "./EmptyState.tsx";
import { focusFirst } from "./focus-first.ts";
import { LocalTenantOffer, ReadyTenantButton, ReadyTenantNote } from "./ReadyTenants.tsx";

/**
 * Stands in each view that shows nothing without a tenant, and offers the ways to one.
 *
 * @param next selects the control of the view that follows, which takes the focus of the button
 * @param children a sentence with the use that the view has for a tenant
 */
export function NoTenant(props: {
  activity: Pick<InstanceType<typeof ActivityModel>, "firstTenant" | "openOptions">;
  next: string;
  children: ComponentChildren;
}) {
  const { firstTenant, openOptions } = props.activity;
  const { next } = props;
  useEffect(
    () => () => {
      const { opening, opened } = firstTenant;
      // The worker publishes the tenant before or after it answers the click.
      if (opening.peek() === undefined && opened.peek() === undefined) return;
      // The view that follows is not in the document yet.
      requestAnimationFrame(() => focusFirst(document, next));
    },
    [firstTenant, next],
  );
  return (
    <EmptyState
      action={
        <>
          <div class="actions">
            <ReadyTenantButton model={firstTenant} tenant="sandbox" isPrimary />
            <LocalTenantOffer model={firstTenant} />
            <button type="button" class="button" onClick={() => void openOptions("new")}>
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
