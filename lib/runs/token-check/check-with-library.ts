import { AuthError, WebAuth, type AuthPorts } from "../../auth/index.ts";
import type { JsonWebKeySet } from "../../tokens/read-key-set.ts";
import { servePastedKeys } from "./serve-pasted-keys.ts";

/** An ID token, and the login that the library is to expect. */
export interface LibraryQuestion {
  readonly token: string;
  /** The tenant's domain, as the option `domain` of the library accepts it. */
  readonly domain: string;
  readonly clientId: string;
  /** Without a nonce, the library does not check the nonce of the token. */
  readonly nonce?: string | undefined;
  /** Seconds. Default: the library's own. */
  readonly leeway?: number | undefined;
  /** Seconds. */
  readonly maxAge?: number | undefined;
  readonly organization?: string | undefined;
  /** The access token of the same response, which must match `at_hash`. */
  readonly accessToken?: string | undefined;
  /** The code of the same response, which must match `c_hash`. */
  readonly code?: string | undefined;
  /** Pasted keys, used in place of the tenant's key set. Default: the key set of `domain`. */
  readonly keys?: JsonWebKeySet | undefined;
}

/** The answer of the library, in its own words. */
export type LibraryAnswer =
  | { readonly kind: "accepted" }
  /** The library finds no token in the response, and returns null. */
  | { readonly kind: "no-token" }
  | {
      readonly kind: "rejected";
      readonly error: string;
      readonly errorDescription: string;
      readonly reason: string | undefined;
      readonly remedy: string | undefined;
    }
  /** The library refuses an option, and throws before it reads the token. */
  | { readonly kind: "wrong-option"; readonly message: string };

/** The ports of a check. `fetch` is asked for the tenant's key set only, if no keys are pasted. */
export type LibraryPorts = Pick<AuthPorts, "fetch" | "clock" | "crypto">;

/** Only this page compares the state, so it need not be random. */
const state = "token-check";

/**
 * Calls `parseHash` of the library with a response that contains the token. Its storage is in
 * memory, so the check leaves no trace in the page. Never sends a part of the token.
 */
export async function checkWithLibrary(
  question: LibraryQuestion,
  { fetch: fetchKeySet, clock, crypto }: LibraryPorts,
): Promise<LibraryAnswer> {
  const { token, domain, clientId, leeway, maxAge, organization, nonce, keys } = question;
  const fetch = keys === undefined ? fetchKeySet : servePastedKeys(keys, token);
  try {
    const { parseHash } = new WebAuth({
      domain,
      clientID: clientId,
      responseType: "id_token",
      leeway,
      maxAge,
      organization,
      ports: { fetch, clock, crypto, storage: new Map<string, string>() },
    });
    const result = await parseHash({ hash: writeHash(question), state, nonce });
    // Without a payload, the library verified nothing.
    return { kind: result?.idTokenPayload ? "accepted" : "no-token" };
  } catch (failure) {
    return describeFailure(failure);
  }
}

/** Writes the fragment of a redirect. URLSearchParams also encodes half a surrogate pair. */
function writeHash({ token, accessToken, code }: LibraryQuestion): string {
  return new URLSearchParams({
    id_token: token,
    ...(accessToken !== undefined && { access_token: accessToken }),
    ...(code !== undefined && { code }),
    state,
  }).toString();
}

/** @throws a failure that is not the library's */
function describeFailure(failure: unknown): LibraryAnswer {
  if (failure instanceof AuthError) {
    const { error, errorDescription, reason, remedy } = failure;
    return { kind: "rejected", error, errorDescription, reason, remedy };
  }
  if (failure instanceof TypeError) return { kind: "wrong-option", message: failure.message };
  throw failure;
}
