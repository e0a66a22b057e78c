import { AuthError, fail, nameFailure } from "./auth-error.ts";
import { describeLimit, limitTime } from "./limit-time.ts";
import type { ClockPort, FetchPort, FetchRequest } from "./ports.ts";
import { isRecord, keepFilled, parseJson, toRecord } from "./records.ts";

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
const maxText = 10_000;
const removed = "[removed]";
// Members that hold a secret, sent or answered.
const secretNames = /token|secret|verifier|verification|ticket|password|otp|link_with|cookie/i;

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
  const { ok, status, text } = await exchange(service, url, {
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
  const body = text.length < maxBody ? parseJson(text) : undefined;
  if (!ok) throwRefusal(url, status, body, text, { ...sent, token });
  return (
    read(body ?? text) ??
    fail(
      "request_error",
      `The response of ${url} is malformed. Check the domain.`,
      "body_malformed",
      { statusCode: status },
    )
  );
}

/** Sends a request and reads the whole answer within the service's time limit. */
function exchange(
  { fetch, clock, requestTimeout, signal: outer }: Service,
  url: string,
  sent: Omit<FetchRequest, "signal">,
): Promise<{ readonly ok: boolean; readonly status: number; readonly text: string }> {
  const limit = {
    clock,
    milliseconds: requestTimeout,
    signal: outer,
    fail: () =>
      new AuthError(
        "timeout",
        `${url} did not answer within ${describeLimit(requestTimeout)}. Check the network, or give a longer requestTimeout.`,
        "time_limit",
      ),
  };
  return limitTime(limit, async (signal) => {
    signal.throwIfAborted();
    try {
      const response = await fetch(url, { ...sent, signal });
      return { ok: response.ok, status: response.status, text: await response.text() };
    } catch (failure) {
      fail(
        "request_error",
        `${url} did not answer. Check the allowed origins and the network.`,
        "network",
        { original: nameFailure(failure) },
      );
    }
  });
}

/** Takes an object, and nothing else. */
export function takeRecord(body: unknown): Record<string, unknown> | undefined {
  return isRecord(body) ? body : undefined;
}

/**
 * Turns a refusal into an AuthError. The service spells its members differently from route to route, and
 * answers in plain text when a limit is reached or an origin is not allowed. Secrets are taken out of all of it,
 * but for a code of one word: a password may be part of that by chance (`password_leaked`).
 */
function throwRefusal(
  url: string,
  statusCode: number,
  body: unknown,
  text: string,
  sent: Record<string, unknown>,
): never {
  const secrets: unknown[] = [];
  // Written anew, since JSON may escape more than it must.
  let cleanText = body ? JSON.stringify(body) : text;
  for (const [name, value] of Object.entries(keepFilled(sent))) {
    if (typeof value !== "string" || (name !== "code" && !secretNames.test(name))) continue;
    secrets.push(value);
    // As it is, and in the forms that JSON and forms give it.
    for (const form of [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]) {
      cleanText = cleanText.replaceAll(form, removed);
    }
  }
  cleanText = cleanText.slice(0, maxText);
  const clean = parseJson(cleanText, (name, value) => (secretNames.test(name) ? removed : value));
  const code = findText(body, "code", "error", "error_code") ?? "";
  const isClean = /^\w+$/.test(code) ? !secrets.includes(code) : cleanText.includes(code);
  // RFC 6749, section 5.2: visible ASCII.
  const isCode = isClean && /^[ -~]{1,60}$/.test(code);
  fail(
    isCode ? code : statusCode === 429 ? "too_many_requests" : "request_error",
    findText(clean, "errorDescription", "error_description", "description", "message", "error") ??
      `${url} answered with status ${statusCode}. ${clean ? "" : cleanText.slice(0, 200)}`.trim(),
    "http_status",
    {
      statusCode,
      errorCode: findText(clean, "errorCode"),
      policy: findText(clean, "policy"),
      original: { statusCode, body: clean ?? cleanText },
    },
  );
}

/** The first of some members that is a text. */
function findText(body: unknown, ...names: string[]): string | undefined {
  return names.map((name) => toRecord(body)[name]).find((value) => typeof value === "string");
}
