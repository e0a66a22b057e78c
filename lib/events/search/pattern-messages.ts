import * as z from "zod/mini";

import { eventLogErrorCodeSchema } from "../log/event-log-error.ts";
import { eventQuerySchema } from "./event-query.ts";
import { textTermSchema } from "./parse-terms.ts";

const requests = {
  /** Searches a tenant's log after a sequence. */
  search: z.object({
    kind: z.literal("search"),
    id: z.int(),
    tenantId: z.string(),
    query: eventQuerySchema,
    after: z.int(),
  }),
  /** Finds the matching parts of displayed texts. */
  mark: z.object({
    kind: z.literal("mark"),
    id: z.int(),
    terms: z.readonly(z.array(textTermSchema)),
    texts: z.readonly(z.array(z.string())),
  }),
  /** Finds the texts that match all terms. */
  match: z.object({
    kind: z.literal("match"),
    id: z.int(),
    terms: z.readonly(z.array(textTermSchema)),
    texts: z.readonly(z.array(z.string())),
  }),
  cancel: z.object({ kind: z.literal("cancel"), id: z.int() }),
};

/** A page's message to the pattern worker. */
export const patternRequestSchema = z.discriminatedUnion("kind", [
  requests.search,
  requests.mark,
  requests.match,
  requests.cancel,
]);
export type PatternRequest = z.infer<typeof patternRequestSchema>;
export type PatternTask = Exclude<PatternRequest, { kind: "cancel" }>;

const sequences = z.readonly(z.array(z.int()));
const spans = z.readonly(z.array(z.readonly(z.tuple([z.int(), z.int()]))));

/** The pattern worker's message to its page. The worker can hang only after `running`. */
export const patternReplySchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("running"), id: z.int() }),
  z.object({ kind: z.literal("waiting"), id: z.int() }),
  z.object({
    kind: z.literal("progress"),
    id: z.int(),
    searched: z.int(),
    total: z.int(),
  }),
  z.object({ kind: z.literal("found"), id: z.int(), sequences, last: z.int() }),
  z.object({ kind: z.literal("marked"), id: z.int(), spans: z.readonly(z.array(spans)) }),
  z.object({ kind: z.literal("matched"), id: z.int(), matches: z.readonly(z.array(z.boolean())) }),
  /** The log could not be read, or the pattern could not be run. */
  z.object({
    kind: z.literal("failed"),
    id: z.int(),
    log: z.optional(eventLogErrorCodeSchema),
  }),
]);
export type PatternReply = z.infer<typeof patternReplySchema>;
