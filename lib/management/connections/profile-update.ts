import * as z from "zod/mini";
import { jsonObjectSchema } from "../../encoding/json.ts";
import { managementErrorFactsSchema } from "../refusals/management-error.ts";
import { connectionProfileSchema } from "./connection-profile.ts";

/** An update of a profile: the PATCH body, and the version that it was made for. */
export const profileUpdateSchema = z.object({
  base: connectionProfileSchema,
  /** Plain JSON: an inverse patch or raw JSON may hold properties that no form knows. */
  patch: jsonObjectSchema,
  /** True if the patch reverts the previous update. */
  isUndo: z.boolean(),
});
export type ProfileUpdate = z.infer<typeof profileUpdateSchema>;

/** The result of an update. A refusal is no result: it is thrown as a ManagementError. */
export const updateOutcomeSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("updated"),
    profile: connectionProfileSchema,
    /** True if the response was lost, and the profile was read again and has the change. */
    isFound: z.boolean(),
  }),
  /** The profile is no longer the base of the update, and does not have the change. */
  z.object({ kind: z.literal("conflict"), theirs: connectionProfileSchema }),
  /** The response was lost, and the profile was read again and still is the base. */
  z.object({ kind: z.literal("not-made") }),
  /** The response was lost: the update may have taken effect. */
  z.object({ kind: z.literal("unknown"), failure: managementErrorFactsSchema }),
]);
export type UpdateOutcome = z.infer<typeof updateOutcomeSchema>;
