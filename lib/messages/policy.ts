import * as z from "zod/mini";

/** The policy as pages show it. */
export const shownPolicySchema = z.object({
  tenantIds: z.array(z.string()),
  neverRemembers: z.boolean(),
  maxEvents: z.optional(z.int()),
  maxDays: z.optional(z.int()),
  /** Why the policy is not applied. */
  problem: z.optional(z.string()),
});
export type ShownPolicy = z.infer<typeof shownPolicySchema>;
