import * as z from "zod/mini";
import { managementErrorFactsSchema } from "../refusals/management-error.ts";
import { tokenExchangeProfileSchema } from "./token-exchange-profile.ts";

/** The outcome of a creation. A refusal is not an outcome: it is thrown as a ManagementError. */
export const creationOutcomeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("created"), profile: tokenExchangeProfileSchema }),
  /** The response was lost, and the list of profiles does not have the profile. */
  z.object({ kind: z.literal("not-made") }),
  /** The response was lost: the profile may have been created. */
  z.object({ kind: z.literal("unknown"), failure: managementErrorFactsSchema }),
]);
export type CreationOutcome = z.infer<typeof creationOutcomeSchema>;
