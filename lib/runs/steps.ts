import * as z from "zod/mini";
import { maxStepText } from "./limit-text.ts";

const text = z.string().check(z.maxLength(maxStepText));

/** The start of a step, and its duration when it has ended. A step is reported at both times. */
const base = {
  /** Identifies the step within the run. A later report with the same number replaces it. */
  id: z.int(),
  /** Unix time in ms. */
  at: z.number(),
  /** The duration in ms; missing while the step continues. */
  ms: z.optional(z.number()),
};

/**
 * One thing that happened on the wire during a run, with its secrets. Steps of the inspected page
 * are untrusted.
 */
export const runStepSchema = z.discriminatedUnion("kind", [
  /** A request that the library made with `fetch`. */
  z.object({
    ...base,
    kind: z.literal("request"),
    method: z.string().check(z.maxLength(10)),
    url: text,
    headers: z.record(z.string(), text),
    /** The body as text; empty for none. */
    body: text,
    /** The status of the response; missing before the response, and after a failure. */
    status: z.optional(z.int()),
    /** The body of the response as text. */
    answer: z.optional(text),
    /** True if the browser hid the response, or there was none. */
    isFailed: z.optional(z.boolean()),
  }),
  /** A hidden frame, from its creation to its removal. */
  z.object({ ...base, kind: z.literal("frame"), url: text }),
  /** A popup, from its opening to its end. */
  z.object({ ...base, kind: z.literal("popup"), url: text, isBlocked: z.boolean() }),
  /** A message that the library received from another window. `data` is JSON. */
  z.object({ ...base, kind: z.literal("message"), origin: text, data: text }),
  /** The page or the login window goes to the tenant; it ends with the arrival. */
  z.object({ ...base, kind: z.literal("departure"), url: text }),
  /** The tenant sends the browser back. */
  z.object({
    ...base,
    kind: z.literal("arrival"),
    url: text,
    /** The form of a response in the mode form_post. */
    body: z.optional(text),
  }),
  /** The library returned, or its promise was settled. */
  z.object({
    ...base,
    kind: z.literal("callback"),
    method: text,
    isAccepted: z.boolean(),
    /** The code of the error. */
    error: z.optional(text),
  }),
]);
export type RunStep = z.infer<typeof runStepSchema>;
