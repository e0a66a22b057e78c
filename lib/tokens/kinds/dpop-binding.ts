import * as z from "zod/mini";
import { isJsonObject, readText } from "../../encoding/json.ts";
import { decodeToken, type DecodedToken } from "../decode-token.ts";
import { showValue, type Finding } from "../finding.ts";
import type { TokenUse } from "./token-kind.ts";
import { decideKind } from "./decide-kind.ts";
import { thumbprintOfProof } from "./dpop-key.ts";

/** The values that bind an access token and a DPoP proof to each other. */
export const bindingSchema = z.object({
  /** The thumbprint of this proof's key, or the one that this access token names. */
  own: z.optional(z.string()),
  /** The thumbprints of the other side: of known proofs, or in known access tokens. */
  others: z.array(z.string()),
  /** The hashes of the known access tokens, to compare with `ath` of a proof. */
  tokenHashes: z.array(z.string()),
});
export type Binding = z.infer<typeof bindingSchema>;

/** The longest list of tokens that is searched for the other side. */
const maxOthers = 100;

/**
 * Reads the thumbprints of an access token or a proof, and of the tokens that were found beside it
 * (RFC 9449, sections 4.3 and 6.1; RFC 7638).
 */
export async function readBinding(
  token: DecodedToken,
  use: TokenUse,
  others: readonly string[],
): Promise<Binding> {
  if (use !== "access_token" && use !== "dpop_proof") return { others: [], tokenHashes: [] };
  const own = use === "dpop_proof" ? await thumbprintOfProof(token) : thumbprintIn(token);
  const beside = others.slice(0, maxOthers).filter((text) => text !== token.compact);
  const decoded = beside.flatMap((text) => {
    const result = decodeToken(text);
    return result.ok ? [{ token: result.token, use: decideKind(result.token).use }] : [];
  });
  const proofs = decoded.filter((one) => one.use === "dpop_proof");
  const isProof = use === "dpop_proof";
  const thumbprints = isProof
    ? decoded.map((one) => thumbprintIn(one.token))
    : await Promise.all(proofs.map((one) => thumbprintOfProof(one.token)));
  const proofTexts = new Set(proofs.map((one) => one.token.compact));
  const hashes = isProof
    ? await Promise.all(beside.filter((text) => !proofTexts.has(text)).map(hashToken))
    : [];
  return {
    ...(own === undefined ? {} : { own }),
    others: thumbprints.filter((text) => text !== undefined),
    tokenHashes: hashes,
  };
}

function thumbprintIn({ payload: { cnf } }: DecodedToken): string | undefined {
  return isJsonObject(cnf) ? readText(cnf["jkt"]) : undefined;
}

/** Reports an access token and a proof that belong to different keys. */
export function findBindingFindings(
  token: DecodedToken,
  use: TokenUse,
  { own, others, tokenHashes }: Binding,
): Finding[] {
  const findings: Finding[] = [];
  if (own !== undefined && others.length > 0 && !others.includes(own)) {
    findings.push({
      id: "binding-different",
      severity: "error",
      title: "Access token and DPoP proof have different keys",
      seen:
        use === "dpop_proof"
          ? `thumbprint of jwk ${showValue(own)}, cnf.jkt ${showValue(others)}`
          : `cnf.jkt ${showValue(own)}, thumbprint of the proof's jwk ${showValue(others)}`,
      why: "An API accepts a bound access token only with a proof that is signed with the same key.",
      remedy: "Create the proof with the key pair that was used to request the access token.",
      source: "RFC 9449, sections 4.3 and 6.1",
    });
  }
  const { ath } = token.payload;
  const isOther = tokenHashes.length > 0 && !tokenHashes.some((hash) => hash === ath);
  if (use === "dpop_proof" && ath !== undefined && isOther) {
    findings.push({
      id: "proof-token-hash-different",
      severity: "error",
      title: "ath belongs to another access token",
      seen: `ath ${showValue(ath)}, computed ${showValue(tokenHashes)}`,
      why: "ath binds the proof to one access token. An API compares it with the token of the request.",
      remedy: "Create a new proof for this access token.",
      source: "RFC 9449, section 4.3",
    });
  }
  return findings;
}

async function hashToken(text: string): Promise<string> {
  const hash = new Uint8Array(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)),
  );
  return btoa(String.fromCharCode(...hash))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
