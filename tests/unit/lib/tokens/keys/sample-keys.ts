import {
  CompactSign,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type CryptoKey,
  type JWK,
} from "jose";
import { createPublicKey } from "node:crypto";

/** A key pair, with its public key in each form that a user can paste. */
export interface SampleKey {
  alg: string;
  jwk: JWK;
  privateJwk: JWK;
  spki: string;
  sign(payload?: object, header?: object): Promise<string>;
}

export async function createSampleKey(alg: string, kid = `kid-${alg}`): Promise<SampleKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return {
    alg,
    jwk: { ...(await exportJWK(publicKey)), kid, alg },
    privateJwk: { ...(await exportJWK(privateKey)), kid, alg },
    spki: await exportSPKI(publicKey),
    sign: (payload = { sub: "ada" }, header = { kid }) => sign(privateKey, alg, payload, header),
  };
}

/** Signs with a secret, as an HS algorithm does. */
export function signWithSecret(
  secret: Uint8Array,
  alg = "HS256",
  header: object = {},
  payload: object = { sub: "ada" },
): Promise<string> {
  return sign(secret, alg, payload, header);
}

function sign(key: CryptoKey | Uint8Array, alg: string, payload: object, header: object) {
  const bytes = new TextEncoder().encode(JSON.stringify(payload));
  return new CompactSign(bytes).setProtectedHeader({ alg, ...header }).sign(key);
}

/** Converts a public RSA key to PKCS#1, as old tools write it. */
export function toPkcs1(spki: string): string {
  return createPublicKey(spki).export({ type: "pkcs1", format: "pem" }).toString();
}

/** Writes DER: the tag, the length and the content. */
function encodeDer(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

/** Wraps a public key in a certificate (RFC 5280, section 4.1) without a valid signature. */
export function toCertificate(spki: string): string {
  const sequence = (...content: readonly Uint8Array[]) => encodeDer(0x30, ...content);
  const key = Buffer.from(spki.replaceAll(/-----[A-Z ]+-----|\s/g, ""), "base64");
  const version = encodeDer(0xa0, encodeDer(0x02, Buffer.from([2])));
  const serial = encodeDer(0x02, Buffer.from([1]));
  const [algorithm, issuer, validity, subject] = [sequence(), sequence(), sequence(), sequence()];
  const body = sequence(version, serial, algorithm, issuer, validity, subject, key);
  const certificate = sequence(body, sequence(), encodeDer(0x03, Buffer.from([0])));
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}
