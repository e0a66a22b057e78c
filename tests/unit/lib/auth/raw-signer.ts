import { start } from "./fake-ports.ts";
import { goodClaims, jwksUrl } from "./signed-tokens.ts";

const rs256 = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
const encoder = new TextEncoder();
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A tenant's key that signs any header and payload, including those that no tenant writes. */
export class RawSigner {
  readonly #key: CryptoKeyPair;
  readonly publicJwk: JsonWebKey;

  private constructor(key: CryptoKeyPair, publicJwk: JsonWebKey) {
    this.#key = key;
    this.publicJwk = publicJwk;
  }

  static async create(): Promise<RawSigner> {
    const algorithm = {
      ...rs256,
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
    };
    const key = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
    return new RawSigner(key, await crypto.subtle.exportKey("jwk", key.publicKey));
  }

  /**
   * A token with the good header and claims and the changes; a change to undefined removes the
   * member.
   */
  async sign(changes: { header?: object; claims?: object } = {}): Promise<string> {
    const header = { alg: "RS256", kid: "key-1", ...changes.header };
    const claims = { ...goodClaims, auth_time: start / 1000, ...changes.claims };
    return await this.signParts(encode(header), encode(claims));
  }

  /** Signs an encoded header and payload as they are. */
  async signParts(header: string, payload: string): Promise<string> {
    const signed = `${header}.${payload}`;
    const signature = await crypto.subtle.sign(rs256, this.#key.privateKey, encoder.encode(signed));
    return `${signed}.${Buffer.from(signature).toString("base64url")}`;
  }
}

/** A tenant with two keys, so that a token needs a kid. Records the requested URLs. */
export function serveTwoKeys(signer: RawSigner, other: RawSigner) {
  const asked = new Set<string>();
  const keys = [
    { ...signer.publicJwk, kid: "key-1" },
    { ...other.publicJwk, kid: "key-2" },
  ];
  const fetch = (url: string): Response => {
    asked.add(url);
    if (url !== jwksUrl) throw new Error(`No response was prepared for ${url}.`);
    return Response.json({ keys });
  };
  return { fetch, asked };
}
