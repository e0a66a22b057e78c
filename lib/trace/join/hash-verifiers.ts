import { encodeBase64Url } from "../../encoding/base64url.ts";
import type { AuthMessage } from "../message.ts";
import { readParameter } from "../parameters.ts";

/** Returns the S256 challenge (RFC 7636, section 4.2) of each verifier that a message sent. */
export async function hashVerifiers(
  messages: readonly AuthMessage[],
): Promise<ReadonlyMap<string, string>> {
  const verifiers = new Set(
    messages.flatMap(({ request }) => readParameter(request, "code_verifier") ?? []),
  );
  const pairs = [...verifiers].map(
    async (verifier) => [verifier, await createChallenge(verifier)] as const,
  );
  return new Map(await Promise.all(pairs));
}

async function createChallenge(verifier: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return encodeBase64Url(new Uint8Array(bytes));
}
