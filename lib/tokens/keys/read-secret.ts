import { encodeBase64Url } from "../../encoding/base64url.ts";
import { readBase64Url } from "../read-base64url.ts";
import { refuse, refusePrivateKey, type PastedReading } from "./pasted-reading.ts";
import { readBareKey } from "./read-pem.ts";

/** The encoding of a secret's bytes in the text. */
export type SecretEncoding = "text" | "base64url" | "base64";

/** The maximum length of a secret in characters. Secrets of services have at most some hundred. */
const maxSecretLength = 8 * 1024;
/** The maximum length of a key or certificate in base64, in characters. */
const maxBareLength = 64 * 1024;

/**
 * Reads a secret for HS256, HS384 or HS512. Base64 of a public key or certificate is read as that
 * key, never as a secret.
 */
export async function readSecret(text: string, encoding: SecretEncoding): Promise<PastedReading> {
  // A text field and a file end with a line break that belongs to no secret. Spaces may belong.
  const secret = trimLineBreaks(text);
  const compact = secret.replaceAll(/\s/gu, "");
  const base64 = compact.replaceAll("-", "+").replaceAll("_", "/");
  const bare = decodeBase64(base64);
  // The first bytes of DER: a SEQUENCE.
  if (bare !== undefined && bare[0] === 0x30 && compact.length <= maxBareLength) {
    if (isPrivateKeyDer(bare)) return refusePrivateKey();
    const key = await readBareKey(base64);
    if (key !== undefined) return { kind: "keys", jwks: { keys: [key] }, form: "PEM", remarks: [] };
  }
  if (secret.length > maxSecretLength) {
    return refuse("This is too long for a secret, and no JWK, JWKS or PEM. Copy only the key.");
  }
  const bytes = decodeSecret(secret, compact, encoding);
  if (typeof bytes === "string") return refuse(bytes, "secret");
  const remarks = encoding === "text" ? findOddities(secret) : [];
  const key = { kty: "oct", k: encodeBase64Url(bytes) };
  return { kind: "keys", jwks: { keys: [key] }, form: "secret", remarks };
}

// A loop: the pattern /[\r\n]+$/ takes quadratic time for many line breaks within the text.
function trimLineBreaks(text: string): string {
  const isBreak = (character: string | undefined) => character === "\n" || character === "\r";
  let start = 0;
  let end = text.length;
  while (isBreak(text[start])) start += 1;
  while (end > start && isBreak(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

/** Finds the usual traces of copying: they change every signature. */
function findOddities(secret: string): string[] {
  if (/^(["']).*\1$/su.test(secret)) {
    return ["The secret is in quotes. Remove them, unless they belong to it."];
  }
  if (!/\s/u.test(secret)) return [];
  return ["The secret contains spaces or line breaks. Check that they belong to it."];
}

/** Returns the bytes, or what is wrong with the text. */
function decodeSecret(
  secret: string,
  compact: string,
  encoding: SecretEncoding,
): Uint8Array | string {
  if (encoding === "text") return new TextEncoder().encode(secret);
  const unpadded = compact.replace(/={1,2}$/u, "");
  const reading = readBase64Url(unpadded);
  const bytes =
    encoding === "base64" ? decodeBase64(compact) : reading.ok ? reading.bytes : undefined;
  if (bytes !== undefined && bytes.length > 0) return bytes;
  return `The secret is not ${encoding}. Choose the encoding in which the issuer shows it, or copy the complete secret.`;
}

function decodeBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/**
 * Returns true for bytes that begin like a private key in DER: a SEQUENCE whose first element is
 * the INTEGER of a version (PKCS#8; RFC 5958, section 2; RFC 8017, appendix A.1.2; RFC 5915,
 * section 3). In a public key, that is a SEQUENCE or a modulus.
 */
function isPrivateKeyDer(bytes: Uint8Array): boolean {
  const [tag, length = 0] = bytes;
  if (tag !== 0x30) return false;
  const lengthBytes = length < 0x80 ? 0 : length - 0x80;
  if (lengthBytes > 4) return false;
  const total = lengthBytes === 0 ? length : readNumber(bytes.subarray(2, 2 + lengthBytes));
  const start = 2 + lengthBytes;
  if (start + total !== bytes.length) return false;
  const [versionTag, versionLength, version = 0xff] = bytes.subarray(start);
  return versionTag === 0x02 && versionLength === 1 && version <= 1;
}

function readNumber(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) value = value * 256 + byte;
  return value;
}
