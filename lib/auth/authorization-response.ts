import { AuthError } from "./auth-error.ts";
import { isRecord } from "./is-record.ts";

/**
 * The members of an authorization response, in a fragment or a message, as texts and unchecked.
 *
 * @see RFC 6749, section 4.2.2; OpenID Connect Core 1.0, section 3.2.2.5
 */
export type AuthorizationResponse = Readonly<Partial<Record<ResponseMember, string>>>;

const members = [
  "access_token",
  "id_token",
  "refresh_token",
  "token_type",
  "expires_in",
  "scope",
  "state",
  "error",
  "error_description",
] as const;

type ResponseMember = (typeof members)[number];

// Far above any response that a browser will carry, far below what would hurt to parse.
const maxLength = 200_000;

/**
 * Reads the fragment of a redirect, with or without `#` or `#/` before it.
 *
 * @throws AuthError `invalid_hash` when it is too long, or repeats a member (RFC 6749, section 3.1)
 */
export function readHash(hash: string): AuthorizationResponse {
  if (hash.length > maxLength) throw malformedHash("is longer than any response can be");
  const parameters = new URLSearchParams(hash.replace(/^#?\/?/, ""));
  const response: Partial<Record<ResponseMember, string>> = {};
  for (const name of members) {
    const [value, repeated] = parameters.getAll(name);
    if (repeated !== undefined) throw malformedHash(`names ${name} more than once`);
    if (value) response[name] = value;
  }
  return response;
}

/**
 * Reads the data of a message from the authorization endpoint (response mode `web_message`).
 *
 * @returns null when the message is something else
 */
export function readWebMessage(data: unknown): AuthorizationResponse | null {
  if (!isRecord(data) || data["type"] !== "authorization_response") return null;
  const body = data["response"];
  if (!isRecord(body)) return null;
  const response: Partial<Record<ResponseMember, string>> = {};
  for (const name of members) {
    const value = body[name];
    // Lifetimes come as numbers here, as texts in a fragment: texts from now on.
    if (typeof value === "number") response[name] = String(value);
    if (typeof value === "string" && value !== "" && value.length <= maxLength) {
      response[name] = value;
    }
  }
  return response;
}

/** The service's own error in a response, if it is one. */
export function findResponseError(response: AuthorizationResponse): AuthError | null {
  if (response.error === undefined) return null;
  return new AuthError({
    error: response.error.slice(0, 200),
    errorDescription: (response.error_description ?? response.error).slice(0, 2000),
    state: response.state,
  });
}

function malformedHash(what: string): AuthError {
  return new AuthError({
    error: "invalid_hash",
    errorDescription: `The fragment of the address ${what}. Start the login again.`,
    reason: "hash_malformed",
  });
}
