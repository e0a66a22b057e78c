import type { DecodedToken } from "./decode-token.ts";
import { showValue, type Finding, type FindingsContext } from "./finding.ts";

/** Checks the header: algorithm, key id, references to keys, critical parameters and type. */
export function findHeaderFindings(token: DecodedToken, context: FindingsContext): Finding[] {
  return [
    ...checkAlgorithm(token, context),
    ...checkKeyId(token),
    ...checkKeyReferences(token),
    ...checkCriticalParameters(token),
    ...checkType(token, context),
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
        why: "Every signed token says how it is signed; without that nobody can check it.",
        remedy:
          "Check that the token was copied as a whole, or ask its issuer for one with an alg.",
        source: "RFC 7515, section 4.1.1",
        libraryError: "invalid_token",
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
        why: "With alg none anyone can write such a token, and no client may take it for the tenant's.",
        remedy:
          "Set the application's JSON Web Token signature algorithm to RS256, and find out who made this token.",
        source: "RFC 8725, section 3.2",
        libraryError: "invalid_token",
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
      why: "The header promises a signature and the token carries none.",
      remedy: "Copy the token again as a whole; if it really is like this, do not accept it.",
      source: "RFC 7515, section 5.2",
      libraryError: "invalid_token",
    });
  }
  if (alg === "RS256") return findings;
  if (use === "access_token") {
    // A client does not read an access token. Only the API must be able to verify it.
    if (alg.startsWith("HS")) {
      findings.push({
        id: "access-token-shared-secret",
        severity: "warning",
        title: `Access token signed with ${alg}`,
        seen,
        why: "Whoever can check this token holds the secret to make one, and neither a browser nor a second API may hold it.",
        remedy: "Set the API's signing algorithm to RS256.",
        source: "RFC 9068, section 2.1",
      });
    }
    return findings;
  }
  if (alg === "HS256") {
    findings.push({
      id: "alg-hs256",
      severity: "error",
      title: "ID token signed with HS256",
      seen,
      why: "Checking HS256 takes the client secret, which a browser cannot keep; version 10 of the library refuses such a token with invalid_token.",
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
    why: "In a browser the library accepts ID tokens signed with RS256 and no other algorithm.",
    remedy: "Set the application's JSON Web Token signature algorithm to RS256.",
    source: "OpenID Connect Core 1.0, section 3.1.3.7",
    libraryError: "invalid_token",
  });
  return findings;
}

function checkKeyId({ header }: DecodedToken): Finding[] {
  const { kid, alg } = header;
  if (typeof kid === "string" && kid !== "") return [];
  // HS algorithms need no kid, and an unsigned token has no key. Both have findings of their own.
  if (typeof alg !== "string" || alg.startsWith("HS") || alg.toLowerCase() === "none") return [];
  return [
    {
      id: "kid-absent",
      severity: "warning",
      title: "The header names no key",
      seen: `header kid ${showValue(kid)}`,
      why: "A tenant has several keys while it rotates them; without kid a client must guess which one signed.",
      remedy:
        "Check that the token comes from the tenant itself: its own tokens always name their key.",
      source: "RFC 7515, section 4.1.4",
    },
  ];
}

function checkKeyReferences({ header }: DecodedToken): Finding[] {
  const present = ["jku", "x5u", "jwk", "x5c"].filter((name) => name in header);
  if (present.length === 0) return [];
  return [
    {
      id: "key-from-token",
      severity: "warning",
      title: "The token says where its own key is",
      seen: present.map((name) => `header ${name} ${showValue(header[name])}`).join("; "),
      why: "Whoever forged a token would put their own key there. Nothing of it was fetched or used here.",
      remedy:
        "Make sure that no client or API of yours follows these parameters; keys come from the tenant's key set.",
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
      title: "The header demands extensions",
      seen: `header crit ${showValue(header["crit"])}`,
      why: "Whoever does not understand a parameter listed in crit must refuse the token, and common clients understand none.",
      remedy: "Ask the issuer for a token without crit.",
      source: "RFC 7515, section 4.1.11",
    },
  ];
}

function checkType({ header }: DecodedToken, { use }: FindingsContext): Finding[] {
  const typ = typeof header["typ"] === "string" ? header["typ"].toLowerCase() : "";
  if (use !== "id_token" || !["at+jwt", "application/at+jwt"].includes(typ)) return [];
  return [
    {
      id: "access-token-as-id-token",
      severity: "error",
      title: "This is an access token",
      seen: `header typ ${showValue(header["typ"])}`,
      why: "An access token is for an API. It says nothing to the client about who logged in.",
      remedy: "Use the id_token of the response, and ask for it with the scope openid.",
      source: "RFC 9068, section 2.1",
    },
  ];
}
