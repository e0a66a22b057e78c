import * as z from "zod/mini";

/** A text of a run: at most as long as a URL that a run can open. */
const text = z.string().check(z.maxLength(20_000));
const maxParameters = 200;

/** A run that has not started, as `lib/runs` plans it. Contains no value of a secret field. */
export const runDraftSchema = z.object({
  /** The id of the operation. */
  operation: z.string().check(z.minLength(1), z.maxLength(60)),
  way: z.enum(["extension", "page"]),
  /** The values of the form, by the names of its fields. */
  values: z.record(z.string().check(z.maxLength(100)), text),
  /** Parameters to send beside those of the values. They can be empty and repeated. */
  parameters: z.array(z.tuple([text, text])).check(z.maxLength(maxParameters)),
  /** The names of the request's parameters in their order; empty for the library's own order. */
  order: z.array(text).check(z.maxLength(maxParameters)),
});

/** The maximum length of a stored draft as JSON, in UTF-16 units. */
const maxDraftLength = 64_000;

/** Returns true if a draft is short enough to be stored. */
export function isShort(draft: z.infer<typeof runDraftSchema>): boolean {
  return JSON.stringify(draft).length <= maxDraftLength;
}
