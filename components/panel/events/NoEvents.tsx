import type { ActivityModel } from "../../../lib/models/activity-model.ts";
import { EmptyState } from "../../shared/EmptyState.tsx";
import { NoTenant } from "../../shared/NoTenant.tsx";
import { findMissing } from "./find-stream-needs.ts";

/** Says why no events are shown, and what to do next. */
export function NoEvents(props: {
  activity: InstanceType<typeof ActivityModel>;
  isLoaded: boolean;
}) {
  const { activity } = props;
  const options = (
    <button
      type="button"
      class="button primary"
      onClick={() => void activity.openOptions("credential")}
    >
      Open options
    </button>
  );
  if (!activity.isLoaded.value)
    return <EmptyState>Connecting to the background worker…</EmptyState>;
  if (activity.tenant.value === undefined) {
    if (activity.trouble.value !== undefined) {
      return <EmptyState>Fix the problem above to see the events.</EmptyState>;
    }
    return (
      <NoTenant activity={activity} next="[type=search]">
        No tenants yet. Add a tenant to see its events.
      </NoTenant>
    );
  }
  const missing = findMissing(activity);
  if (missing !== undefined) return <EmptyState action={options}>{missing}</EmptyState>;
  if (!props.isLoaded) return <EmptyState>Loading events…</EmptyState>;
  return <EmptyState>Listening. New events of the tenant appear here.</EmptyState>;
}
