import { readMember, type JsonObject } from "../../encoding/json.ts";
import { showValue, type Finding } from "../finding.ts";
import { contentEncryptionOf, hasNoEncryptedKey } from "./jwe-algorithms.ts";

/** A part of a JWE with its size in bytes; null if it is not base64url. */
export interface JwePart {
  name: string;
  bytes: number | null;
}

/** Lists the problems of a JWE that can be found without its key, worst first. */
export function findJweFindings(header: JsonObject, parts: readonly JwePart[]): Finding[] {
  return [
    ...checkEncoding(parts),
    ...checkAlgorithm(header),
    ...checkSizes(header, parts),
    ...checkCriticalParameters(header),
    ...checkWeakness(header),
  ];
}

function checkEncoding(parts: readonly JwePart[]): Finding[] {
  const broken = parts.filter(({ bytes }) => bytes === null).map(({ name }) => name);
  if (broken.length === 0) return [];
  return [
    {
      id: "jwe-part-invalid",
      severity: "error",
      title: "A part is not base64url",
      seen: broken.join(", "),
      why: "Each part of a JWE is base64url. The recipient rejects this token.",
      remedy: "Copy the complete token.",
      source: "RFC 7516, section 5.2",
    },
  ];
}

function checkAlgorithm({ alg, enc }: JsonObject): Finding[] {
  if (typeof alg === "string" && typeof enc === "string") return [];
  return [
    {
      id: "jwe-algorithm-missing",
      severity: "error",
      title: "The header names no algorithm",
      seen: `header alg ${showValue(alg)}, enc ${showValue(enc)}`,
      why: "A recipient needs alg for the key and enc for the content.",
      remedy: "Copy the complete token, or ask the issuer for a token with alg and enc.",
      source: "RFC 7516, sections 4.1.1 and 4.1.2",
    },
  ];
}

function checkSizes(header: JsonObject, parts: readonly JwePart[]): Finding[] {
  const sizes = new Map(parts.map(({ name, bytes }) => [name, bytes]));
  const known = contentEncryptionOf(header);
  const keySize = sizes.get("encrypted key") ?? 0;
  const rules = [
    ...(known === undefined
      ? []
      : [
          { name: "initialization vector", expected: known.vector },
          { name: "authentication tag", expected: known.tag },
        ]),
    ...(hasNoEncryptedKey(header) ? [{ name: "encrypted key", expected: 0 }] : []),
  ];
  const wrong = rules
    .map(({ name, expected }) => ({ name, expected, bytes: sizes.get(name) }))
    .filter(({ bytes, expected }) => typeof bytes === "number" && bytes !== expected)
    .map(({ name, expected, bytes }) => `${name} ${bytes} bytes, expected ${expected}`);
  const needsKey = typeof header["alg"] === "string" && !hasNoEncryptedKey(header);
  if (needsKey && keySize === 0) wrong.push("encrypted key 0 bytes, expected more");
  if (wrong.length === 0) return [];
  return [
    {
      id: "jwe-part-size",
      severity: "error",
      title: "A part has a wrong size",
      seen: wrong.join("; "),
      why: "alg and enc determine these sizes. The recipient cannot decrypt this token.",
      remedy: "Copy the complete token. A part was probably cut or changed.",
      source: "RFC 7518, sections 4.5, 5.2 and 5.3",
    },
  ];
}

function checkCriticalParameters(header: JsonObject): Finding[] {
  if (!("crit" in header)) return [];
  return [
    {
      id: "critical-parameters",
      severity: "warning",
      title: "The header requires extensions",
      seen: `header crit ${showValue(header["crit"])}`,
      why: "A recipient must reject a token with a crit parameter that it does not support.",
      remedy: "Check that the recipient supports these parameters.",
      source: "RFC 7516, section 4.1.13",
    },
  ];
}

function checkWeakness(header: JsonObject): Finding[] {
  const findings: Finding[] = [];
  if (header["alg"] === "RSA1_5") {
    findings.push({
      id: "jwe-rsa1-5",
      severity: "warning",
      title: "Encrypted with RSA1_5",
      seen: "header alg RSA1_5",
      why: "An attacker can decrypt such tokens if the recipient reveals why a decryption failed.",
      remedy: "Use RSA-OAEP-256 or ECDH-ES.",
      source: "RFC 8725, section 3.2",
    });
  }
  if ("zip" in header) {
    findings.push({
      id: "jwe-compressed",
      severity: "note",
      title: "The content is compressed",
      seen: `header zip ${showValue(readMember(header, "zip"))}`,
      why: "The size of compressed content can reveal a part of it.",
      remedy: "Encrypt without compression.",
      source: "RFC 8725, section 3.6",
    });
  }
  return findings;
}
