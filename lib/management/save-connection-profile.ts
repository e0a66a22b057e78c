import * as z from "zod/mini";
import type { ManagementClient, RequestOptions } from "./client.ts";
import { connectionProfileSchema, type ConnectionProfile } from "./connection-profile.ts";
import { jsonObjectSchema, type JsonObject } from "./json.ts";
import { mergeConnectionProfile } from "./merge-connection-profile.ts";
import { invertPatch } from "./undo-patch.ts";

/** What became of a change that was to be saved. */
export const saveOutcomeSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("updated"),
    /** The service's answer. */
    profile: connectionProfileSchema,
    /** The way back: save its patch with `profile` as the base. `lost` names what no patch can take away again. */
    undo: z.object({ patch: jsonObjectSchema, lost: z.array(z.string()) }),
  }),
  z.object({
    /** Nothing was sent: somebody else has changed the profile since the edit began. Merge, and show what differs. */
    kind: z.literal("changed-meanwhile"),
    current: connectionProfileSchema,
  }),
]);
export type SaveOutcome = z.infer<typeof saveOutcomeSchema>;

export interface ProfileSave {
  /** The profile as it was when the edit began. */
  base: ConnectionProfile;
  /** The changed properties, each as a whole. */
  patch: JsonObject;
}

/**
 * Changes a connection profile unless somebody else did since the edit began. The service has no conditional requests (RFC 9110,
 * section 13), so it is read just before: whoever comes between the two is not seen.
 */
export async function saveConnectionProfile(
  client: Pick<ManagementClient, "getConnectionProfile" | "updateConnectionProfile">,
  { base, patch }: ProfileSave,
  options: RequestOptions = {},
): Promise<SaveOutcome> {
  const current = await client.getConnectionProfile(base.id, options);
  if (mergeConnectionProfile(base, {}, current).differences.length > 0)
    return { kind: "changed-meanwhile", current };
  const profile = await client.updateConnectionProfile(base.id, patch, options);
  return { kind: "updated", profile, undo: invertPatch(patch, current) };
}
