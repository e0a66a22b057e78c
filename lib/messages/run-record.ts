import * as z from "zod/mini";
import { isShort, runDraftSchema } from "./run-draft.ts";
import { tenantIdSchema } from "./tenant.ts";

/** The maximum number of recorded runs, of all tenants. */
export const maxRuns = 100;

/** The end of a run in short. */
export const runVerdictSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("succeeded") }),
  /** The error code of the tenant or of the library. */
  z.object({ kind: z.literal("refused"), error: z.string().check(z.maxLength(200)) }),
  z.object({ kind: z.literal("unanswered") }),
  z.object({ kind: z.literal("cancelled") }),
]);
export type RunVerdict = z.infer<typeof runVerdictSchema>;

/**
 * A run of this browser session. Contains no secret: neither tokens nor values of secret fields.
 */
export const runRecordSchema = z
  .extend(runDraftSchema, {
    id: z.string().check(z.minLength(1), z.maxLength(100)),
    tenantId: tenantIdSchema,
    /** The names of the fields and parameters that the run had, and the record has not. */
    lacks: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(300)),
    verdict: runVerdictSchema,
    /** Unix time in ms. */
    startedAt: z.number(),
    /** The duration in ms. */
    ms: z.number(),
  })
  .check(z.refine(isShort));
export type RunRecord = z.infer<typeof runRecordSchema>;
