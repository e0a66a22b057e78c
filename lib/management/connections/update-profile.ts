import type { ManagementClient } from "../client.ts";
import { ManagementError } from "../refusals/management-error.ts";
import { isPatchApplied } from "./is-patch-applied.ts";
import type { ProfileUpdate, UpdateOutcome } from "./profile-update.ts";
import type { ConnectionProfile } from "./connection-profile.ts";
import { mergeConnectionProfile } from "./merge-connection-profile.ts";

type ProfileClient = Pick<ManagementClient, "getConnectionProfile" | "updateConnectionProfile">;

/**
 * Sends an update if the profile still equals its base. The interface has no conditional request,
 * so the profile is read and compared first. `onSend` runs after the comparison and before the
 * PATCH.
 *
 * @throws {ManagementError} for a refusal: the profile was not changed
 */
export async function updateProfile(
  client: ProfileClient,
  update: ProfileUpdate,
  onSend: () => Promise<void>,
): Promise<UpdateOutcome> {
  const { base, patch } = update;
  const current = await client.getConnectionProfile(base.id);
  if (!isSameProfile(base, current)) return { kind: "conflict", theirs: current };
  await onSend();
  try {
    const profile = await client.updateConnectionProfile(base.id, patch);
    return { kind: "updated", profile, isFound: false };
  } catch (error) {
    if (!(error instanceof ManagementError) || !error.isInDoubt) throw error;
    if (error.code !== "unexpected-response") return { kind: "unknown", failure: error.toFacts() };
    return findUnreadUpdate(client, update, error);
  }
}

/** Checks an update for which the service reported success without a readable profile. */
async function findUnreadUpdate(
  client: ProfileClient,
  update: ProfileUpdate,
  unread: ManagementError,
): Promise<UpdateOutcome> {
  try {
    return await checkProfileUpdate(client, update);
  } catch (error) {
    const failure = error instanceof ManagementError ? error : unread;
    if (failure.code === "not-found") throw failure;
    return { kind: "unknown", failure: failure.toFacts() };
  }
}

/** Reads the profile and compares it with an update whose response was lost. */
export async function checkProfileUpdate(
  client: ProfileClient,
  { base, patch }: Pick<ProfileUpdate, "base" | "patch">,
): Promise<UpdateOutcome> {
  const current = await client.getConnectionProfile(base.id);
  if (isPatchApplied(current, patch)) return { kind: "updated", profile: current, isFound: true };
  if (isSameProfile(base, current)) return { kind: "not-made" };
  return { kind: "conflict", theirs: current };
}

/** Compares two versions of a profile. An unset property is the same as an empty one. */
function isSameProfile(before: ConnectionProfile, now: ConnectionProfile): boolean {
  return mergeConnectionProfile(before, {}, now).differences.length === 0;
}
