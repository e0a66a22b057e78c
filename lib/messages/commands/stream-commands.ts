import * as z from "zod/mini";
import { streamPreferencesSchema } from "../stream-preferences.ts";
import { tenantIdSchema } from "../tenant.ts";
import { once } from "./once.ts";
import { nothing } from "./shared-schemas.ts";

/** Commands about the event stream of a tenant. */
export const streamCommands = {
  /** Retries the event stream at once. A rate limit still applies. */
  "stream.retry": once(() => ({
    request: z.object({ tenantId: tenantIdSchema }),
    response: nothing,
  })),
  "stream.configure": once(() => ({
    request: z.object({ tenantId: tenantIdSchema, preferences: streamPreferencesSchema }),
    response: nothing,
  })),
  /** Resumes the stream from another position. Events that are stored are not stored again. */
  "stream.resume-from": once(() => ({
    request: z.object({
      tenantId: tenantIdSchema,
      from: z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("event"), id: z.string().check(z.maxLength(1_000)) }),
        /** Unix time in ms. */
        z.object({ kind: z.literal("time"), at: z.number() }),
        z.object({ kind: z.literal("cursor"), cursor: z.string().check(z.maxLength(10_000)) }),
        /** Skips the events until now. */
        z.object({ kind: z.literal("now") }),
      ]),
    }),
    response: nothing,
  })),
  /** Counts the events that arrived in the last day, or in the shorter span that the log has. */
  "events.read-rate": once(() => ({
    request: z.object({ tenantId: tenantIdSchema }),
    response: z.object({
      arrivals: z.optional(z.object({ count: z.int(), spanMs: z.number() })),
    }),
  })),
  /** Marks all events up to this sequence as viewed. */
  "events.mark-viewed": once(() => ({
    request: z.object({ tenantId: tenantIdSchema, through: z.int() }),
    response: nothing,
  })),
} as const;
