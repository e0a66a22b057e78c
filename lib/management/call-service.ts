import * as z from "zod/mini";
import type { AccessTokenSource } from "./credentials.ts";
import { explainRefusal } from "./explain-refusal.ts";
import { parseJson } from "./json.ts";
import { ManagementError } from "./management-error.ts";
import type { Operation } from "./operations.ts";
import type { Clock, Fetch } from "./ports.ts";
import { readRateLimit, readRetryAt, type RateLimit } from "./rate-limit.ts";
import { scrub } from "./scrub.ts";
import { isTrustworthyAddress, sendRequest, type ServiceResponse } from "./send-request.ts";

/** Where a management interface is, and what it takes to speak to it. */
export interface Service {
  /** Without a trailing slash. */
  base: string;
  accessToken: AccessTokenSource;
  fetch: Fetch;
  clock: Clock;
  /** Told of the allowance after each answer that speaks of one, refusals included. */
  onRateLimit?: (rateLimit: RateLimit) => void;
}

export interface ServiceCall<Result> {
  operation: Operation;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  body?: unknown;
  schema: z.ZodMiniType<Result>;
  signal: AbortSignal | undefined;
}

// Lenient on purpose: `statusCode` comes as number or text, and `errorCode` is often missing.
const errorBodySchema = z.looseObject({
  message: z.optional(z.unknown()),
  errorCode: z.optional(z.unknown()),
});

/** Makes one call at a time: authorized, renewed once after a 401, its answer parsed or turned into a ManagementError. */
export function createServiceCaller(service: Service) {
  async function call<Result>(request: ServiceCall<Result>): Promise<Result> {
    refuseUnsafeAddress(service.base, request.operation);
    const token = await service.accessToken();
    const response = await send(request, token);
    if (response.status !== 401) return finish(request, response, token);
    // The token may have been revoked or outlived: a new one is worth one more try, the same one is not.
    const renewed = await service.accessToken({ renew: true, refused: token });
    if (renewed === token) return finish(request, response, token);
    return finish(request, await send(request, renewed), renewed);
  }

  async function send<Result>(
    request: ServiceCall<Result>,
    token: string,
  ): Promise<ServiceResponse> {
    const { operation, method, path, body, signal } = request;
    const headers = { accept: "application/json", authorization: `Bearer ${token}` };
    const response = await sendRequest(
      {
        label: operation.label,
        isWrite: operation.isWrite,
        url: `${service.base}${path}`,
        method,
        headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      },
      service,
    );
    const rateLimit = readRateLimit(response.headers);
    if (rateLimit !== undefined) service.onRateLimit?.(rateLimit);
    return response;
  }

  function finish<Result>(
    request: ServiceCall<Result>,
    response: ServiceResponse,
    token: string,
  ): Result {
    const isSuccess = response.status >= 200 && response.status < 300;
    if (!isSuccess) throw refuse(request.operation, response, token, service.clock);
    const parsed = parseAnswer(request.schema, response.text);
    if (parsed?.success === true) return parsed.data;
    const { label, isWrite } = request.operation;
    const advice = isWrite
      ? "The change was probably made: look at the tenant before you try again."
      : "Check the tenant's domain in the options.";
    const message = `${label}: the service reported success, but its answer is not of the expected form. ${advice}`;
    throw new ManagementError({ code: "unexpected-response", status: response.status, message });
  }

  return call;
}

function refuseUnsafeAddress(base: string, operation: Operation): void {
  if (isTrustworthyAddress(base)) return;
  const message = `${operation.label} was not tried: the tenant's address must be https, or on this machine. Correct its domain in the options.`;
  throw new ManagementError({ code: "invalid-address", message });
}

function refuse(
  operation: Operation,
  response: ServiceResponse,
  token: string,
  clock: Clock,
): ManagementError {
  const body = errorBodySchema.safeParse(parseJson(response.text)).data ?? {};
  const errorCode =
    typeof body.errorCode === "string" ? scrub(body.errorCode, [token]).slice(0, 100) : undefined;
  const serviceMessage =
    typeof body.message === "string" ? scrub(body.message, [token]) : undefined;
  const rateLimit = readRateLimit(response.headers);
  const isTemporary = response.status === 429 || response.status === 503;
  const retryAt = isTemporary ? readRetryAt(response.headers, clock) : undefined;
  return new ManagementError({
    ...explainRefusal(operation, response.status, errorCode),
    status: response.status,
    ...(errorCode === undefined ? {} : { errorCode }),
    ...(serviceMessage === undefined ? {} : { serviceMessage }),
    ...(retryAt === undefined ? {} : { retryAt }),
    ...(rateLimit === undefined ? {} : { rateLimit }),
  });
}

/** Undefined for an answer nested so deeply that walking it is hopeless. */
function parseAnswer<Result>(schema: z.ZodMiniType<Result>, text: string) {
  try {
    return schema.safeParse(parseJson(text));
  } catch {
    return undefined;
  }
}
