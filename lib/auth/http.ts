import { AuthError, fail, nameFailure } from "./auth-error.ts";
import { describeLimit, limitTime } from "./limit-time.ts";
import type { ClockPort, FetchPort, FetchRequest, FetchResponse } from "./ports.ts";
import { isRecord, keepFilled, parseJson } from "./records.ts";
import { throwRefusal } from "./service-refusal.ts";

/** Where calls go, and how. */
export interface Service {
  readonly origin: string;
  readonly fetch: FetchPort;
  readonly clock: ClockPort;
  /** Milliseconds that a request may take, its answer's body included. */
  readonly requestTimeout: number;
  /** Aborted when the call that the requests are part of has ended. */
  readonly signal?: AbortSignal | undefined;
  /** Sent as the bearer token (RFC 6750, section 2.1). */
  readonly token?: string;
}

/** What a call sends. */
export interface Call {
  /** Default: GET, or POST with something to send. */
  readonly method?: "PATCH";
  /** Sent as JSON. */
  readonly json?: Record<string, unknown>;
  /** Sent as a form: unlike JSON it forces no preflight (Fetch Standard, CORS-safelisted content types). */
  readonly form?: Record<string, string>;
  /** The language of what the service sends to the user. Forces a preflight. */
  readonly language?: string;
  /** Whether to send and keep the tenant's cookies. Default: not. */
  readonly credentials?: FetchRequest["credentials"];
}

const maxBody = 1_000_000;
// A refusal is a sentence and some facts: a longer one is not read for people.
const maxRefusal = 100_000;

/**
 * Makes one call and reads its answer. Every failure comes out as one AuthError: no answer, none in time,
 * an answer in the wrong form, a status that says no. Secrets that were sent are in no error, even when the answer echoes them.
 *
 * @param path from the tenant's origin on
 * @param read gets the answer, a text when it is no JSON; what it makes undefined was in the wrong form
 */
export async function request<Answer>(
  service: Service,
  path: string,
  read: (body: unknown) => Answer | undefined,
  { method, json, form, language, credentials = "omit" }: Call = {},
): Promise<Answer> {
  const { token } = service;
  const url = service.origin + path;
  const sent = json ?? form;
  const { response, text } = await exchange(service, url, {
    method: method ?? (sent ? "POST" : "GET"),
    headers: keepFilled({
      Authorization: token && `Bearer ${token}`,
      // A form says what it is by itself: URLSearchParams as a body has its content type.
      "Content-Type": json && "application/json",
      "X-Request-Language": language,
    }),
    ...(sent && { body: json ? JSON.stringify(json) : new URLSearchParams(form) }),
    credentials,
    // A redirect would take the answer, and what was sent, to some other place.
    redirect: "error",
  });
  const { status } = response;
  const body = text.length < maxBody ? parseJson(text) : undefined;
  if (!response.ok) {
    throwRefusal(
      { url, status, retryAfter: readRetryAfter(response, service.clock.now()) },
      text.length < maxRefusal ? (body ?? text) : "",
      { ...sent, token },
    );
  }
  return (
    read(body ?? text) ??
    fail("request_error", `The answer of ${url} is malformed.`, "body_malformed", {
      statusCode: status,
      remedy: "Check the domain.",
    })
  );
}

/** Sends a request and reads the whole answer within the service's time limit. */
function exchange(
  { fetch, clock, requestTimeout, signal: outer }: Service,
  url: string,
  sent: Omit<FetchRequest, "signal">,
): Promise<{ readonly response: FetchResponse; readonly text: string }> {
  const limit = {
    clock,
    milliseconds: requestTimeout,
    signal: outer,
    fail: () =>
      new AuthError(
        "timeout",
        `${url} did not answer within ${describeLimit(requestTimeout)}.`,
        "time_limit",
        { remedy: "Check the network, or give a longer requestTimeout." },
      ),
  };
  return limitTime(limit, async (signal) => {
    signal.throwIfAborted();
    try {
      const response = await fetch(url, { ...sent, signal });
      return { response, text: await response.text() };
    } catch (failure) {
      fail("request_error", `${url} did not answer, or not to this page.`, "network", {
        remedy: "Check the network, the domain and the allowed web origins.",
        original: nameFailure(failure),
      });
    }
  });
}

/**
 * Reads in how many seconds a service that has had too many requests takes the next one.
 *
 * @see RFC 9110, section 10.2.3; the client library interface, limits (`X-RateLimit-Reset`, a time in seconds)
 */
function readRetryAfter({ status, headers }: FetchResponse, now: number): number | undefined {
  if (status !== 429) return undefined;
  const after = headers?.get("Retry-After");
  const reset = headers?.get("X-RateLimit-Reset");
  const at = after ? Date.parse(after) : Number(reset || NaN) * 1000;
  const seconds = /^\d{1,9}$/.test(after ?? "") ? Number(after) : Math.ceil((at - now) / 1000);
  return seconds < 1e9 ? Math.max(1, seconds) : undefined;
}

/** Takes an object, and nothing else. */
export function takeRecord(body: unknown): Record<string, unknown> | undefined {
  return isRecord(body) ? body : undefined;
}
