import { ManagementError } from "../refusals/management-error.ts";
import type { Fetch } from "../../http/fetch.ts";
import type { Clock } from "../../http/clock.ts";
import { isLoopback } from "../../http/is-loopback.ts";
import { readBody } from "../../http/read-body.ts";
import { untilAborted } from "../../http/until-aborted.ts";

const timeLimit = 20_000;
const maxResponseBytes = 1024 * 1024;

export interface OutgoingRequest {
  /** The subject of error messages, such as "Creating the profile". */
  label: string;
  url: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  headers: Record<string, string>;
  body?: string;
  /** The warning for a lost response; absent for a request that changes nothing. */
  doubt?: string;
  signal?: AbortSignal;
}

export interface ServiceResponse {
  status: number;
  headers: Headers;
  text: string;
}

/** Returns true for https, and for http to a loopback host. Never send secrets to another URL. */
export function isTrustworthyAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") return false;
  if (url.protocol === "https:") return true;
  return url.protocol === "http:" && isLoopback(url.hostname);
}

/**
 * Sends one request and reads its response, of at most 1 MiB, within 20 seconds. Refuses redirects,
 * which would forward secrets.
 *
 * @throws {ManagementError} if no response can be read: `unreachable`, `timeout`, `cancelled` or
 *   `unexpected-response`. For a request with a `doubt`, the code is `answer-lost` instead of
 *   `unreachable` or `timeout`.
 */
export async function sendRequest(
  request: OutgoingRequest,
  ports: { fetch: Fetch; clock: Clock },
): Promise<ServiceResponse> {
  const limit = new AbortController();
  const cancelTimer = ports.clock.schedule(() => {
    limit.abort();
  }, timeLimit);
  const signals = request.signal === undefined ? [limit.signal] : [limit.signal, request.signal];
  const signal = AbortSignal.any(signals);
  try {
    if (signal.aborted) throw explainUnsent(request.label);
    const response = await untilAborted(
      ports.fetch(request.url, {
        method: request.method,
        headers: request.headers,
        ...(request.body === undefined ? {} : { body: request.body }),
        credentials: "omit",
        redirect: "error",
        cache: "no-store",
        referrerPolicy: "no-referrer",
        signal,
      }),
      signal,
    );
    const { text, end } = await readBody(response.body, { maxBytes: maxResponseBytes, signal });
    if (end === "too-large") throw explainTooLarge(request, response.status);
    if (end === "interrupted") throw explainNoResponse(request, limit.signal);
    return { status: response.status, headers: response.headers, text };
  } catch (error) {
    // Drop the cause: the message of a network error may contain the URL and the sent data.
    throw error instanceof ManagementError ? error : explainNoResponse(request, limit.signal);
  } finally {
    cancelTimer();
  }
}

/** Returns the error of a request that was cancelled before it was sent. */
export function explainUnsent(label: string): ManagementError {
  return new ManagementError({
    code: "cancelled",
    message: `${label} was cancelled before anything was sent.`,
  });
}

function explainNoResponse(request: OutgoingRequest, limit: AbortSignal): ManagementError {
  const { label, doubt } = request;
  const end = doubt === undefined ? {} : { isInDoubt: true };
  if (limit.aborted) {
    const message = `${label} timed out after 20 seconds. ${doubt ?? "Try again."}`;
    return new ManagementError({
      ...end,
      code: doubt === undefined ? "timeout" : "answer-lost",
      message,
    });
  }
  if (request.signal?.aborted === true) {
    const message = `${label} was cancelled.${doubt === undefined ? "" : ` ${doubt}`}`;
    return new ManagementError({ ...end, code: "cancelled", message });
  }
  const { origin } = new URL(request.url);
  if (doubt !== undefined) {
    // fetch does not distinguish a failed connection from one that broke before the response.
    const message = `${label} got no response: could not reach ${origin}, or the connection was lost. ${doubt}`;
    return new ManagementError({ ...end, code: "answer-lost", message });
  }
  const message = `${label} failed: could not reach ${origin}. Check that the tenant is running, and that the extension may access its URL.`;
  return new ManagementError({ code: "unreachable", message });
}

function explainTooLarge({ label, doubt }: OutgoingRequest, status: number): ManagementError {
  const message = `${label}: the response exceeds 1 MiB, so it is not from the Management API. Check the tenant's domain in the options.`;
  return new ManagementError({
    code: "unexpected-response",
    status,
    message: doubt === undefined ? message : `${message} ${doubt}`,
    ...(doubt === undefined ? {} : { isInDoubt: true }),
  });
}
