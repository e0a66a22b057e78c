import * as z from "zod/mini";
import { rateLimitSchema } from "../calls/rate-limit.ts";

/** One of the things that a refusal can mean, with the way to find out whether it does. */
export const failureCauseSchema = z.object({
  what: z.string(),
  check: z.string(),
  /** The field of the form that it would be about. */
  field: z.optional(z.string()),
});
export type FailureCause = z.infer<typeof failureCauseSchema>;

const managementErrorCodeSchema = z.enum([
  /** The tenant's address is not one that credentials may be sent to. */
  "invalid-address",
  "unreachable",
  "timeout",
  "cancelled",
  /** The request may have been carried out, but its answer never came: look before it is sent again. */
  "answer-lost",
  /** The token endpoint refused the client's credentials. */
  "credentials-refused",
  /** The access token had expired before anything was sent. */
  "token-expired",
  /** The login that gave the access token has ended, and only its user can log in again. */
  "login-required",
  "unauthorized",
  "insufficient-scope",
  "entity-limit",
  "feature-unavailable",
  /** A 403 that no error code tells apart. */
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

/** A management error as it crosses to another context: JSON, without secrets. */
export const managementErrorFactsSchema = z.object({
  code: managementErrorCodeSchema,
  /** What happened and what to do next. */
  message: z.string(),
  /** HTTP status of the response, where there was one. */
  status: z.optional(z.number()),
  /** The service's own machine-readable code. */
  errorCode: z.optional(z.string()),
  /** The service's own words, shortened: to be shown, never to be parsed. */
  serviceMessage: z.optional(z.string()),
  /** The one field of the request that the refusal is about. */
  field: z.optional(z.string()),
  /** The member of the request that the service names itself, where it names one beside its words. */
  property: z.optional(z.string()),
  /** True when the request may have been carried out although it failed: look before it is sent again. */
  isInDoubt: z.optional(z.boolean()),
  /** What the refusal can mean, where status and error code leave several possibilities. */
  causes: z.optional(z.array(failureCauseSchema)),
  /** When to try again, in epoch milliseconds. */
  retryAt: z.optional(z.number()),
  rateLimit: z.optional(rateLimitSchema),
});
export type ManagementErrorFacts = z.infer<typeof managementErrorFactsSchema>;

/** A management operation that did not succeed. `message` is a sentence for the reader; decide by `code`. */
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
