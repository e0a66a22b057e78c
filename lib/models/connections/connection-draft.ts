import * as z from "zod/mini";
import { connectionProfileSchema } from "../../management/connections/connection-profile.ts";
import { jsonObjectSchema } from "../../encoding/json.ts";
import { tenantIdSchema } from "../../messages/tenant.ts";

const longestText = 300_000;
const typedText = z.string().check(z.maxLength(longestText));

/** What is entered for a profile, in the form or as JSON. */
export const connectionInputSchema = z.object({
  view: z.enum(["form", "raw"]),
  /** The profile as it is wanted, without its id: all that could be read of what was entered. */
  document: jsonObjectSchema,
  /** The configuration as it is typed, where that differs from the document. */
  configText: z.optional(typedText),
  /** The JSON as it is typed, where that differs from the document. */
  rawText: z.optional(typedText),
});
export type ConnectionInput = z.infer<typeof connectionInputSchema>;

/** Whether a draft of it could be read again: what is longer than any profile is not kept. */
export function isKeepable({ configText = "", rawText = "" }: ConnectionInput): boolean {
  return configText.length <= longestText && rawText.length <= longestText;
}

/** Whose value is to stand where two edits meet, by the path of the difference as JSON. */
export const conflictChoicesSchema = z.record(z.string(), z.enum(["mine", "theirs"]));
export type ConflictChoices = z.infer<typeof conflictChoicesSchema>;

/** What was entered for one profile of one tenant and is not sent yet. Nothing in it is secret. */
export const connectionDraftSchema = z.object({
  tenantId: tenantIdSchema,
  profileId: z.string(),
  /** The version that the edit began with. */
  base: connectionProfileSchema,
  input: connectionInputSchema,
  /** True for the one that is on show: where the popup goes on when it is opened again. */
  isOpen: z.boolean(),
  /** The version of somebody else, while the two are compared. */
  conflict: z.optional(
    z.object({ theirs: connectionProfileSchema, choices: conflictChoicesSchema }),
  ),
});
export type ConnectionDraft = z.infer<typeof connectionDraftSchema>;

export const mostConnectionDrafts = 30;

/** All drafts, the newest last. */
export const connectionDraftsSchema = z
  .array(connectionDraftSchema)
  .check(z.maxLength(mostConnectionDrafts));
