import { asksFor, writeAuthorizeUrl, type AuthorizeParameters } from "./authorize-url.ts";
import type { Context } from "./context.ts";
import { createRandomText, hashText } from "./web-crypto.ts";

/** A request that is ready to be made, and what its response will be held against. */
export interface BegunTransaction {
  readonly url: string;
  readonly parameters: AuthorizeParameters;
}

/**
 * Ties the response to this request: adds a state, a nonce when an ID token may come, and the challenge of a
 * verifier when a code is to be redeemed here, where the caller gave none. The verifier joins what is
 * remembered, and is not in the URL. A digest takes a turn; without one the answer is there at once, so that
 * a popup can be opened in the very turn of the user's click.
 *
 * @see RFC 6749, section 10.12; OpenID Connect Core 1.0, section 15.5.2; RFC 7636, sections 4.1 and 4.2
 */
export function beginTransaction(
  context: Context,
  given: AuthorizeParameters,
): BegunTransaction | Promise<BegunTransaction> {
  const parameters = { ...given };
  const isProof = parameters["code_challenge_method"] && !parameters["code_challenge"];
  parameters["state"] ||= createRandomText(context);
  if (isProof || asksFor(parameters, "id_token")) parameters["nonce"] ||= createRandomText(context);
  if (!isProof) return { url: writeAuthorizeUrl(context, parameters), parameters };
  const code_verifier = createRandomText(context);
  return hashText(context, code_verifier).then((code_challenge) => {
    const asked = { ...parameters, code_challenge };
    return { url: writeAuthorizeUrl(context, asked), parameters: { ...asked, code_verifier } };
  });
}
