import { isJsonObject, type JsonObject } from "../../encoding/json.ts";
import type { DecodedToken } from "../decode-token.ts";
import { showValue, type Finding, type FindingsContext } from "../finding.ts";
import { readNumericDate } from "../numeric-date.ts";
import { describeMoment } from "../relative-time.ts";
import { readType } from "./decide-kind.ts";
import { findPrivateMembers } from "./dpop-key.ts";

/** In seconds. Servers accept a proof for seconds or minutes (RFC 9449, section 11.1). */
export const usualAge = 300;

/** Applies the rules for a DPoP proof that need no request (RFC 9449, sections 4.2 and 4.3). */
export function findDpopFindings(token: DecodedToken, context: FindingsContext): Finding[] {
  const { header, payload } = token;
  return [
    ...checkProofType(header),
    ...checkProofAlgorithm(header),
    ...checkProofKey(header),
    ...checkProofClaims(payload),
    ...checkProofTarget(payload),
    ...checkProofAge(payload, context),
  ];
}

function checkProofType(header: JsonObject): Finding[] {
  if (readType(header) === "dpop+jwt") return [];
  return [
    {
      id: "dpop-type",
      severity: "error",
      title: "The DPoP proof has another type",
      seen: `header typ ${showValue(header["typ"])}, expected "dpop+jwt"`,
      why: "The type prevents that another JWT is used as a proof. A server rejects other types.",
      remedy: 'Set typ to "dpop+jwt" in the client that creates the proof.',
      source: "RFC 9449, section 4.3",
    },
  ];
}

function checkProofAlgorithm({ alg }: JsonObject): Finding[] {
  if (typeof alg !== "string" || !alg.startsWith("HS")) return [];
  return [
    {
      id: "dpop-algorithm",
      severity: "error",
      title: "The DPoP proof is signed with a shared secret",
      seen: `header alg ${showValue(alg)}`,
      why: "A proof must be signed with a private key that only the client has.",
      remedy: "Sign the proof with an asymmetric algorithm, such as ES256.",
      source: "RFC 9449, section 4.2",
    },
  ];
}

function checkProofKey(header: JsonObject): Finding[] {
  const { jwk } = header;
  const source = "RFC 9449, section 4.2";
  const secret = findPrivateMembers(header);
  if (secret.length > 0) {
    return [
      {
        id: "dpop-key-private",
        severity: "error",
        title: "The DPoP proof contains a private key",
        seen: `header jwk with ${secret.join(", ")}`,
        why: "Each receiver of the proof can now sign proofs with this key. A server rejects the proof.",
        remedy: "Discard this key pair. Put only the public key into jwk.",
        source,
      },
    ];
  }
  if (isJsonObject(jwk) && typeof jwk["kty"] === "string" && jwk["kty"] !== "oct") return [];
  return [
    {
      id: "dpop-key-missing",
      severity: "error",
      title: "The DPoP proof has no public key",
      seen: `header jwk ${showValue(jwk)}`,
      why: "A server verifies the proof with the key in its header.",
      remedy: "Put the public key into jwk in the client that creates the proof.",
      source,
    },
  ];
}

function checkProofClaims(payload: JsonObject): Finding[] {
  const missing = ["jti", "htm", "htu"].filter((name) => {
    const value = payload[name];
    return typeof value !== "string" || value === "";
  });
  if (missing.length === 0) return [];
  return [
    {
      id: "dpop-claims-missing",
      severity: "error",
      title: `The DPoP proof has no ${missing.join(", no ")}`,
      seen: missing.map((name) => `${name} ${showValue(payload[name])}`).join(", "),
      why: "jti, htm and htu bind the proof to one request. A server rejects a proof without them.",
      remedy: "Set jti, htm, htu and iat in the client that creates the proof.",
      source: "RFC 9449, section 4.2",
    },
  ];
}

function checkProofTarget({ htu, htm }: JsonObject): Finding[] {
  const findings: Finding[] = [];
  const source = "RFC 9449, section 4.2";
  const isRelative = typeof htu === "string" && htu !== "" && !/^https?:\/\/[^/]/iu.test(htu);
  if (isRelative) {
    findings.push({
      id: "dpop-target-invalid",
      severity: "error",
      title: "htu is not an HTTP URL",
      seen: `htu ${showValue(htu)}`,
      why: "A server compares htu with the complete URL of the request.",
      remedy: "Set htu to the URL of the request, with scheme and host.",
      source,
    });
  }
  if (typeof htu === "string" && /[?#]/u.test(htu)) {
    findings.push({
      id: "dpop-target-query",
      severity: "warning",
      title: "htu contains a query or a fragment",
      seen: `htu ${showValue(htu)}`,
      why: "htu is the URL of the request without query and fragment. Some servers compare it exactly.",
      remedy: "Remove the query and the fragment from htu.",
      source,
    });
  }
  if (typeof htm === "string" && htm !== htm.toUpperCase()) {
    findings.push({
      id: "dpop-method-case",
      severity: "warning",
      title: "htm is not in upper case",
      seen: `htm ${showValue(htm)}`,
      why: "HTTP methods are case-sensitive, and a server compares htm with the method.",
      remedy: `Set htm to ${showValue(htm.toUpperCase())}.`,
      source,
    });
  }
  return findings;
}

function checkProofAge({ iat }: JsonObject, { now }: FindingsContext): Finding[] {
  const reading = readNumericDate(iat);
  if (reading.kind !== "moment" || now - reading.epochMs <= usualAge * 1000) return [];
  return [
    {
      id: "dpop-proof-old",
      severity: "warning",
      title: "The DPoP proof is too old to be used again",
      seen: `iat ${showValue(iat)}, ${describeMoment(reading.epochMs, now)}`,
      why: "A server accepts a proof only for seconds or minutes after iat, so that it cannot be replayed.",
      remedy: "Create a new proof for each request. For a proof of a past request, this is normal.",
      source: "RFC 9449, sections 4.3 and 11.1",
    },
  ];
}
