import type { DecodedToken } from "./decode-token.ts";
import { findTypeFindings } from "./kinds/find-type-findings.ts";
import { showValue, type Finding, type FindingsContext } from "./finding.ts";

/** Checks the header: algorithm, key id, references to keys, critical parameters and type. */
export function findHeaderFindings(token: DecodedToken, context: FindingsContext): Finding[] {
  return [
    ...checkAlgorithm(token, context),
    ...checkKeyId(token, context),
    ...checkKeyReferences(token, context),
    ...checkCriticalParameters(token),
    ...findTypeFindings(token, context),
  ];
}

function checkAlgorithm({ header, signature }: DecodedToken, { use }: FindingsContext): Finding[] {
  const alg = header["alg"];
  const seen = `header alg ${showValue(alg)}, kid ${showValue(header["kid"])}`;
  if (typeof alg !== "string") {
    return [
      {
        id: "alg-missing",
        severity: "error",
        title: "The header names no algorithm",
        seen,
        why: "A signed token must name its algorithm; otherwise the signature cannot be verified.",
        remedy: "Check that you copied the complete token, or ask the issuer for a token with alg.",
        source: "RFC 7515, section 4.1.1",
        ...(isForClient(use) ? { libraryError: "invalid_token" } : {}),
      },
    ];
  }
  if (alg.toLowerCase() === "none") {
    return [
      {
        id: "alg-none",
        severity: "error",
        title: "The token is not signed",
        seen,
        why: "Anyone can create a token with alg none. Clients must not accept it.",
        remedy:
          use === "dpop_proof"
            ? "Sign the proof with an asymmetric algorithm, such as ES256."
            : "Set the application's JSON Web Token signature algorithm to RS256, and find out where this token comes from.",
        source: "RFC 8725, section 3.2",
        ...(isForClient(use) ? { libraryError: "invalid_token" } : {}),
      },
    ];
  }
  const findings: Finding[] = [];
  if (!signature.isPresent) {
    findings.push({
      id: "signature-missing",
      severity: "error",
      title: "The signature is empty",
      seen: `${seen}, no third part`,
      why: "The header declares a signature, but the token has none.",
      remedy: "Copy the complete token. If the signature is still empty, do not accept the token.",
      source: "RFC 7515, section 5.2",
      ...(isForClient(use) ? { libraryError: "invalid_token" } : {}),
    });
  }
  if (alg === "RS256" || use === "dpop_proof" || use === "logout_token") return findings;
  if (use === "access_token") {
    // A client does not read an access token. Only the API must be able to verify it.
    if (alg.startsWith("HS")) {
      findings.push({
        id: "access-token-shared-secret",
        severity: "warning",
        title: `Access token signed with ${alg}`,
        seen,
        why: "The secret that verifies this token can also sign tokens. A browser or a second API must not have it.",
        remedy: "Set the API's signing algorithm to RS256.",
        source: "RFC 9068, section 2.1",
      });
    }
    return findings;
  }
  if (alg === "HS256") {
    findings.push({
      id: "alg-hs256",
      severity: use === "id_token" ? "error" : "warning",
      title: use === "id_token" ? "ID token signed with HS256" : "Signed with HS256",
      seen,
      why: "Verifying HS256 requires the client secret, which a browser cannot protect. Version 10 of the library rejects such an ID token with invalid_token.",
      remedy: "Set the application's JSON Web Token signature algorithm to RS256.",
      source: "OpenID Connect Core 1.0, section 3.1.3.7",
      libraryError: "invalid_token",
    });
    return findings;
  }
  findings.push({
    id: "alg-not-rs256",
    severity: use === "id_token" ? "error" : "warning",
    title: `Signed with ${alg.slice(0, 20)}, not with RS256`,
    seen,
    why: "In a browser, the library accepts only ID tokens that are signed with RS256.",
    remedy: "Set the application's JSON Web Token signature algorithm to RS256.",
    source: "OpenID Connect Core 1.0, section 3.1.3.7",
    libraryError: "invalid_token",
  });
  return findings;
}

/** Returns true for a token that the library may have to read. */
function isForClient(use: FindingsContext["use"]): boolean {
  return use === "id_token" || use === "unknown";
}

function checkKeyId({ header }: DecodedToken, { use }: FindingsContext): Finding[] {
  const { kid, alg } = header;
  // A DPoP proof carries its key in jwk.
  if (use === "dpop_proof") return [];
  if (typeof kid === "string" && kid !== "") return [];
  // HS algorithms need no kid, and an unsigned token has no key. Both have findings of their own.
  if (typeof alg !== "string" || alg.startsWith("HS") || alg.toLowerCase() === "none") return [];
  return [
    {
      id: "kid-absent",
      severity: "warning",
      title: "The header names no key",
      seen: `header kid ${showValue(kid)}`,
      why: "A tenant has several keys during a rotation. Without kid, a client must guess which key signed the token.",
      remedy: "Check that the tenant issued the token: its tokens always name their key.",
      source: "RFC 7515, section 4.1.4",
    },
  ];
}

function checkKeyReferences({ header }: DecodedToken, { use }: FindingsContext): Finding[] {
  const names = use === "dpop_proof" ? ["jku", "x5u", "x5c"] : ["jku", "x5u", "jwk", "x5c"];
  const present = names.filter((name) => name in header);
  if (present.length === 0) return [];
  return [
    {
      id: "key-from-token",
      severity: "warning",
      title: "The token refers to its own key",
      seen: present.map((name) => `header ${name} ${showValue(header[name])}`).join("; "),
      why: "A forged token would refer to the attacker's key. No such key was fetched or used here.",
      remedy:
        "Make sure that your clients and APIs ignore these parameters. Use only the keys of the tenant's key set.",
      source: "RFC 8725, section 3.10",
    },
  ];
}

function checkCriticalParameters({ header }: DecodedToken): Finding[] {
  if (!("crit" in header)) return [];
  return [
    {
      id: "critical-parameters",
      severity: "error",
      title: "The header requires extensions",
      seen: `header crit ${showValue(header["crit"])}`,
      why: "A client must reject a token with an unknown crit parameter. Common clients support none.",
      remedy: "Ask the issuer for a token without crit.",
      source: "RFC 7515, section 4.1.11",
    },
  ];
}
