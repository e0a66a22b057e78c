import { fail, refuseValue } from "./auth-error.ts";
import { describeValue } from "./describe-value.ts";
import { findRemedy } from "./remedies.ts";
import { isRecord } from "./records.ts";

/**
 * The members of an authorization response as unchecked text. They come in a fragment, a message or
 * a token response.
 *
 * @see RFC 6749, sections 4.2.2 and 5.1; OpenID Connect Core 1.0, section 3.2.2.5; RFC 9207,
 *   section 2
 */
export type AuthorizationResponse = Readonly<
  Partial<Record<ResponseMember, string | undefined>> & Record<string, string | undefined>
>;

const memberNames = [
  "access_token",
  "id_token",
  "refresh_token",
  "code",
  "token_type",
  "expires_in",
  "scope",
  "state",
  "error",
  "error_description",
  "iss",
] as const;

type ResponseMember = (typeof memberNames)[number];

// No browser returns a longer response, and this length is parsed quickly.
const maxLength = 200_000;

/**
 * Reads the fragment of a redirect, with or without `#` or `#/` before it.
 *
 * @throws AuthError `invalid_hash` when it is too long, or a member is not percent-encoded or is
 *   repeated (RFC 6749, section 3.1)
 */
export function readHash(hash: string): AuthorizationResponse {
  const response: Record<string, string> = {};
  if (hash.length > maxLength) {
    refuseHash(`has ${hash.length} characters, expected at most ${maxLength}`);
  }
  // URLSearchParams would take longer than the rest of this function in browsers.
  for (const pair of hash.replace(/^[#?]?\/?/, "").split("&")) {
    const at = `${pair}=`.indexOf("=");
    const name = pair.slice(0, at);
    // Other members belong to the page, and need not be percent-encoded.
    if (!memberNames.some((member) => member === name)) continue;
    if (name in response) refuseHash(`repeats ${name}`);
    response[name] = decode(name, pair.slice(at + 1));
  }
  return readMembers(response);
}

function decode(name: string, text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return spaced.includes("%") ? decodeURIComponent(spaced) : spaced;
  } catch {
    refuseHash(`does not percent-encode ${name}`);
  }
}

function refuseHash(problem: string): never {
  fail("invalid_hash", `The response is malformed: it ${problem}.`, "hash_malformed", {
    remedy: "Log in again.",
  });
}

/** Reads the members of a response from an object. */
export function readMembers(body: Record<string, unknown>): AuthorizationResponse {
  const response: Record<string, string> = {};
  for (const name of memberNames) {
    const value = body[name];
    // A lifetime is a number in JSON, and text in a fragment.
    const text = typeof value === "number" ? `${value}` : value;
    if (typeof text === "string" && text && text.length <= maxLength) response[name] = text;
  }
  return response;
}

/**
 * Reads a message from the authorization endpoint (response mode `web_message`), or from the
 * callback page of a popup.
 *
 * @returns undefined for any other message
 */
export function readWebMessage({
  type,
  response,
}: Record<string, unknown>): AuthorizationResponse | undefined {
  return type === "authorization_response" && isRecord(response)
    ? readMembers(response)
    : undefined;
}

/**
 * Refuses a response or an error from another tenant. The parameter `iss` is optional.
 *
 * @param origin the tenant's origin
 * @throws AuthError `invalid_token`
 * @see RFC 9207, section 2.4
 */
export function checkIssuer({ iss }: AuthorizationResponse, origin: string): void {
  const expected = `${origin}/`;
  if (iss === undefined || iss === expected) return;
  refuseValue(
    "issuer_different",
    "The response is from another tenant",
    "iss",
    describeValue(iss),
    `"${expected}"`,
    "Log in again, and check which tenant the callback URL belongs to.",
  );
}

/** @throws AuthError when the response is the service's own error */
export function throwResponseError({
  error,
  error_description,
  state,
}: AuthorizationResponse): void {
  if (!error) return;
  fail(error, error_description ?? error, undefined, { state, remedy: findRemedy(error) });
}
