import type * as z from "zod/mini";
import type { AccessTokenSource } from "../credentials/credentials.ts";
import { parseJson } from "../../encoding/json.ts";
import { ManagementError } from "../refusals/management-error.ts";
import type { Operation } from "./operations.ts";
import { planRetry, type RetryProgress } from "./plan-retry.ts";
import type { Fetch } from "../../http/fetch.ts";
import type { Clock } from "../../http/clock.ts";
import type { Random } from "../ports.ts";
import { readRateLimit, readRetryAt, type RateLimit } from "./rate-limit.ts";
import type { RatePacer } from "./rate-pacer.ts";
import { sendRequest, type ServiceResponse } from "./send-request.ts";
import { untilAborted } from "../../http/until-aborted.ts";
import {
  doubtText,
  explainCancelled,
  markInDoubt,
  toRefusal,
  refuseUnsafeAddress,
} from "./call-errors.ts";

/** The Management API of a tenant, with the ports to call it. */
export interface Service {
  /** Without a trailing slash. */
  base: string;
  accessToken: AccessTokenSource;
  fetch: Fetch;
  clock: Clock;
  /** Adds jitter, so that calls that failed at the same time retry at different times. */
  random: Random;
  /** Spaces the requests of all clients of a tenant. */
  pacer: RatePacer;
  /** Called after each response with rate limit headers, including refusals. */
  onRateLimit?: (rateLimit: RateLimit) => void;
}

export interface ServiceCall<Result> {
  operation: Operation;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  body?: unknown;
  schema: z.ZodMiniType<Result>;
  /** Gets the result if a successful response has no body. */
  whenEmpty?: () => Promise<Result>;
  signal: AbortSignal | undefined;
}

/** The outcome of an attempt: a response, or the error that prevented it. */
type Attempt =
  | { kind: "response"; response: ServiceResponse }
  | { kind: "no-response"; error: ManagementError };

const neverAborted = new AbortController().signal;

/**
 * Creates the function that calls the service. A call sends an access token, and renews the token
 * once after a 401. It retries if that is safe (see `plan-retry.ts`). It returns the parsed
 * response or throws a ManagementError.
 */
export function createServiceCaller(service: Service) {
  const { clock } = service;

  async function call<Result>(request: ServiceCall<Result>): Promise<Result> {
    const { operation } = request;
    refuseUnsafeAddress(service.base, operation);
    const startedAt = clock.now();
    let token = await authorize(request);
    let isRenewed = false;
    let wasLost = false;
    for (let attempts = 1; ;) {
      await waitForTurn(request, wasLost);
      const attempt = await send(request, token);
      const status = attempt.kind === "response" ? attempt.response.status : undefined;
      if (status === 401 && !isRenewed) {
        isRenewed = true;
        // The token may have been revoked or have expired. Retry once, but only with another token.
        const renewed = await authorize(request, { renew: true, refused: token }, wasLost);
        const isNew = renewed !== token;
        token = renewed;
        if (isNew) continue;
      }
      // An earlier attempt without a response has deleted the resource.
      if (wasLost && status === 404 && request.method === "DELETE")
        return request.schema.parse(undefined);
      const pause = planPause(request, attempt, { attempts, startedAt, now: clock.now() });
      if (pause === undefined) return readResult(request, attempt, { token, wasLost, clock });
      if (attempt.kind === "no-response") wasLost = true;
      attempts += 1;
      await wait(request, pause, wasLost);
    }
  }

  async function waitForTurn(request: ServiceCall<unknown>, wasLost: boolean): Promise<void> {
    for (;;) {
      const pause = service.pacer.reserve(clock.now());
      if (pause === 0) return;
      await wait(request, pause, wasLost);
    }
  }

  async function authorize(
    { operation, signal = neverAborted }: ServiceCall<unknown>,
    options?: Parameters<AccessTokenSource>[0],
    wasLost = false,
  ): Promise<string> {
    try {
      return await untilAborted(service.accessToken(options), signal);
    } catch (error) {
      if (signal.aborted) throw explainCancelled(operation, wasLost);
      throw wasLost && operation.isWrite ? markInDoubt(error) : error;
    }
  }

  async function send<Result>(request: ServiceCall<Result>, token: string): Promise<Attempt> {
    const { operation, method, path, body, signal } = request;
    const headers = { accept: "application/json", authorization: `Bearer ${token}` };
    let rateLimit: RateLimit | undefined;
    try {
      const response = await sendRequest(
        {
          label: operation.label,
          ...(operation.isWrite ? { doubt: doubtText } : {}),
          url: `${service.base}${path}`,
          method,
          headers:
            body === undefined ? headers : { ...headers, "content-type": "application/json" },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          ...(signal === undefined ? {} : { signal }),
        },
        service,
      );
      rateLimit = readRateLimit(response.headers, clock);
      if (rateLimit !== undefined) service.onRateLimit?.(rateLimit);
      return { kind: "response", response };
    } catch (error) {
      if (error instanceof ManagementError) return { kind: "no-response", error };
      throw error;
    } finally {
      service.pacer.settle(rateLimit);
    }
  }

  function planPause(
    { method, signal }: ServiceCall<unknown>,
    attempt: Attempt,
    progress: RetryProgress,
  ): number | undefined {
    if (signal?.aborted === true) return undefined;
    // A PATCH sets absolute values, so a repetition has no further effect (RFC 9110, section
    // 9.2.2). It can overwrite another person's change of the last seconds, as any unconditional
    // update can. A repeated POST would create a second resource.
    const isIdempotent = method !== "POST";
    if (attempt.kind === "no-response") {
      const { code } = attempt.error;
      if (code !== "unreachable" && code !== "answer-lost" && code !== "timeout") return undefined;
      return planRetry({ why: "no-answer", isIdempotent }, progress, service.random);
    }
    const { status, headers } = attempt.response;
    if (status !== 429) return undefined;
    const retryAt = readRetryAt(headers, clock);
    return planRetry({ why: "rate-limited", retryAt, isIdempotent }, progress, service.random);
  }

  async function wait(
    { operation, signal = neverAborted }: ServiceCall<unknown>,
    milliseconds: number,
    wasLost: boolean,
  ): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancelTimer = clock.schedule(resolve, milliseconds);
    try {
      await untilAborted(promise, signal);
    } catch {
      throw explainCancelled(operation, wasLost);
    } finally {
      cancelTimer();
    }
  }

  return call;
}

/** Returns the result of the last attempt, or throws its ManagementError. */
function readResult<Result>(
  request: ServiceCall<Result>,
  attempt: Attempt,
  sent: { token: string; wasLost: boolean; clock: Clock },
): Result | Promise<Result> {
  if (attempt.kind === "no-response") throw attempt.error;
  const { operation } = request;
  const { status, text } = attempt.response;
  const isSuccess = status >= 200 && status < 300;
  if (!isSuccess) throw toRefusal(operation, attempt.response, sent);
  const parsed = parseResponse(request.schema, text);
  if (parsed?.success === true) return parsed.data;
  if (text.trim() === "" && request.whenEmpty !== undefined) {
    return request.whenEmpty().catch((error: unknown) => {
      // The service applied the change. Only the result could not be read.
      throw markInDoubt(error);
    });
  }
  const advice = operation.isWrite
    ? "The change was probably applied. Check the tenant before you try again."
    : "Check the tenant's domain in the options.";
  const message = `${operation.label}: the service reported success, but its response is invalid. ${advice}`;
  throw new ManagementError({
    code: "unexpected-response",
    status,
    message,
    ...(operation.isWrite ? { isInDoubt: true } : {}),
  });
}

/** Parses a response; returns undefined if its deep nesting overflows the stack. */
function parseResponse<Result>(schema: z.ZodMiniType<Result>, text: string) {
  try {
    return schema.safeParse(parseJson(text));
  } catch {
    return undefined;
  }
}
