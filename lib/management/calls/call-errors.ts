import * as z from "zod/mini";
import { parseJson } from "../../encoding/json.ts";
import type { Clock } from "../../http/clock.ts";
import { explainRefusal } from "../refusals/explain-refusal.ts";
import { ManagementError } from "../refusals/management-error.ts";
import type { Operation } from "./operations.ts";
import { readRateLimit, readRetryAt } from "./rate-limit.ts";
import { scrub } from "./scrub.ts";
import { explainUnsent, isTrustworthyAddress, type ServiceResponse } from "./send-request.ts";

// Lenient, because error bodies vary: `statusCode` is a number or a string, and `errorCode` is
// often missing.
const errorBodySchema = z.looseObject({
  message: z.optional(z.unknown()),
  errorCode: z.optional(z.unknown()),
  property: z.optional(z.unknown()),
});

/** The end of the message of a change whose outcome is unknown. */
export const doubtText = "The change may have been applied. Check the tenant before you try again.";

/** Marks a failure as in doubt: the change may have been applied. */
export function markInDoubt(error: unknown): unknown {
  if (!(error instanceof ManagementError) || error.isInDoubt) return error;
  const facts = error.toFacts();
  return new ManagementError({
    ...facts,
    message: `${facts.message} ${doubtText}`,
    isInDoubt: true,
  });
}

/** Returns the error of a call that was cancelled between its attempts. */
export function explainCancelled({ label, isWrite }: Operation, wasLost: boolean): ManagementError {
  if (!wasLost || !isWrite) return explainUnsent(label);
  const message = `${label} was cancelled. ${doubtText}`;
  return new ManagementError({ code: "cancelled", message, isInDoubt: true });
}

/** Throws if a token would be sent without TLS to another machine. */
export function refuseUnsafeAddress(base: string, operation: Operation): void {
  if (isTrustworthyAddress(base)) return;
  const message = `${operation.label} was not sent: the tenant must use https or run on this machine. Correct its domain in the options.`;
  throw new ManagementError({ code: "invalid-address", message });
}

/** Returns the error of a response that is no success. */
export function toRefusal(
  operation: Operation,
  { status, headers, text }: ServiceResponse,
  { token, wasLost, clock }: { token: string; wasLost: boolean; clock: Clock },
): ManagementError {
  const body = errorBodySchema.safeParse(parseJson(text)).data ?? {};
  const errorCode = readWord(body.errorCode, token);
  const property = readWord(body.property, token);
  const serviceMessage =
    typeof body.message === "string" ? scrub(body.message, [token]) : undefined;
  const rateLimit = readRateLimit(headers, clock);
  const retryAt = status === 429 || status === 503 ? readRetryAt(headers, clock) : undefined;
  const explanation = explainRefusal(operation, status, errorCode, property);
  const isLost = wasLost && operation.isWrite;
  return new ManagementError({
    ...explanation,
    message: isLost
      ? `${explanation.message} An earlier attempt got no response. ${doubtText}`
      : explanation.message,
    status,
    ...(errorCode === undefined ? {} : { errorCode }),
    ...(serviceMessage === undefined ? {} : { serviceMessage }),
    ...(property === undefined ? {} : { property }),
    ...(retryAt === undefined ? {} : { retryAt }),
    ...(rateLimit === undefined ? {} : { rateLimit }),
    ...(isLost || (operation.isWrite && status >= 500) ? { isInDoubt: true } : {}),
  });
}

function readWord(value: unknown, token: string): string | undefined {
  return typeof value === "string" ? scrub(value, [token]).slice(0, 100) : undefined;
}
