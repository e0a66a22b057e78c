import type { ActivityModel } from "../../../lib/models/activity-model.ts";
import { EmptyState } from "../../shared/EmptyState.tsx";
import { NoTenant } from "../../shared/NoTenant.tsx";
import { explainStreamNeeds } from "./find-stream-needs.ts";

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
  const missing = explainStreamNeeds(activity);
  if (missing !== undefined) return <EmptyState action={options}>{missing}</EmptyState>;
  if (!props.isLoaded) return <EmptyState>Loading events…</EmptyState>;
  // The notice above the list tells what is wrong.
  if (activity.hasStreamTrouble.value) return <EmptyState>No events yet.</EmptyState>;
  return (
    <EmptyState>
      {activity.tenant.value.stream.mode === "paused"
        ? "Paused. New events are fetched when you resume the stream."
        : "Listening. New events of the tenant appear here."}
    </EmptyState>
  );
}
