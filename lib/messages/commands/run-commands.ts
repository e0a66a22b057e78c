import * as z from "zod/mini";
import { maxPresets, presetSchema } from "../preset.ts";
import { maxRuns, runRecordSchema } from "../run-record.ts";
import { maxSeenTokens, seenSelectionSchema, seenTokenSchema } from "../seen-token.ts";
import { tenantIdSchema } from "../tenant.ts";
import { once } from "./once.ts";
import { nothing, resourceId } from "./shared-schemas.ts";

/** Commands about what the Run and Tokens tabs keep: presets, runs and tokens. */
export const runCommands = {
  /** Returns the presets of a tenant. Unreadable ones stay stored, and are not returned. */
  "preset.list": once(() => ({
    request: z.object({ tenantId: tenantIdSchema }),
    response: z.object({ presets: z.array(presetSchema) }),
  })),
  /**
   * Adds presets, or replaces those with the same ids: all of them or none. Returns all presets.
   */
  "preset.save": once(() => ({
    request: z.object({
      tenantId: tenantIdSchema,
      presets: z.array(presetSchema).check(z.minLength(1), z.maxLength(maxPresets)),
    }),
    response: z.object({ presets: z.array(presetSchema) }),
  })),
  "preset.delete": once(() => ({
    request: z.object({ tenantId: tenantIdSchema, id: resourceId }),
    response: z.object({ presets: z.array(presetSchema) }),
  })),
  /** Keeps a run until the browser is closed. The oldest run beyond the limit is dropped. */
  "run.record": once(() => ({ request: z.object({ run: runRecordSchema }), response: nothing })),
  /** Returns the runs of this browser session, of all tenants, oldest first. */
  "run.list": once(() => ({
    request: nothing,
    response: z.object({ runs: z.array(runRecordSchema) }),
  })),
  /** Forgets some runs. */
  "run.forget": once(() => ({
    request: z.object({ ids: z.array(resourceId).check(z.maxLength(maxRuns)) }),
    response: nothing,
  })),
  /**
   * Keeps tokens in memory until the browser is closed. The oldest ones beyond the limit are
   * dropped.
   */
  "seen-token.add": once(() => ({
    request: z.object({ tokens: z.array(seenTokenSchema).check(z.maxLength(maxSeenTokens)) }),
    response: nothing,
  })),
  /** Returns the tokens of this browser session, of all tenants, newest first. */
  "seen-token.list": once(() => ({
    request: nothing,
    response: z.object({ tokens: z.array(seenTokenSchema) }),
  })),
  "seen-token.forget": once(() => ({
    request: z.object({ selection: seenSelectionSchema }),
    response: nothing,
  })),
} as const;
