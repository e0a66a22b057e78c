import { AuthError } from "./auth-error.ts";
import { isRecord } from "./is-record.ts";
import type { FetchPort, FetchRequest } from "./ports.ts";
import { scrubSecrets } from "./scrub-secrets.ts";

const maxBody = 1_000_000;

/**
 * Sends a request and reads the JSON of its answer. Every failure comes out as one AuthError: no answer, an
 * answer that is not JSON, a status that says no.
 *
 * @param secrets what the request carries and no error may repeat, even when the answer echoes it
 */
export async function requestJson(
  fetch: FetchPort,
  url: string,
  request: FetchRequest,
  secrets: readonly string[] = [],
): Promise<unknown> {
  let status: number;
  let isOk: boolean;
  let text: string;
  try {
    const response = await fetch(url, request);
    ({ status, ok: isOk } = response);
    text = await response.text();
  } catch (failure) {
    throw new AuthError({
      error: "request_error",
      errorDescription: `No answer came from ${url}. Check the network connection, the domain, and whether the application allows this origin.`,
      reason: "network",
      // The name alone: the text of a foreign error may repeat what was sent.
      original: { name: failure instanceof Error ? failure.name : typeof failure },
    });
  }
  const body = parseJson(text);
  if (!isOk) throw describeRefusal(url, status, body ?? text, secrets);
  if (body !== undefined) return body;
  throw new AuthError({
    error: "request_error",
    errorDescription: `The answer of ${url} is not JSON. Check that the domain is that of a tenant.`,
    reason: "body_malformed",
    statusCode: status,
  });
}

/**
 * Turns a refusal into an AuthError. The service spells its members differently from route to route, and
 * answers in plain text when a limit is reached or an origin is not allowed.
 */
function describeRefusal(
  url: string,
  statusCode: number,
  body: unknown,
  secrets: readonly string[],
): AuthError {
  const clean = scrubSecrets(body, secrets);
  const members = isRecord(clean) ? clean : {};
  const code = firstText(members, ["code", "error", "error_code"]);
  const description = firstText(members, [
    "errorDescription",
    "error_description",
    "description",
    "message",
    "error",
  ]);
  const plain = typeof clean === "string" ? clean.trim().slice(0, 200) : "";
  return new AuthError({
    error: code ?? (statusCode === 429 ? "too_many_requests" : "request_error"),
    errorDescription:
      description ?? `${url} answered with status ${statusCode}${plain && `: ${plain}`}.`,
    reason: "http_status",
    remedy: statusCode === 429 ? "Wait a while, then try again, less often." : undefined,
    statusCode,
    original: { statusCode, body: clean },
  });
}

function firstText(members: Record<string, unknown>, names: readonly string[]): string | undefined {
  const found = names.map((name) => members[name]).find((value) => typeof value === "string");
  return typeof found === "string" ? found.slice(0, 2000) : undefined;
}

function parseJson(text: string): unknown {
  if (text.length > maxBody) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
