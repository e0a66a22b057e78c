import { fail } from "./auth-error.ts";
import { isRecord, toRecord } from "./records.ts";
import { redact, removed } from "./redact.ts";
import { findRemedy } from "./remedies.ts";

const maxText = 2000;
// Plain text may be a whole error page.
const maxPlainText = 200;

/** The facts of a refusal that its body does not contain. */
interface Refusal {
  readonly url: string;
  readonly statusCode: number;
  /** Seconds. */
  readonly retryAfter: number | undefined;
}

/**
 * Throws a refusal as an AuthError. The service names the members of its errors differently from
 * route to route. It answers in plain text when a limit is reached or an origin is not allowed.
 *
 * @param answer the service's JSON, or its text
 * @param sent the members of the request, whose secrets are removed
 */
export function throwRefusal(
  { url, statusCode, retryAfter }: Refusal,
  answer: unknown,
  sent: Readonly<Record<string, unknown>>,
): never {
  const body = redact(answer, sent);
  const members = toRecord(body);
  const { description } = members;
  const code = readCode(members, "code", "error", "error_code");
  const errorCode = readCode(members, "errorCode");
  const policy = readText(members, "policy");
  const sentence = readText(
    members,
    "errorDescription",
    "error_description",
    "description",
    "message",
    "error",
  );
  const status = `${url} responded with status ${statusCode}.`;
  const plainText = typeof body === "string" ? body.slice(0, maxPlainText) : "";
  const text = sentence ?? `${status} ${plainText}`.trim();
  const isRateLimited = statusCode === 429;
  fail(
    code ?? (isRateLimited ? "too_many_requests" : "request_error"),
    text.endsWith(removed)
      ? `${status} Its text contains a secret of the request, and is not shown.`
      : text.slice(0, maxText),
    "http_status",
    {
      name: readCode(members, "name"),
      description: isRecord(description) ? description : undefined,
      policy: policy === removed ? undefined : policy,
      statusCode,
      errorCode,
      retryAfter,
      remedy: isRateLimited
        ? `Wait${retryAfter ? ` ${retryAfter} seconds` : ""}, then try again.`
        : findRemedy(errorCode ?? code ?? `${statusCode}`),
      original: { statusCode, body },
    },
  );
}

type Members = Record<string, unknown>;

/**
 * Returns the first of some members that is a text, if it is a code of visible ASCII (RFC 6749,
 * section 5.2).
 */
function readCode(members: Members, ...names: string[]): string | undefined {
  const code = readText(members, ...names) ?? "";
  return /^[ -~]{1,60}$/.test(code) && !code.includes(removed) ? code : undefined;
}

/** Returns the first of some members that is a text. */
function readText(members: Members, ...names: string[]): string | undefined {
  return names.map((name) => members[name]).find((value) => typeof value === "string");
}
