import * as z from "zod/mini";
import { readFieldMessages, type FieldCheck } from "../field-check.ts";
import { failureCauseSchema } from "../refusals/management-error.ts";

/**
 * The parameters that the exchange itself sets (RFC 8693, section 2.1; RFC 6749, section 2.3.1).
 * Further parameters must not replace them.
 */
export const ownParameters: readonly string[] = [
  "grant_type",
  "client_id",
  "client_secret",
  "subject_token",
  "subject_token_type",
  "audience",
  "scope",
];

const maxText = 64 * 1024;

function bound(label: string) {
  const error = `${label} exceeds 64 KiB. Shorten it.`;
  return z.maxLength(maxText, { error });
}

function requiredText(label: string) {
  const error = `${label} is required.`;
  return z.string({ error }).check(
    z.refine((text) => text.trim() !== "", { error }),
    bound(label),
  );
}

function optionalText(label: string) {
  return z.optional(z.string().check(bound(label)));
}

// Created lazily, like the response schemas: every page imports the schemas, but few pages use
// them.
/** The input of an exchange. The action receives further parameters unchanged. */
export const exchangeInputSchema = z.lazy(() =>
  z.strictObject({
    client_id: requiredText("The client ID"),
    /** Absent for a public client. */
    client_secret: optionalText("The client secret"),
    subject_token: requiredText("The subject token"),
    subject_token_type: requiredText("The subject token type"),
    audience: optionalText("The audience"),
    scope: optionalText("The scope"),
    parameters: z.optional(
      z.record(
        z.string().check(
          z.refine((name) => name.trim() !== "" && !ownParameters.includes(name), {
            error: "A further parameter needs a name that the exchange does not set itself.",
          }),
        ),
        z.string().check(bound("A further parameter")),
        { error: "Further parameters must have names and text values." },
      ),
    ),
  }),
);
export type ExchangeInput = z.infer<typeof exchangeInputSchema>;

/** Checks an exchange before it is sent. No message contains the input. */
export function checkExchange(input: unknown): FieldCheck<ExchangeInput> {
  const parsed = exchangeInputSchema.safeParse(input);
  if (parsed.success) return { ok: true, value: parsed.data, warnings: [] };
  return { ok: false, errors: readFieldMessages(parsed.error), warnings: [] };
}

/** A token response (RFC 8693, section 2.2.1). Keeps other members. */
export const exchangeResponseSchema = z.lazy(() =>
  z.looseObject({
    access_token: z.string().check(z.minLength(1)),
    issued_token_type: z.optional(z.string()),
    token_type: z.optional(z.string()),
    /** Seconds. */
    expires_in: z.optional(z.number()),
    scope: z.optional(z.string()),
    id_token: z.optional(z.string()),
    refresh_token: z.optional(z.string()),
  }),
);

/** The reason of a refusal, by status and error code. */
const exchangeRefusalReasonSchema = z.enum([
  /** The subject token, its type or another parameter is invalid, most often for the action. */
  "invalid-request",
  /** The error code is the action's own, or is not documented. */
  "refused-by-action",
  "client-refused",
  "grant-not-allowed",
  "mfa-required",
  /** Too many failed exchanges from this IP address. */
  "throttled",
  /** Too many requests of any kind. */
  "rate-limited",
  "server-error",
  "unexpected",
]);
export type ExchangeRefusalReason = z.infer<typeof exchangeRefusalReasonSchema>;

/** The outcome of an exchange that the tenant answered. */
export const exchangeOutcomeSchema = z.lazy(() =>
  z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("issued"), response: exchangeResponseSchema }),
    z.object({
      kind: z.literal("refused"),
      reason: exchangeRefusalReasonSchema,
      status: z.number(),
      /** The problem and its remedy. */
      message: z.string(),
      causes: z.array(failureCauseSchema),
      /** The `error` of the response, which the action can choose. */
      errorCode: z.optional(z.string()),
      /** The message of the action or the service. Show it, but never parse it. */
      serviceMessage: z.optional(z.string()),
      /** Epoch milliseconds. */
      retryAt: z.optional(z.number()),
      /**
       * True if the throttle may count the exchange; see `exchange-attempts.ts`. The throttle
       * counts invalid subject tokens. Whether it counts an action's own error codes is not
       * documented: they count here, because an early warning does no harm.
       */
      isFailedAttempt: z.boolean(),
    }),
  ]),
);
export type ExchangeOutcome = z.infer<typeof exchangeOutcomeSchema>;
