import type { ActivityModel } from "../../../lib/models/activity-model.ts";
import { EmptyState } from "../../shared/EmptyState.tsx";
import { EmptyPicture, type Picture } from "../EmptyPicture.tsx";
import { NoTenant } from "../../shared/NoTenant.tsx";
import { StartCells } from "./EventCells.tsx";
import { explainStreamNeeds } from "./find-stream-needs.ts";

const picture: Picture = {
  label: "two events with their time and type, and the user of the first one",
  texts: [
    [8, 18, "10:42", "quiet"],
    [38, 18, "user.deleted"],
    [8, 36, "10:41", "quiet"],
    [38, 36, "user.created"],
    [136, 18, "user.deleted"],
    [136, 40, "user_id", "code"],
    [176, 40, "user-1"],
    [136, 58, "email", "code"],
    [176, 58, "ada@mail.example"],
  ],
  lines: "M126 0V88M0 24H126M0 42H126M136 24H270",
};

/** Says why no events are shown, and what to do next. */
export function NoEvents(props: {
  activity: InstanceType<typeof ActivityModel>;
  isLoaded: boolean;
  /** The start of the log, if it has one. */
  start: { startedFrom: string } | undefined;
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
  const isPaused = activity.tenant.value.stream.mode === "paused";
  return (
    <EmptyState picture={<EmptyPicture {...picture} />}>
      {isPaused ? (
        "Paused. New events are fetched when you resume the stream."
      ) : props.start === undefined ? (
        "Listening. New events of the tenant appear here."
      ) : (
        <>
          New events of the tenant appear here. <StartCells {...props.start} />
        </>
      )}
    </EmptyState>
  );
}
