import { shorten } from "../encoding/shorten.ts";
import { showHidden } from "../encoding/show-hidden.ts";
import type { DecodedToken } from "./decode-token.ts";
import { showValue, type Finding, type FindingsContext } from "./finding.ts";
import { kindOf, otherJwt, type Kind } from "./kinds/kind-table.ts";
import type { TokenUse } from "./kinds/token-kind.ts";
import type { VerificationOutcome } from "./verify-signature.ts";

/** Returns the findings of a signature check, without those about the algorithm in the header. */
export function findSignatureFindings(
  token: DecodedToken,
  outcome: VerificationOutcome,
  context: Pick<FindingsContext, "use" | "kind">,
): Finding[] {
  const { use } = context;
  const source = "RFC 7515, section 5.2";
  const seen = `header alg ${showValue(token.header["alg"])}, kid ${showValue(token.header["kid"])}`;
  const isPasted = outcome.keys === "pasted";
  // The library uses the tenant's keys. Pasted keys tell nothing about its result.
  const refusal = use === "id_token" && !isPasted ? { libraryError: "invalid_token" as const } : {};
  switch (outcome.kind) {
    case "verified":
      return outcome.weakSecret === undefined ? [] : [describeWeakSecret(outcome.weakSecret, seen)];
    case "unsigned":
    case "unsupported-algorithm":
    case "unsupported-header":
      return [];
    case "wrong-signature":
      // `findHeaderFindings` already reports an empty or a damaged signature.
      if (!token.signature.isPresent || token.signature.problem !== undefined) return [];
      return [
        {
          id: "signature-wrong",
          severity: "error",
          title: "Invalid signature",
          seen,
          why: outcome.message,
          remedy: explainWrongSignature(use, isPasted),
          source,
          ...refusal,
        },
      ];
    case "other-algorithm":
      return [describeOtherAlgorithm(outcome.declared, outcome.message, seen)];
    case "unknown-key":
      return [
        {
          id: "key-unknown",
          severity: rateUnknownKey(kindOf(context), isPasted),
          title: isPasted
            ? "The pasted keys do not contain the signing key"
            : "The tenant does not publish the signing key",
          seen: `${seen}; ${isPasted ? "pasted" : "published"} kids ${showValue(outcome.knownKids)}`,
          why: outcome.message,
          remedy: isPasted
            ? "Paste the keys of the token's issuer under Keys. Until then, do not trust the token."
            : "Select the tenant that issued the token, or log in again for a token with a current key.",
          source,
          ...refusal,
        },
      ];
    case "keys-unavailable":
      return [
        {
          id: "signature-unchecked",
          severity: "warning",
          title: "The signature could not be checked",
          seen,
          why: outcome.message,
          remedy: isPasted
            ? "Paste the complete key under Keys. Until then, do not trust the token."
            : "Make the tenant's keys reachable and inspect the token again. Until then, do not trust the token.",
          source,
        },
      ];
    default:
      return outcome satisfies never;
  }
}

function describeOtherAlgorithm(declared: string, message: string, seen: string): Finding {
  return {
    id: "key-for-other-algorithm",
    severity: "warning",
    title: `The key is declared for ${shorten(showHidden(declared), 20)}`,
    seen,
    why: `${message} A strict recipient refuses the token.`,
    remedy: "Configure the issuer to sign with the algorithm that its key set declares.",
    source: "RFC 7517, section 4.4",
  };
}

function rateUnknownKey(kind: Kind, isPasted: boolean): Finding["severity"] {
  // No other party needs the keys of a token for its own issuer.
  if (kind.isForIssuer === true) return "note";
  // The user may have pasted the keys of another issuer: the token is only unverified.
  if (isPasted || kind === otherJwt) return "warning";
  return kind.isFromProvider === true ? "error" : "note";
}

function describeWeakSecret(secret: { bits: number; minimum: number }, seen: string): Finding {
  return {
    id: "secret-weak",
    severity: "warning",
    title: "The secret is too short",
    seen: `${seen}; secret of ${secret.bits} bits, expected at least ${secret.minimum}`,
    why: "A secret that is shorter than the hash can be guessed offline from one token. Whoever knows it can sign tokens.",
    remedy: `Replace the secret with at least ${secret.minimum / 8} random bytes, or sign with RS256.`,
    source: "RFC 7518, section 3.2",
  };
}

function explainWrongSignature(use: TokenUse, isPasted: boolean): string {
  if (use === "dpop_proof") {
    return "Sign the proof with the private key that belongs to jwk, and do not change it afterwards.";
  }
  return isPasted
    ? "Do not accept the token. Copy it again, or paste the keys of its issuer."
    : "Do not accept the token. Copy it again, or select the tenant that issued it.";
}
