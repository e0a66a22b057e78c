import type { OptionsPart } from "../../../lib/messages/options-place.ts";
import type { ActivityModel } from "../../../lib/models/activity-model.ts";

/**
 * Finds the section of the options where the user can fix the stream; undefined if there is none.
 */
export function findOptionsPart({
  isPermitted,
  stream: { value: stream },
}: InstanceType<typeof ActivityModel>): OptionsPart | undefined {
  if (!isPermitted.value) return "tenant";
  const isRefused =
    stream.name === "stopped" &&
    (stream.why === "unauthorized" || stream.why === "insufficient-scope");
  return isRefused ? "credential" : undefined;
}

/** Explains what a tenant's stream needs before it can start; undefined if it needs nothing. */
export function explainStreamNeeds({
  tenant,
  credential: { value: credential },
  streamMessage,
}: InstanceType<typeof ActivityModel>): string | undefined {
  if (tenant.value === undefined) return undefined;
  if (credential === undefined)
    return "The event stream requires a management credential with the scope read:events.";
  return credential.isLocked ? streamMessage.value : undefined;
}
