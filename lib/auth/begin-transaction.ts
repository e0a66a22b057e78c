import { requestsType, writeAuthorizeUrl, type AuthorizeParameters } from "./authorize-url.ts";
import type { Context } from "./context.ts";
import { createRandomText, hashText } from "./web-crypto.ts";

/** The URL of a request, and the parameters to check its response against. */
export interface BegunTransaction {
  readonly url: string;
  readonly parameters: AuthorizeParameters;
}

/**
 * Ties the response to this request. Adds a state, a nonce where an ID token may be returned, and a
 * PKCE challenge, unless the caller gave them. The verifier is a parameter of the transaction, and
 * not in the URL.
 *
 * Only PKCE needs a promise. Without PKCE the result is synchronous, so that a popup opens in the
 * task of the user's click and is not blocked.
 *
 * @see RFC 6749, section 10.12; OpenID Connect Core 1.0, section 15.5.2; RFC 7636, sections 4.1 and
 *   4.2
 */
export function beginTransaction(
  context: Context,
  given: AuthorizeParameters,
): BegunTransaction | Promise<BegunTransaction> {
  const parameters = { ...given };
  const needsVerifier = parameters["code_challenge_method"] && !parameters["code_challenge"];
  parameters["state"] ||= createRandomText(context);
  if (needsVerifier || requestsType(parameters, "id_token")) {
    parameters["nonce"] ||= createRandomText(context);
  }
  if (!needsVerifier) return { url: writeAuthorizeUrl(context, parameters), parameters };
  const code_verifier = createRandomText(context);
  return hashText(context, code_verifier).then((code_challenge) => {
    const request = { ...parameters, code_challenge };
    return { url: writeAuthorizeUrl(context, request), parameters: { ...request, code_verifier } };
  });
}
