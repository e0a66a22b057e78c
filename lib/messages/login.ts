import * as z from "zod/mini";

/** The longest part of an error page that is read, in UTF-16 units. */
export const maxErrorPageLength = 65_536;

/** An error page of the tenant, as it was sent: foreign text, possibly markup. */
const errorPageSchema = z.object({
  status: z.int(),
  text: z.string().check(z.maxLength(maxErrorPageLength)),
  isHtml: z.boolean(),
});
export type ErrorPage = z.infer<typeof errorPageSchema>;

/** Why a login window brought no redirect, as far as it is known. */
const loginFailureSchema = z.discriminatedUnion("kind", [
  /** The user closed the window; the tenant accepts the request. */
  z.object({ kind: z.literal("closed") }),
  /** The browser's own login flow ended at a page with an error status; the tenant accepts the request. */
  z.object({ kind: z.literal("error-page") }),
  /** The window closed, and the extension may not read the tenant's answer. */
  z.object({ kind: z.literal("no-access") }),
  z.object({ kind: z.literal("unreachable"), isTimeout: z.boolean() }),
  /** The tenant answers the authorization request with 4xx. */
  z.object({ kind: z.literal("refused"), page: errorPageSchema }),
  /** The tenant has trouble of its own: 429 or 5xx. */
  z.object({ kind: z.literal("failed"), page: errorPageSchema }),
  /** The worker was stopped, and the window of the login cannot be followed any more. */
  z.object({ kind: z.literal("interrupted") }),
]);
export type LoginFailure = z.infer<typeof loginFailureSchema>;

/** How a login window ended. */
export const loginAnswerSchema = z.union([
  z.object({ redirectedTo: z.string() }),
  z.object({ failure: loginFailureSchema }),
]);
export type LoginAnswer = z.infer<typeof loginAnswerSchema>;
