import { fail, nameFailure } from "./auth-error.ts";
import { limitTime } from "./limit-time.ts";
import type { ClockPort, FetchPort, FetchRequest, FetchResponse } from "./ports.ts";
import { isRecord, keepFilled, parseJson } from "./records.ts";
import { throwRefusal } from "./service-refusal.ts";

/** The destination of requests, and their settings. */
export interface Service {
  readonly origin: string;
  readonly fetch: FetchPort;
  readonly clock: ClockPort;
  /** Time limit of a request in milliseconds, including the body of its response. */
  readonly requestTimeout: number;
  /** Aborted when the call that the requests belong to has ended. */
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

const maxBody = 1_000_000;
// A longer refusal is an error page, not a sentence for people.
const maxRefusal = 100_000;

/**
 * Makes one request and reads its response. No error contains a secret of the request, even if the
 * service repeats it.
 *
 * @param path relative to the tenant's origin
 * @param read gets the body: parsed JSON, or text. Returns undefined for a body in the wrong form
 * @throws AuthError for no response, none in time, a refusal, and a body in the wrong form
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
    headers: keepFilled({
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
  const body = (text.length < maxBody ? parseJson(text) : undefined) ?? text;
  if (!response.ok) {
    const retryAfter = readRetryAfter(response, clock.now());
    const refusal = text.length < maxRefusal ? body : "";
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
        "Check the network, or give a longer requestTimeout.",
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
        `${url} did not respond, or this page may not read its response.`,
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
 * Reads the seconds to wait after too many requests.
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
export function takeRecord(body: unknown): Record<string, unknown> | undefined {
  return isRecord(body) ? body : undefined;
}
