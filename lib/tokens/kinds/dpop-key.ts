import { calculateJwkThumbprint } from "jose";
import { isJsonObject, readText, type JsonObject } from "../../encoding/json.ts";
import type { DecodedToken } from "../decode-token.ts";
import type { JsonWebKey } from "../read-key-set.ts";
import { verifySignature, type VerificationOutcome } from "../verify-signature.ts";

/** The members of a public key (RFC 7518, section 6; RFC 8037, section 2). */
const publicMembers = ["crv", "x", "y", "n", "e"];
/** The members that make a key private or symmetric (RFC 7518, sections 6.2.2, 6.3.2 and 6.4). */
const privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

/** Returns the names of the private members in the header's key. */
export function findPrivateMembers({ jwk }: JsonObject): string[] {
  return isJsonObject(jwk) ? privateMembers.filter((name) => name in jwk) : [];
}

/** Reads the public key in the header of a DPoP proof (RFC 9449, section 4.2). */
function readProofKey({ jwk, kid }: JsonObject): JsonWebKey | undefined {
  if (!isJsonObject(jwk)) return undefined;
  const kty = readText(jwk["kty"]);
  if (kty === undefined || kty === "oct") return undefined;
  const members = publicMembers.flatMap((name) => {
    const value = readText(jwk[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  const named = readText(kid);
  return { ...Object.fromEntries(members), kty, ...(named === undefined ? {} : { kid: named }) };
}

/**
 * Verifies a DPoP proof with the key in its own header. Success proves that its sender has the
 * private key, but not who the sender is (RFC 9449, section 4.3).
 */
export async function verifyProof(token: DecodedToken): Promise<VerificationOutcome | null> {
  const key = readProofKey(token.header);
  if (key === undefined) return null;
  const outcome = await verifySignature(token, {
    issuer: "the key in its own header",
    jwks: { keys: [key] },
  });
  switch (outcome.kind) {
    case "verified":
      return {
        ...outcome,
        message:
          "Signed with the key in its own header. This proves possession of that key, not who has it.",
      };
    case "wrong-signature":
    case "unknown-key":
    case "keys-unavailable":
      return {
        kind: "wrong-signature",
        kid: null,
        alg: readText(token.header["alg"]) ?? "",
        message: "The signature does not match the key in the header.",
      };
    case "other-algorithm":
    case "unsigned":
    case "unsupported-algorithm":
    case "unsupported-header":
      return outcome;
  }
  return outcome satisfies never;
}

/** Computes the thumbprint of the proof's key (RFC 7638); undefined for an invalid key. */
export async function thumbprintOfProof({ header }: DecodedToken): Promise<string | undefined> {
  const key = readProofKey(header);
  if (key === undefined) return undefined;
  try {
    return await calculateJwkThumbprint(key);
  } catch {
    return undefined;
  }
}
