import { isJsonObject, readText, type JsonObject } from "../../encoding/json.ts";
import { showValue } from "../finding.ts";

interface ContentEncryption {
  title: string;
  keyBits: number;
  /** The required sizes in bytes. */
  vector: number;
  tag: number;
}

/** The algorithms of `enc` (RFC 7518, section 5.1). */
const contentEncryptions: ReadonlyMap<string, ContentEncryption> = new Map([
  ["A128CBC-HS256", { title: "AES-CBC with HMAC", keyBits: 256, vector: 16, tag: 16 }],
  ["A192CBC-HS384", { title: "AES-CBC with HMAC", keyBits: 384, vector: 16, tag: 24 }],
  ["A256CBC-HS512", { title: "AES-CBC with HMAC", keyBits: 512, vector: 16, tag: 32 }],
  ["A128GCM", { title: "AES-GCM", keyBits: 128, vector: 12, tag: 16 }],
  ["A192GCM", { title: "AES-GCM", keyBits: 192, vector: 12, tag: 16 }],
  ["A256GCM", { title: "AES-GCM", keyBits: 256, vector: 12, tag: 16 }],
]);

/** Returns the properties of the algorithm in `enc`; undefined for an unknown one. */
export function contentEncryptionOf({ enc }: JsonObject): ContentEncryption | undefined {
  return typeof enc === "string" ? contentEncryptions.get(enc) : undefined;
}

/** Returns true if the content key is agreed on, so that the token carries none. */
export function hasNoEncryptedKey({ alg }: JsonObject): boolean {
  return alg === "dir" || alg === "ECDH-ES";
}

/** Explains what encrypts the content. */
export function explainContentKey(header: JsonObject): string {
  const known = contentEncryptionOf(header);
  const enc = showValue(header["enc"]);
  if (known === undefined) return `${enc} is no algorithm of RFC 7518, section 5.1.`;
  return `${enc}: ${known.title} with a key of ${known.keyBits} bits.`;
}

/** Names the key that decrypts the token, and who has it (RFC 7518, section 4.1; RFC 8037). */
export function explainKeyEncryption(header: JsonObject): string {
  const alg = readText(header["alg"]) ?? "";
  if (alg.startsWith("RSA")) {
    return `${alg}: the recipient's RSA private key. The sender used its public key.`;
  }
  if (alg.startsWith("ECDH-ES")) {
    const { epk } = header;
    const curve = isJsonObject(epk) ? readText(epk["crv"]) : undefined;
    const onCurve = curve === undefined ? "" : ` on the curve ${showValue(curve)}`;
    return `${alg}: the recipient's private key${onCurve}. The header carries the sender's public key (epk).`;
  }
  const wrapping = /^A(128|192|256)(?:GCM)?KW$/u.exec(alg)?.[1];
  if (wrapping !== undefined) {
    return `${alg}: the AES key of ${wrapping} bits that sender and recipient share.`;
  }
  if (alg === "dir") {
    const bits = contentEncryptionOf(header)?.keyBits;
    const size = bits === undefined ? "" : ` of ${bits} bits`;
    return `dir: the key${size} that sender and recipient share. It encrypts the content itself.`;
  }
  if (alg.startsWith("PBES2")) {
    return `${alg}: the password that sender and recipient share.`;
  }
  return `${showValue(header["alg"])} is no algorithm of RFC 7518, section 4.1, so the key is unknown.`;
}
