import * as z from "zod/mini";

/** The maximum length of an error page, in UTF-16 units. The rest of a longer page is dropped. */
export const maxErrorPageLength = 65_536;

/** An error page of the tenant: untrusted text, possibly HTML. */
const errorPageSchema = z.object({
  status: z.int(),
  text: z.string().check(z.maxLength(maxErrorPageLength)),
  isHtml: z.boolean(),
});
export type ErrorPage = z.infer<typeof errorPageSchema>;

/** The reason why a login ended without a redirect. */
const loginFailureSchema = z.discriminatedUnion("kind", [
  /** The user closed the window. The tenant accepts the authorization request. */
  z.object({ kind: z.literal("closed") }),
  /**
   * The browser's own login flow ended at a page with an error status. The tenant accepts the
   * authorization request.
   */
  z.object({ kind: z.literal("error-page") }),
  /**
   * The window closed. The tenant's response does not prove that it accepts the authorization
   * request, such as a redirect to an error page of its own.
   */
  z.object({ kind: z.literal("unproven") }),
  /** The window closed. The extension has no permission to read the tenant's response. */
  z.object({ kind: z.literal("no-access") }),
  z.object({ kind: z.literal("unreachable"), isTimeout: z.boolean() }),
  /** The tenant responds to the authorization request with 4xx, except 429. */
  z.object({ kind: z.literal("refused"), page: errorPageSchema }),
  /** The tenant responds to the authorization request with 429 or 5xx. */
  z.object({ kind: z.literal("failed"), page: errorPageSchema }),
  /** The browser stopped the worker. The next worker cannot follow the login's window. */
  z.object({ kind: z.literal("interrupted") }),
]);
export type LoginFailure = z.infer<typeof loginFailureSchema>;

/** The outcome of a login window. */
export const loginAnswerSchema = z.union([
  z.object({ redirectedTo: z.string() }),
  z.object({ failure: loginFailureSchema }),
]);
export type LoginAnswer = z.infer<typeof loginAnswerSchema>;
