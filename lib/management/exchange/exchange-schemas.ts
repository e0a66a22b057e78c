import * as z from "zod/mini";
import { readFieldMessages, type FieldCheck } from "../field-check.ts";
import { failureCauseSchema } from "../refusals/management-error.ts";

/** What the exchange sets itself (RFC 8693, section 2.1; RFC 6749, section 2.3.1): no further parameter may stand in for it. */
export const OWN_PARAMETERS: readonly string[] = [
  "grant_type",
  "client_id",
  "client_secret",
  "subject_token",
  "subject_token_type",
  "audience",
  "scope",
];

const MAX_TEXT = 64 * 1024;

function bound(label: string) {
  const error = `${label} is longer than 64 KiB, which no service takes. Shorten it.`;
  return z.maxLength(MAX_TEXT, { error });
}

function requiredText(label: string) {
  const error = `${label} is missing. Fill it in.`;
  return z.string({ error }).check(
    z.refine((text) => text.trim() !== "", { error }),
    bound(label),
  );
}

function optionalText(label: string) {
  return z.optional(z.string().check(bound(label)));
}

// Lazy, as those of the answers are: every page knows of exchanges by the commands there are, and hardly one runs any.
/** One exchange as it is entered. Parameters beyond the standard's reach the action as they are. */
export const exchangeInputSchema = z.lazy(() =>
  z.strictObject({
    client_id: requiredText("The client id"),
    /** Left out for a public client. */
    client_secret: optionalText("The client secret"),
    subject_token: requiredText("The subject token"),
    subject_token_type: requiredText("The subject token type"),
    audience: optionalText("The audience"),
    scope: optionalText("The scope"),
    parameters: z.optional(
      z.record(
        z.string().check(
          z.refine((name) => name.trim() !== "" && !OWN_PARAMETERS.includes(name), {
            error:
              "A further parameter needs a name, and one that the exchange does not set itself.",
          }),
        ),
        z.string().check(bound("A further parameter")),
        { error: "Further parameters are names with texts." },
      ),
    ),
  }),
);
export type ExchangeInput = z.infer<typeof exchangeInputSchema>;

/** Checks an exchange before it is sent; no message repeats what was entered. */
export function checkExchange(input: unknown): FieldCheck<ExchangeInput> {
  const parsed = exchangeInputSchema.safeParse(input);
  if (parsed.success) return { ok: true, value: parsed.data, warnings: [] };
  return { ok: false, errors: readFieldMessages(parsed.error), warnings: [] };
}

/** RFC 8693, section 2.2.1; what else the service says is kept. */
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

/** Why an exchange was refused, as far as status and error code tell. */
const exchangeRefusalReasonSchema = z.enum([
  /** The subject token, its type, or another parameter; most often the action's doing. */
  "invalid-request",
  /** A code of the action's own choice, or one that nobody documents. */
  "refused-by-action",
  "client-refused",
  "grant-not-allowed",
  "mfa-required",
  /** Too many failed exchanges from this network address. */
  "throttled",
  /** Too many requests of any kind. */
  "rate-limited",
  "server-error",
  "unexpected",
]);
export type ExchangeRefusalReason = z.infer<typeof exchangeRefusalReasonSchema>;

/** What became of an exchange that the tenant answered. */
export const exchangeOutcomeSchema = z.lazy(() =>
  z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("issued"), response: exchangeResponseSchema }),
    z.object({
      kind: z.literal("refused"),
      reason: exchangeRefusalReasonSchema,
      status: z.number(),
      /** What it means and what to do next. */
      message: z.string(),
      causes: z.array(failureCauseSchema),
      /** The `error` of the answer: the action's own when the action refused. */
      errorCode: z.optional(z.string()),
      /** The words of the action or the service: to be shown, never to be parsed. */
      serviceMessage: z.optional(z.string()),
      /** Epoch milliseconds. */
      retryAt: z.optional(z.number()),
      /**
       * True when the service's throttle may have counted it; see `exchange-attempts.ts`. It surely counts a subject token
       * that the action rejects; of codes that the action chooses nobody says, and a warning too early does no harm.
       */
      isFailedAttempt: z.boolean(),
    }),
  ]),
);
export type ExchangeOutcome = z.infer<typeof exchangeOutcomeSchema>;
