import { isJsonObject, readMember, type JsonValue } from "../../encoding/json.ts";
import { readBase64Url } from "../read-base64url.ts";
import { readJson } from "../read-json.ts";
import type { JsonWebKey } from "../read-key-set.ts";
import { refuse, refusePrivateKey, type PastedReading } from "./pasted-reading.ts";
import { describeShortRsaKey } from "./short-rsa-key.ts";
import { isSupportedCurve } from "./signature-algorithms.ts";

/** The maximum number of keys; the same as for the key set of a tenant. */
const maxKeys = 100;

/** The members of a private key (RFC 7518, sections 6.2.2 and 6.3.2; `priv` of an AKP key). */
const privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "priv"] as const;

/** The required members of each key type (RFC 7518, section 6; RFC 8037, section 2). */
const requiredMembers: ReadonlyMap<string, readonly string[]> = new Map([
  ["RSA", ["n", "e"]],
  ["EC", ["x", "y"]],
  ["OKP", ["x"]],
  ["oct", ["k"]],
]);

/** The members that are used, beside kty. */
const usedMembers = ["kid", "alg", "use", "key_ops", "n", "e", "crv", "x", "y", "k"] as const;

/** Reads a JWK, a JWKS (RFC 7517, sections 4 and 5), or an array of JWKs. */
export function readKeyJson(text: string): PastedReading {
  const reading = readJson(text);
  if (!reading.ok) {
    return refuse("This begins like JSON, but is not valid JSON. Copy the complete JWK or JWKS.");
  }
  const { value } = reading;
  const found = findKeys(value);
  if (found === undefined) return refuse(explainOtherJson(value));
  const { keys, form } = found;
  if (keys.length === 0)
    return refuse("This key set has no keys. Paste one with at least one key.");
  if (keys.length > maxKeys) {
    return refuse(`This key set has more than ${maxKeys} keys. Paste only the keys of the token.`);
  }
  if (keys.some(isPrivate)) return refusePrivateKey();

  const remarks: string[] = [];
  const usable: JsonWebKey[] = [];
  for (const [place, value] of keys.entries()) {
    const name = keys.length === 1 ? "The key" : `Key ${place + 1}`;
    const key = readKey(value);
    if ("problem" in key) remarks.push(`${name} is ignored: ${key.problem}.`);
    else {
      usable.push(key.key);
      remarks.push(...describeShortRsaKey(name, key.key));
    }
  }
  if (usable.length > 0) return { kind: "keys", jwks: { keys: usable }, form, remarks };
  return refuse(
    `${remarks.slice(0, 3).join(" ")} Paste a public RSA, P-256, P-384, P-521 or Ed25519 key, or a secret.`,
  );
}

function findKeys(
  value: JsonValue,
): { keys: readonly JsonValue[]; form: "JWK" | "JWKS" } | undefined {
  if (Array.isArray(value)) {
    const isKeyList = value.every((item) => isJsonObject(item) && "kty" in item);
    return isKeyList ? { keys: value, form: "JWKS" } : undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const keys = readMember(value, "keys");
  if (Array.isArray(keys)) return { keys, form: "JWKS" };
  return readMember(value, "kty") === undefined ? undefined : { keys: [value], form: "JWK" };
}

function explainOtherJson(value: JsonValue): string {
  if (isJsonObject(value) && "jwks_uri" in value) {
    return "This is the configuration of an issuer. Open its jwks_uri in a tab, and paste that response.";
  }
  return "This JSON is not a key: a JWK has kty, and a JWKS has keys. Copy the complete key set.";
}

function isPrivate(value: JsonValue): boolean {
  return isJsonObject(value) && privateMembers.some((name) => Object.hasOwn(value, name));
}

function readKey(value: JsonValue): { key: JsonWebKey } | { problem: string } {
  if (!isJsonObject(value)) return { problem: "it is not a JSON object" };
  const kty = readMember(value, "kty");
  const required = typeof kty === "string" ? requiredMembers.get(kty) : undefined;
  if (typeof kty !== "string" || required === undefined) {
    return { problem: "its kty is not RSA, EC, OKP or oct" };
  }
  if (["EC", "OKP"].includes(kty) && !isSupportedCurve(kty, readMember(value, "crv"))) {
    return { problem: "browsers cannot verify signatures with its curve (crv)" };
  }
  const missing = required.filter((name) => !isBase64Url(readMember(value, name)));
  if (missing.length > 0) {
    return { problem: `${missing.join(" and ")} is missing or not base64url` };
  }
  const odd = ["kid", "alg", "use"].find((name) => {
    const member = readMember(value, name);
    return member !== undefined && typeof member !== "string";
  });
  if (odd !== undefined) return { problem: `its ${odd} is not a string` };
  // Copy only what a key needs: x5u and the like are never used.
  const known = usedMembers.filter((name) => Object.hasOwn(value, name));
  return { key: { kty, ...Object.fromEntries(known.map((name) => [name, value[name]])) } };
}

function isBase64Url(value: JsonValue | undefined): boolean {
  return typeof value === "string" && value !== "" && readBase64Url(value).ok;
}
