import * as z from "zod/mini";
import type { WholeList } from "./list-all.ts";
import {
  tokenExchangeProfileSchema,
  type TokenExchangeProfile,
  type TokenExchangeProfileBody,
} from "../exchange/token-exchange-profile.ts";

/** The outcome of a create request whose response was lost. */
export const creationCheckSchema = z.discriminatedUnion("kind", [
  /** The profile exists with the sent values. */
  z.object({ kind: z.literal("made"), profile: tokenExchangeProfileSchema, message: z.string() }),
  /** Another profile has the subject token type, so the service would refuse a second request. */
  z.object({ kind: z.literal("taken"), profile: tokenExchangeProfileSchema, message: z.string() }),
  z.object({ kind: z.literal("not-made"), message: z.string() }),
  /** The list could not be read to its end. */
  z.object({ kind: z.literal("unknown"), message: z.string() }),
]);
export type CreationCheck = z.infer<typeof creationCheckSchema>;

/**
 * Searches the list for the profile that a create request without a response may have created: same
 * subject token type, name and action. A subject token type is unique, so a second request is safe.
 */
export function checkCreation(
  body: TokenExchangeProfileBody,
  { items, isComplete }: WholeList<TokenExchangeProfile>,
): CreationCheck {
  const profile = items.find((item) => item.subject_token_type === body.subject_token_type);
  if (profile !== undefined) {
    const isSame = profile.name === body.name && profile.action_id === body.action_id;
    return isSame
      ? { kind: "made", profile, message: "The profile was created and is in the list." }
      : {
          kind: "taken",
          profile,
          message: `The existing profile ${JSON.stringify(profile.name)} already uses this subject token type. Choose another type, or edit that profile.`,
        };
  }
  if (isComplete) {
    return {
      kind: "not-made",
      message:
        "The profile has not been created yet. Send it again. If the first request still arrives, the tenant accepts only one of the two.",
    };
  }
  return {
    kind: "unknown",
    message: "Could not load the whole list of profiles. Check again in a moment.",
  };
}
