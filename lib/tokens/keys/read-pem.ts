import { exportJWK, importSPKI, importX509, type CryptoKey } from "jose";
import { refuse, refusePrivateKey, type PastedReading } from "./pasted-reading.ts";
import type { JsonWebKey } from "../read-key-set.ts";
import { describeShortRsaKey } from "./short-rsa-key.ts";

/** AlgorithmIdentifier of rsaEncryption with NULL, in DER (RFC 3279, section 2.3.1). */
const rsaEncryption = [
  0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
];

/** The maximum number of blocks: a certificate chain has few, and a set of keys not many more. */
const maxBlocks = 20;

// The body cannot contain a hyphen, so that the search takes linear time.
const blockPattern = /-----BEGIN ([A-Z0-9 ]{1,40})-----([^-]*)-----END \1-----/gu;

/** One algorithm for each kind of key. The import fails for a key of another kind. */
const trialAlgorithms = ["RS256", "ES256", "ES384", "ES512", "EdDSA"] as const;

/** Reads public keys and certificates in PEM (RFC 7468, sections 5 and 13). */
export async function readPem(text: string): Promise<PastedReading> {
  if (/-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY/u.test(text)) return refusePrivateKey();
  // A PEM from JSON or from an environment variable has "\n" in place of its line breaks.
  const blocks = [...text.replaceAll(/\\r|\\n/gu, "\n").matchAll(blockPattern)];
  if (blocks.length === 0) {
    return refuse(
      "This PEM is not complete. Copy it with its first line (BEGIN) and its last line (END).",
    );
  }
  if (blocks.length > maxBlocks) {
    return refuse(`This PEM has more than ${maxBlocks} blocks. Paste only the keys of the token.`);
  }
  const keys: JsonWebKey[] = [];
  const remarks: string[] = [];
  for (const [place, [, label = "", body = ""]] of blocks.entries()) {
    const name = blocks.length === 1 ? "The key" : `Block ${place + 1}`;
    const key = await readBlock(label, body);
    if (key === undefined)
      remarks.push(`${name} is ignored: it is no public key that is supported.`);
    else {
      keys.push(key);
      remarks.push(...describeShortRsaKey(name, key));
    }
  }
  if (keys.length === 0) {
    return refuse(
      "No public key can be read from this PEM. Browsers support RSA, P-256, P-384, P-521 and Ed25519: copy the complete public key or certificate.",
    );
  }
  if (blocks.some(([, label]) => label === "CERTIFICATE")) {
    remarks.push("Of a certificate, only the key is used: its dates and issuer are not checked.");
  }
  return { kind: "keys", jwks: { keys }, form: "PEM", remarks };
}

async function readBlock(label: string, body: string): Promise<JsonWebKey | undefined> {
  const base64 = body.replaceAll(/\s/gu, "");
  if (label === "PUBLIC KEY") return await importKey(base64, importSPKI, label);
  if (label === "CERTIFICATE") return await importKey(base64, importX509, label);
  if (label !== "RSA PUBLIC KEY") return undefined;
  const spki = encodePkcs1AsSpki(base64);
  return spki === undefined ? undefined : await importKey(spki, importSPKI, "PUBLIC KEY");
}

/** Reads bare base64 as a public key or as a certificate; undefined for any other data. */
export async function readBareKey(base64: string): Promise<JsonWebKey | undefined> {
  for (const label of ["PUBLIC KEY", "CERTIFICATE", "RSA PUBLIC KEY"]) {
    const key = await readBlock(label, base64);
    if (key !== undefined) return key;
  }
  return undefined;
}

type Import = (pem: string, alg: string, options: { extractable: true }) => Promise<CryptoKey>;

async function importKey(
  base64: string,
  importPem: Import,
  label: string,
): Promise<JsonWebKey | undefined> {
  const pem = `-----BEGIN ${label}-----\n${base64}\n-----END ${label}-----`;
  for (const alg of trialAlgorithms) {
    try {
      const { kty, ...members } = await exportJWK(await importPem(pem, alg, { extractable: true }));
      if (kty === undefined) return undefined;
      const { n, e, crv, x, y } = members;
      const all = Object.entries({ n, e, crv, x, y });
      return { kty, ...Object.fromEntries(all.filter(([, value]) => value !== undefined)) };
    } catch {
      // Not a key of this kind.
    }
  }
  return undefined;
}

/**
 * Wraps an RSAPublicKey (PKCS#1; RFC 8017, appendix A.1.1) as SubjectPublicKeyInfo, the only form
 * that browsers import. Takes and returns base64; undefined for other text.
 */
function encodePkcs1AsSpki(base64: string): string | undefined {
  let key: string;
  try {
    key = atob(base64);
  } catch {
    return undefined;
  }
  // A BIT STRING begins with the number of its unused bits.
  const bitString = encodeElement(0x03, `\0${key}`);
  const algorithm = String.fromCharCode(...rsaEncryption);
  return btoa(encodeElement(0x30, algorithm + bitString));
}

/** Encodes one element of DER; each character of the content is one byte. */
function encodeElement(tag: number, content: string): string {
  const length: number[] = [];
  for (let rest = content.length; rest > 0; rest = Math.floor(rest / 256)) {
    length.unshift(rest % 256);
  }
  const isShort = content.length < 128;
  const head = isShort ? [tag, content.length] : [tag, 0x80 + length.length, ...length];
  return String.fromCharCode(...head) + content;
}
