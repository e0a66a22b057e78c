import { fail, refuseToken } from "./auth-error.ts";
import { describeValue } from "./describe-value.ts";
import { findRemedy } from "./remedies.ts";
import { isRecord } from "./records.ts";

/**
 * The members of an authorization response, in a fragment, a message or a token response, as texts and
 * unchecked.
 *
 * @see RFC 6749, sections 4.2.2 and 5.1; OpenID Connect Core 1.0, section 3.2.2.5; RFC 9207, section 2
 */
export type AuthorizationResponse = Readonly<
  Partial<Record<ResponseMember, string | undefined>> & Record<string, string | undefined>
>;

const names =
  "access_token id_token refresh_token code token_type expires_in scope state error error_description iss";
const members = names.split(" ");

type Words<Text> = Text extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : Text;
type ResponseMember = Words<typeof names>;

// Far above any response that a browser will carry, far below what would hurt to parse.
const maxLength = 200_000;

/**
 * Reads the fragment of a redirect, with or without `#` or `#/` before it.
 *
 * @throws AuthError `invalid_hash` when it is too long, or a member is not percent-encoded or repeated (RFC 6749,
 *   section 3.1)
 */
export function readHash(hash: string): AuthorizationResponse {
  const response: Record<string, string> = {};
  if (hash.length > maxLength) {
    refuseHash(`has ${hash.length} characters, expected at most ${maxLength}`);
  }
  // By hand: URLSearchParams takes browsers longer than all else here together.
  for (const pair of hash.replace(/^[#?]?\/?/, "").split("&")) {
    const at = `${pair}=`.indexOf("=");
    const name = pair.slice(0, at);
    // All else is the page's own, which need not even be percent-encoded.
    if (!members.includes(name)) continue;
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

/** Reads the members of an object. */
export function readMembers(body: Record<string, unknown>): AuthorizationResponse {
  const response: Record<string, string> = {};
  for (const name of members) {
    const value = body[name];
    // Lifetimes are numbers in JSON, texts in a fragment: texts from now on.
    const text = typeof value === "number" ? `${value}` : value;
    if (typeof text === "string" && text && text.length <= maxLength) response[name] = text;
  }
  return response;
}

/**
 * Reads the data of a message from the authorization endpoint (response mode `web_message`), or from the
 * callback page of a popup.
 *
 * @returns undefined when the message is something else
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
 * Refuses a response, also an error, that names another tenant as its issuer. Without a name it passes: the
 * parameter is optional.
 *
 * @param origin the tenant's
 * @throws AuthError `invalid_token`
 * @see RFC 9207, section 2.4
 */
export function checkIssuer({ iss }: AuthorizationResponse, origin: string): void {
  const expected = `${origin}/`;
  if (iss === undefined || iss === expected) return;
  refuseToken(
    "issuer_different",
    `The response is another tenant's: iss is ${describeValue(iss)}, expected "${expected}".`,
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
