import * as z from "zod/mini";
import { connectionProfileSchema } from "../../management/connections/connection-profile.ts";
import { jsonObjectSchema } from "../../encoding/json.ts";
import { tenantIdSchema } from "../../messages/tenant.ts";

const maxTextLength = 300_000;
const typedText = z.string().check(z.maxLength(maxTextLength));

/** The input for a profile, in the form or as JSON. */
export const connectionInputSchema = z.object({
  view: z.enum(["form", "raw"]),
  /** The edited profile without its id, without the parts of the input that are not valid JSON. */
  document: jsonObjectSchema,
  /** The text of the configuration, if it differs from the document. */
  configText: z.optional(typedText),
  /** The text of the JSON view, if it differs from the document. */
  rawText: z.optional(typedText),
});
export type ConnectionInput = z.infer<typeof connectionInputSchema>;

/** Returns false for input that is longer than any profile: its stored draft would be invalid. */
export function isStorable({ configText = "", rawText = "" }: ConnectionInput): boolean {
  return configText.length <= maxTextLength && rawText.length <= maxTextLength;
}

/** The chosen side of each difference, by its path as JSON. */
export const conflictChoicesSchema = z.record(z.string(), z.enum(["mine", "theirs"]));
export type ConflictChoices = z.infer<typeof conflictChoicesSchema>;

/** The unsent input for one profile. A draft contains no secret. */
export const connectionDraftSchema = z.object({
  tenantId: tenantIdSchema,
  profileId: z.string(),
  /** The version that the edit started from. */
  base: connectionProfileSchema,
  input: connectionInputSchema,
  /** True for the draft that is shown; the next popup opens it. */
  isOpen: z.boolean(),
  /** The other version, while the two are compared. */
  conflict: z.optional(
    z.object({ theirs: connectionProfileSchema, choices: conflictChoicesSchema }),
  ),
});
export type ConnectionDraft = z.infer<typeof connectionDraftSchema>;

export const maxConnectionDrafts = 30;

/** All drafts, the newest last. */
export const connectionDraftsSchema = z
  .array(connectionDraftSchema)
  .check(z.maxLength(maxConnectionDrafts));
