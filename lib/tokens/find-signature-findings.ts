import type { DecodedToken } from "./decode-token.ts";
import { showValue, type Finding, type TokenUse } from "./finding.ts";
import type { VerificationOutcome } from "./verify-signature.ts";

/** Returns the findings of a signature check, without those about the algorithm in the header. */
export function findSignatureFindings(
  token: DecodedToken,
  outcome: VerificationOutcome,
  use: TokenUse,
): Finding[] {
  const source = "RFC 7515, section 5.2";
  const seen = `header alg ${showValue(token.header["alg"])}, kid ${showValue(token.header["kid"])}`;
  const refusal = use === "id_token" ? { libraryError: "invalid_token" as const } : {};
  switch (outcome.kind) {
    case "verified":
    case "unsigned":
    case "unsupported-algorithm":
    case "unsupported-header":
      return [];
    case "wrong-signature":
      // `findHeaderFindings` already reports an empty signature.
      if (!token.signature.isPresent) return [];
      return [
        {
          id: "signature-wrong",
          severity: "error",
          title: "Invalid signature",
          seen,
          why: outcome.message,
          remedy: "Do not accept the token. Copy it again, or select the tenant that issued it.",
          source,
          ...refusal,
        },
      ];
    case "unknown-key":
      return [
        {
          id: "key-unknown",
          severity: "error",
          title: "The tenant does not publish the signing key",
          seen: `${seen}; published kids ${showValue(outcome.knownKids)}`,
          why: outcome.message,
          remedy:
            "Select the tenant that issued the token, or log in again for a token with a current key.",
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
          remedy:
            "Make the tenant's keys reachable and inspect the token again. Until then, do not trust the token.",
          source,
        },
      ];
    default:
      return outcome satisfies never;
  }
}
