import { fail, nameFailure } from "./auth-error.ts";
import { limitTime } from "./limit-time.ts";
import type { ClockPort, FetchPort, FetchRequest, FetchResponse } from "./ports.ts";
import { isRecord, omitFalsy, parseJson } from "./records.ts";
import { throwRefusal } from "./service-refusal.ts";

/** The destination of requests, and their settings. */
export interface Service {
  readonly origin: string;
  readonly fetch: FetchPort;
  readonly clock: ClockPort;
  /** Time limit of a request in milliseconds, including the body of its response. */
  readonly requestTimeout: number;
  /** Aborted when the method that sent these requests ends. */
  readonly signal?: AbortSignal | undefined;
  /** Sent as the bearer token (RFC 6750, section 2.1). */
  readonly token?: string;
}

/** The content of one request. */
export interface Call {
  /** Default: GET, or POST with a body. */
  readonly method?: "PATCH";
  /** Sent as JSON. */
  readonly json?: Record<string, unknown>;
  /** Sent as a form, which needs no preflight (Fetch Standard, CORS-safelisted content types). */
  readonly form?: Record<string, string>;
  /** The language of messages to the user. The header needs a preflight. */
  readonly language?: string;
  /** Default: the tenant's cookies are neither sent nor stored. */
  readonly credentials?: FetchRequest["credentials"];
}

const maxJsonText = 1_000_000;
// A longer error response is an error page, not an error message.
const maxErrorText = 100_000;

/**
 * Makes one request and reads its response. No error contains a secret of the request, even if the
 * service repeats it.
 *
 * @param path relative to the tenant's origin
 * @param read converts the body (parsed JSON, or text); returns undefined for a malformed body
 * @throws AuthError if the service does not respond in time, refuses the request, or returns a
 *   malformed body
 */
export async function request<Answer>(
  service: Service,
  path: string,
  read: (body: unknown) => Answer | undefined,
  { method, json, form, language, credentials = "omit" }: Call = {},
): Promise<Answer> {
  const { clock, token } = service;
  const url = service.origin + path;
  const sent = json ?? form;
  const { response, text } = await exchange(service, url, {
    method: method ?? (sent ? "POST" : "GET"),
    headers: omitFalsy({
      Authorization: token && `Bearer ${token}`,
      // URLSearchParams as a body sets its own content type.
      "Content-Type": json && "application/json",
      "X-Request-Language": language,
    }),
    ...(sent && { body: json ? JSON.stringify(json) : new URLSearchParams(form) }),
    credentials,
    // A redirect could send the body and the response to another host.
    redirect: "error",
  });
  const { status: statusCode } = response;
  const body = (text.length < maxJsonText ? parseJson(text) : undefined) ?? text;
  if (!response.ok) {
    const retryAfter = readRetryAfter(response, clock.now());
    const refusal = text.length < maxErrorText ? body : "";
    throwRefusal({ url, statusCode, retryAfter }, refusal, { ...sent, token });
  }
  return (
    read(body) ??
    fail("request_error", `The response of ${url} is malformed.`, "body_malformed", {
      statusCode,
      remedy: "Check the domain.",
    })
  );
}

/** Sends a request and reads the whole response within the time limit. */
function exchange(
  { fetch, clock, requestTimeout, signal: outer }: Service,
  url: string,
  sent: Omit<FetchRequest, "signal">,
): Promise<{ readonly response: FetchResponse; readonly text: string }> {
  const limit = {
    clock,
    milliseconds: requestTimeout,
    signal: outer,
    describe: (time: string) =>
      [
        `${url} did not respond within ${time}.`,
        "Check the network, or set a longer requestTimeout.",
      ] as const,
  };
  return limitTime(limit, async (signal) => {
    signal.throwIfAborted();
    try {
      const response = await fetch(url, { ...sent, signal });
      return { response, text: await response.text() };
    } catch (failure) {
      fail(
        "request_error",
        `${url} did not respond, or the browser does not let this page read its response.`,
        "network",
        {
          remedy: "Check the network, the domain and the allowed web origins.",
          original: nameFailure(failure),
        },
      );
    }
  });
}

/**
 * Returns the number of seconds to wait after a response with the status 429.
 *
 * @see RFC 9110, section 10.2.3; the client library interface, limits (`X-RateLimit-Reset`, Unix
 *   time)
 */
function readRetryAfter({ status, headers }: FetchResponse, now: number): number | undefined {
  if (status !== 429) return undefined;
  const after = headers?.get("Retry-After") ?? "";
  const reset = Number(headers?.get("X-RateLimit-Reset") || NaN) * 1000;
  const untilTime = ((after ? Date.parse(after) : reset) - now) / 1000;
  const seconds = Math.ceil(/^\d{1,9}$/.test(after) ? Number(after) : untilTime);
  return seconds < 1e9 ? Math.max(1, seconds) : undefined;
}

/** Returns an object, and undefined for anything else. */
export function readRecord(body: unknown): Record<string, unknown> | undefined {
  return isRecord(body) ? body : undefined;
}
