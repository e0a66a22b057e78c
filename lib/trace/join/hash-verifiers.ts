import { encodeBase64Url } from "../../encoding/base64url.ts";
import { hasPseudonym } from "../../redaction/known-secrets.ts";
import { readDerived } from "../exchange.ts";
import type { AuthMessage } from "../message.ts";
import { readParameter } from "../parameters.ts";

/** Returns the S256 challenge (RFC 7636, section 4.2) of each verifier that a message sent. */
export async function hashVerifiers(
  messages: readonly AuthMessage[],
): Promise<ReadonlyMap<string, string>> {
  const known = new Map<string, string>();
  const verifiers = new Set<string>();
  for (const { request, exchange } of messages) {
    const verifier = readParameter(request, "code_verifier");
    if (verifier === undefined) continue;
    const derived = readDerived(exchange, "S256");
    if (derived !== undefined) known.set(verifier, derived);
    // A pseudonym has no challenge.
    else if (!hasPseudonym(verifier)) verifiers.add(verifier);
  }
  const pairs = [...verifiers].map(
    async (verifier) => [verifier, await createChallenge(verifier)] as const,
  );
  return new Map([...known, ...(await Promise.all(pairs))]);
}

async function createChallenge(verifier: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return encodeBase64Url(new Uint8Array(bytes));
}
