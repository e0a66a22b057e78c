import * as z from "zod/mini";
import { rateLimitSchema } from "../calls/rate-limit.ts";

/** A possible cause of a refusal, with a way to check it. */
export const failureCauseSchema = z.object({
  what: z.string(),
  check: z.string(),
  /** The form field that the cause is about. */
  field: z.optional(z.string()),
});
export type FailureCause = z.infer<typeof failureCauseSchema>;

const managementErrorCodeSchema = z.enum([
  /** The tenant's URL is not safe for credentials. */
  "invalid-address",
  "unreachable",
  "timeout",
  "cancelled",
  /** The request may have been executed, but the response was lost. Check before a retry. */
  "answer-lost",
  /** The token endpoint refused the client's credentials. */
  "credentials-refused",
  /** The access token had expired before anything was sent. */
  "token-expired",
  /** The user's login has expired. The user must log in again. */
  "login-required",
  "unauthorized",
  "insufficient-scope",
  "entity-limit",
  "feature-unavailable",
  /** A 403 without a known error code. */
  "forbidden",
  "not-found",
  "conflict",
  "invalid-body",
  "invalid-id",
  "invalid-request",
  "rate-limited",
  "server-error",
  "unexpected-response",
]);
export type ManagementErrorCode = z.infer<typeof managementErrorCodeSchema>;

/** A management error as JSON for another context, without secrets. */
export const managementErrorFactsSchema = z.object({
  code: managementErrorCodeSchema,
  /** The problem and its remedy. */
  message: z.string(),
  /** The HTTP status of the response, if there was one. */
  status: z.optional(z.number()),
  /** The service's own machine-readable code. */
  errorCode: z.optional(z.string()),
  /** The service's message, shortened. Show it, but never parse it. */
  serviceMessage: z.optional(z.string()),
  /** The form field that the refusal is about. */
  field: z.optional(z.string()),
  /** The property that the service names in a separate member of the response. */
  property: z.optional(z.string()),
  /** True if the failed request may have been executed. Check before a retry. */
  isInDoubt: z.optional(z.boolean()),
  /** Possible causes, if status and error code allow several. */
  causes: z.optional(z.array(failureCauseSchema)),
  /** When to try again, in epoch milliseconds. */
  retryAt: z.optional(z.number()),
  rateLimit: z.optional(rateLimitSchema),
});
export type ManagementErrorFacts = z.infer<typeof managementErrorFactsSchema>;

/** A failed management operation. `message` is for the user; branch on `code`. */
export class ManagementError extends Error {
  override readonly name = "ManagementError";
  readonly code: ManagementErrorCode;
  readonly #facts: ManagementErrorFacts;

  constructor(facts: ManagementErrorFacts, options?: ErrorOptions) {
    super(facts.message, options);
    this.code = facts.code;
    this.#facts = facts;
  }

  get status(): number | undefined {
    return this.#facts.status;
  }

  get errorCode(): string | undefined {
    return this.#facts.errorCode;
  }

  get serviceMessage(): string | undefined {
    return this.#facts.serviceMessage;
  }

  get field(): string | undefined {
    return this.#facts.field;
  }

  get property(): string | undefined {
    return this.#facts.property;
  }

  get isInDoubt(): boolean {
    return this.#facts.isInDoubt ?? false;
  }

  get causes(): readonly FailureCause[] {
    return this.#facts.causes ?? [];
  }

  get retryAt(): number | undefined {
    return this.#facts.retryAt;
  }

  get rateLimit(): ManagementErrorFacts["rateLimit"] {
    return this.#facts.rateLimit;
  }

  /** The error as plain JSON, for a message to another context. */
  toFacts(): ManagementErrorFacts {
    return structuredClone(this.#facts);
  }
}
