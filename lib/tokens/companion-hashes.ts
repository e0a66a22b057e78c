import * as z from "zod/mini";
import type { DecodedToken } from "./decode-token.ts";
import { showValue, type Finding } from "./finding.ts";

/** The values of a response that its ID token can contain a hash of. */
export interface Companions {
  accessToken?: string;
  code?: string;
}

/** The expected hashes. A hash is absent if it cannot be computed. */
export const companionHashesSchema = z.object({
  at_hash: z.optional(z.string()),
  c_hash: z.optional(z.string()),
});
export type CompanionHashes = z.infer<typeof companionHashesSchema>;

const digests: ReadonlyMap<string, string> = new Map([
  ["256", "SHA-256"],
  ["384", "SHA-384"],
  ["512", "SHA-512"],
]);

/**
 * Computes at_hash and c_hash: the left half of a hash of the value. The token's signature
 * algorithm names the hash function (OpenID Connect Core 1.0, sections 3.1.3.6 and 3.3.2.11).
 */
export async function hashCompanions(
  { header }: DecodedToken,
  { accessToken, code }: Companions,
): Promise<CompanionHashes> {
  const { alg } = header;
  const digest = typeof alg === "string" ? digests.get(alg.slice(-3)) : undefined;
  if (digest === undefined) return {};
  return {
    ...(accessToken === undefined ? {} : { at_hash: await hashHalf(accessToken, digest) }),
    ...(code === undefined ? {} : { c_hash: await hashHalf(code, digest) }),
  };
}

/** Compares the hashes in a token with the computed ones. A missing hash is not a finding. */
export function findHashFindings({ payload }: DecodedToken, computed: CompanionHashes): Finding[] {
  const rules = [
    { claim: "at_hash", companion: "access token", source: "section 3.2.2.9" },
    { claim: "c_hash", companion: "authorization code", source: "section 3.3.2.10" },
  ] as const;
  return rules
    .filter(({ claim }) => {
      const wanted = computed[claim];
      return wanted !== undefined && payload[claim] !== undefined && payload[claim] !== wanted;
    })
    .map(({ claim, companion, source }) => ({
      id: claim === "at_hash" ? "access-token-hash-different" : "code-hash-different",
      severity: "error",
      title: `${claim} belongs to another ${companion}`,
      seen: `${claim} ${showValue(payload[claim])}, computed ${showValue(computed[claim])}`,
      why: `${claim} binds the ID token to the ${companion} of the same response. This ${companion} was replaced or changed.`,
      remedy: `Do not use the ID token or the ${companion}. Log in again.`,
      source: `OpenID Connect Core 1.0, ${source}`,
      libraryError: "invalid_token",
    }));
}

async function hashHalf(text: string, digest: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest(digest, new TextEncoder().encode(text)));
  const half = hash.subarray(0, hash.length / 2);
  return btoa(String.fromCharCode(...half))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
