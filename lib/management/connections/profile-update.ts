import * as z from "zod/mini";
import { jsonObjectSchema } from "../../encoding/json.ts";
import { managementErrorFactsSchema } from "../refusals/management-error.ts";
import { connectionProfileSchema } from "./connection-profile.ts";

/** An update of a profile: the PATCH body, and the version of the profile that the user edited. */
export const profileUpdateSchema = z.object({
  base: connectionProfileSchema,
  /** Plain JSON: an inverse patch or raw JSON may hold properties that no form knows. */
  patch: jsonObjectSchema,
  /** True if the patch reverts the previous update. */
  isUndo: z.boolean(),
});
export type ProfileUpdate = z.infer<typeof profileUpdateSchema>;

/** The outcome of an update. A refusal is not an outcome: it is thrown as a ManagementError. */
export const updateOutcomeSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("updated"),
    profile: connectionProfileSchema,
    /** True if the response was lost, and a later read of the profile shows the change. */
    isFound: z.boolean(),
  }),
  /** The profile no longer equals the base, and does not have the change either. */
  z.object({ kind: z.literal("conflict"), theirs: connectionProfileSchema }),
  /** The response was lost, and a later read shows that the profile still equals the base. */
  z.object({ kind: z.literal("not-made") }),
  /** The response was lost: the update may have taken effect. */
  z.object({ kind: z.literal("unknown"), failure: managementErrorFactsSchema }),
]);
export type UpdateOutcome = z.infer<typeof updateOutcomeSchema>;
