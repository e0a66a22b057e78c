import type { DecodedToken } from "./decode-token.ts";
import { findTypeFindings } from "./kinds/find-type-findings.ts";
import { kindOf, otherJwt } from "./kinds/kind-table.ts";
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

function checkAlgorithm(token: DecodedToken, context: FindingsContext): Finding[] {
  const { header, signature } = token;
  const { use } = context;
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
  if (signature.problem !== undefined) {
    findings.push({
      id: "signature-unreadable",
      severity: "error",
      title: "The signature is damaged",
      seen: `${seen}, a third part of ${token.parts.signature.length} characters`,
      why: `The signature is not base64url: ${signature.problem}. The claims were decoded, but nothing proves them.`,
      remedy: "Copy the complete token.",
      source: "RFC 7515, section 5.2",
      ...(isForClient(use) ? { libraryError: "invalid_token" } : {}),
    });
  }
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
  return [...findings, ...checkLibraryAlgorithm(token, alg, seen, context)];
}

/** Applies the rules that version 10 of the library, or a profile, has for the algorithm. */
function checkLibraryAlgorithm(
  { payload }: DecodedToken,
  alg: string,
  seen: string,
  context: FindingsContext,
): Finding[] {
  const { use } = context;
  const isShared = alg.startsWith("HS");
  const isForLibrary = isForLibraryOf(payload, context);
  if (use === "access_token" && isShared) {
    const isExpected = isForLibrary || kindOf(context).requires !== undefined;
    return [
      {
        id: "access-token-shared-secret",
        // An API without the profile of RFC 9068 can share a secret with its issuer.
        severity: isExpected ? "warning" : "note",
        title: `Access token signed with ${alg}`,
        seen,
        why: "The secret that verifies this token can also sign tokens. A browser or a second API must not have it.",
        remedy: "Set the API's signing algorithm to RS256.",
        source: "RFC 9068, section 2.1",
      },
    ];
  }
  if (alg === "RS256" || (use !== "id_token" && kindOf(context) !== otherJwt)) return [];
  const refused = {
    seen,
    remedy: "Set the application's JSON Web Token signature algorithm to RS256.",
    source: "OpenID Connect Core 1.0, section 3.1.3.7",
    libraryError: "invalid_token",
  } as const;
  if (alg === "HS256") {
    return [
      {
        ...refused,
        id: "alg-hs256",
        severity: use === "id_token" ? "error" : "note",
        title: use === "id_token" ? "ID token signed with HS256" : "Signed with HS256",
        why: "Verifying HS256 requires the client secret, which a browser cannot protect. Version 10 of the library rejects such an ID token with invalid_token.",
      },
    ];
  }
  return [
    {
      ...refused,
      id: "alg-not-rs256",
      // A client in a browser cannot verify a shared secret, whatever its library is.
      severity: use === "id_token" && (isForLibrary || isShared) ? "error" : "note",
      title: `Signed with ${alg.slice(0, 20)}, not with RS256`,
      why: "In a browser, version 10 of the library accepts only ID tokens that are signed with RS256.",
    },
  ];
}

/** Returns true for a token of the selected tenant, or of a page with the library. */
function isForLibraryOf(
  { iss }: DecodedToken["payload"],
  { isForLibrary, tenantIssuer, otherIssuers = [] }: FindingsContext,
): boolean {
  return isForLibrary ?? (typeof iss === "string" && [tenantIssuer, ...otherIssuers].includes(iss));
}

/** Returns true for a token that the library may have to read. */
function isForClient(use: FindingsContext["use"]): boolean {
  return use === "id_token" || use === "unknown";
}

function checkKeyId({ header, payload }: DecodedToken, context: FindingsContext): Finding[] {
  const { kid, alg } = header;
  if (kindOf(context).carriesKey === true) return [];
  if (typeof kid === "string" && kid !== "") return [];
  // HS algorithms need no kid, and an unsigned token has no key. Both have findings of their own.
  if (typeof alg !== "string" || alg.startsWith("HS") || alg.toLowerCase() === "none") return [];
  return [
    {
      id: "kid-absent",
      // Other issuers can have one key.
      severity: isForLibraryOf(payload, context) ? "warning" : "note",
      title: "The header names no key",
      seen: `header kid ${showValue(kid)}`,
      why: "A tenant has several keys during a rotation. Without kid, a client must guess which key signed the token.",
      remedy: "Check that the tenant issued the token: its tokens always name their key.",
      source: "RFC 7515, section 4.1.4",
    },
  ];
}

function checkKeyReferences({ header }: DecodedToken, context: FindingsContext): Finding[] {
  const kind = kindOf(context);
  if (kind.carriesKey === true && context.use !== "dpop_proof") return [];
  const names = context.use === "dpop_proof" ? ["jku", "x5u", "x5c"] : ["jku", "x5u", "jwk", "x5c"];
  const present = names.filter((name) => name in header);
  if (present.length === 0) return [];
  return [
    {
      id: "key-from-token",
      // Receivers of other kinds can trust a certificate chain, or the key of a wallet.
      severity: kind.isFromProvider === true ? "warning" : "note",
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
