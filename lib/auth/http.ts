import { AuthError } from "./auth-error.ts";
import type { FetchPort } from "./ports.ts";
import { keepFilled, toRecord } from "./records.ts";

/** One call to the tenant. */
export interface Call {
  readonly url: string;
  /** Default: GET, or POST with something to send. */
  readonly method?: "PATCH";
  /** Sent as the bearer token (RFC 6750, section 2.1). */
  readonly token?: string;
  /** Sent as JSON. */
  readonly json?: Record<string, unknown>;
  /** Sent as a form: unlike JSON it forces no preflight (Fetch Standard, CORS-safelisted content types). */
  readonly form?: Record<string, string | undefined>;
  /** What else to send. Anything here forces a preflight. */
  readonly headers?: Record<string, string>;
  /** Whether to send and keep the tenant's cookies. */
  readonly hasCookies?: boolean;
  /** Whether an answer in plain text is one, too. */
  readonly isTextFine?: boolean;
}

const maxBody = 1_000_000;
const maxText = 10_000;
const removed = "[removed]";
// Members that hold a secret, sent or answered.
const secretNames =
  /token|secret|verifier|ticket|password|^otp$|verification|link_with|authorization|cookie/i;

/**
 * Makes one call and reads its answer. Every failure comes out as one AuthError: no answer, an answer in the
 * wrong form, a status that says no. Secrets that were sent are in no error, even when the answer echoes them.
 */
export async function request(fetch: FetchPort, call: Call): Promise<unknown> {
  const { url, token, json, form } = call;
  const sent = json ?? form;
  const headers = { ...call.headers };
  if (token) headers["Authorization"] = `Bearer ${token}`;
  // A form says what it is by itself: URLSearchParams as a body has its content type.
  if (json) headers["Content-Type"] = "application/json";
  let status: number;
  let isOk: boolean;
  let text: string;
  try {
    const response = await fetch(url, {
      method: call.method ?? (sent ? "POST" : "GET"),
      headers,
      ...(sent && {
        body: json ? JSON.stringify(json) : new URLSearchParams(keepFilled(form ?? {})),
      }),
      credentials: call.hasCookies ? "include" : "omit",
      // A redirect would take the answer, and what was sent, to some other place.
      redirect: "error",
    });
    ({ status, ok: isOk } = response);
    text = await response.text();
  } catch (failure) {
    throw new AuthError(
      "request_error",
      `${url} did not answer. Check the network, the domain and the allowed origins.`,
      // The name alone: the text of a foreign error may repeat what was sent.
      "network",
      { original: { name: failure instanceof Error ? failure.name : "" } },
    );
  }
  const body = text.length < maxBody ? parseJson(text) : undefined;
  if (!isOk) throw describeRefusal(url, status, body, text, findSecrets({ ...sent, token }));
  if (body !== undefined) return body;
  if (call.isTextFine) return text;
  throw malformedAnswer(url, status);
}

/** As {@link request}, and takes no answer but one in the form that is expected. */
export async function requestBody<Body>(
  isBody: (body: unknown) => body is Body,
  fetch: FetchPort,
  call: Call,
): Promise<Body> {
  const body = await request(fetch, call);
  if (isBody(body)) return body;
  throw malformedAnswer(call.url);
}

/** An answer that says yes, and is not what it should be. */
export function malformedAnswer(url: string, statusCode?: number): AuthError {
  return new AuthError(
    "request_error",
    `The answer of ${url} is malformed. Check the domain.`,
    "body_malformed",
    { statusCode },
  );
}

/**
 * Turns a refusal into an AuthError. The service spells its members differently from route to route, and
 * answers in plain text when a limit is reached or an origin is not allowed. The code alone is taken as it
 * came, unless it is a secret: a password may be a word in it.
 */
function describeRefusal(
  url: string,
  statusCode: number,
  body: unknown,
  text: string,
  secrets: readonly string[],
): AuthError {
  const cleanText = secrets.reduce(removeSecret, text).slice(0, maxText);
  const clean = parseJson(cleanText, (name, value: unknown) =>
    secretNames.test(name) ? removed : value,
  );
  const isLimit = statusCode === 429;
  const code = findText(body, ["code", "error", "error_code"]);
  const isCode = code && /^[\w. ]{1,60}$/.test(code) && !secrets.includes(code);
  return new AuthError(
    (isCode && code) || (isLimit ? "too_many_requests" : "request_error"),
    findText(clean, ["errorDescription", "error_description", "description", "message", "error"]) ??
      `${url} answered with status ${statusCode}. ${clean ? "" : cleanText.slice(0, 200)}`.trim(),
    "http_status",
    {
      remedy: isLimit ? "Wait, then try again." : undefined,
      statusCode,
      errorCode: findText(clean, ["errorCode"]),
      policy: findText(clean, ["policy"]),
      original: { statusCode, body: clean ?? cleanText },
    },
  );
}

/** The first of some members that is a text. */
function findText(body: unknown, names: readonly string[]): string | undefined {
  const members = toRecord(body);
  return names.map((name) => members[name]).find((value) => typeof value === "string");
}

function findSecrets(sent: Record<string, unknown>): string[] {
  return Object.entries(sent).flatMap(([name, value]) =>
    typeof value === "string" && value && (name === "code" || secretNames.test(name))
      ? [value]
      : [],
  );
}

/** Takes a secret out of a text, as it is and in the forms that JSON and forms give it. */
function removeSecret(text: string, secret: string): string {
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)].reduce(
    (rest, form) => rest.replaceAll(form, removed),
    text,
  );
}

function parseJson(text: string, revive?: (name: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, revive) as unknown;
  } catch {
    return undefined;
  }
}
