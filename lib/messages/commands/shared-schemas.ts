import * as z from "zod/mini";
import { errorReportSchema } from "../remote-error.ts";
import { tenantIdSchema } from "../tenant.ts";

// Schemas that the commands of several nouns have.

export const nothing = z.object({});

/** True if the list is incomplete: see `listAll` of `lib/management`. */
export const isPartial = z.optional(z.boolean());

export const resourceId = z.string().check(z.minLength(1), z.maxLength(200));

/** The request of a change at a tenant. A read-only tenant requires its name in `confirmation`. */
export const change = {
  tenantId: tenantIdSchema,
  confirmation: z.optional(z.string().check(z.maxLength(200))),
};

/** A change that was sent, and whose outcome no page has acknowledged. */
export const sentChange = {
  /** Unix time in ms. */
  sentAt: z.number(),
  /** True if the response was lost: the page must read from the tenant to learn the outcome. */
  isInDoubt: z.boolean(),
};

/** A stored refusal, for a page that was not open when the response arrived. */
export const refusedSchema = z.object({ kind: z.literal("refused"), error: errorReportSchema });
