import { fail } from "./auth-error.ts";
import { isRecord, toRecord } from "./records.ts";
import { redact, removed } from "./redact.ts";
import { findRemedy } from "./remedies.ts";

const maxText = 2000;
// Plain text is an error page as often as a sentence.
const maxPlainText = 200;

/** What of a refusal is not in its body. */
interface Refusal {
  readonly url: string;
  readonly status: number;
  /** Seconds. */
  readonly retryAfter: number | undefined;
}

/**
 * Turns a refusal into an AuthError. The service spells its members differently from route to route, and answers
 * in plain text when a limit is reached or an origin is not allowed.
 *
 * @param answer the service's JSON, or its text
 * @param sent the members of the request: no secret among them is in the error
 */
export function throwRefusal(
  { url, status: statusCode, retryAfter }: Refusal,
  answer: unknown,
  sent: Readonly<Record<string, unknown>>,
): never {
  const body = redact(answer, sent);
  const { description } = toRecord(body);
  const code = readCode(body, "code", "error", "error_code");
  const errorCode = readCode(body, "errorCode");
  const policy = findText(body, "policy");
  const text = findText(
    body,
    "errorDescription",
    "error_description",
    "description",
    "message",
    "error",
  );
  const status = `${url} answered with status ${statusCode}.`;
  const told =
    text ?? (typeof body === "string" ? `${status} ${body.slice(0, maxPlainText)}`.trim() : status);
  fail(
    code ?? (statusCode === 429 ? "too_many_requests" : "request_error"),
    told.endsWith(removed)
      ? `${status} Its text repeats a secret, and is not shown.`
      : told.slice(0, maxText),
    "http_status",
    {
      name: readCode(body, "name"),
      description: isRecord(description) ? description : undefined,
      policy: policy === removed ? undefined : policy,
      statusCode,
      errorCode,
      retryAfter,
      remedy:
        statusCode === 429
          ? `Wait${retryAfter ? ` ${retryAfter} seconds` : ""}, then try again.`
          : findRemedy(errorCode ?? code ?? `${statusCode}`),
      original: { statusCode, body },
    },
  );
}

/** Returns the first of some members that is a text, if it is a code (RFC 6749, section 5.2: visible ASCII). */
function readCode(body: unknown, ...names: string[]): string | undefined {
  const code = findText(body, ...names) ?? "";
  return /^[ -~]{1,60}$/.test(code) && !code.includes(removed) ? code : undefined;
}

/** Returns the first of some members that is a text. */
function findText(body: unknown, ...names: string[]): string | undefined {
  return names.map((name) => toRecord(body)[name]).find((value) => typeof value === "string");
}
