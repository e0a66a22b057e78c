import { AuthError, invalidToken, toKeyFailure } from "./auth-error.ts";
import { requestJson } from "./http.ts";
import { isRecord } from "./is-record.ts";
import type { ResolvedPorts } from "./ports.ts";

interface PublicKey {
  readonly kid: string | undefined;
  readonly n: string;
  readonly e: string;
  imported?: Promise<CryptoKey>;
}

// A key that the tenant has withdrawn must not be trusted for as long as a page stays open.
const maxAge = 10 * 60 * 1000;
// 2048 bits in base64url: RFC 7518, section 3.3, allows no smaller key for RS256.
const minModulus = 342;
const maxKeys = 100;

/**
 * The signing keys of one issuer, from its own JWKS and nowhere else: neither the `iss` nor the `jku`, `x5u`
 * or `jwk` of a token has a say in it.
 *
 * @see RFC 7517; OpenID Connect Core 1.0, section 10.1.1 (rotation)
 */
export class KeySet {
  readonly #url: string;
  readonly #ports: ResolvedPorts;
  #keys: readonly PublicKey[] = [];
  #loadedAt = Number.NEGATIVE_INFINITY;
  #loading: Promise<void> | undefined;

  /** @param issuer with its slash at the end */
  constructor(issuer: string, ports: ResolvedPorts) {
    this.#url = `${issuer}.well-known/jwks.json`;
    this.#ports = ports;
  }

  /**
   * Finds the key that a token names. The set is fetched when none is held or it is older than 10 minutes,
   * and once more for a name that it does not contain, since that is how a rotation shows.
   *
   * @param kid none is fine for an issuer that has a single key
   * @throws AuthError `invalid_token`
   */
  async find(kid: string | undefined): Promise<CryptoKey> {
    const isFresh = this.#ports.clock.now() - this.#loadedAt < maxAge;
    const held = isFresh ? this.#pick(kid) : undefined;
    if (held !== undefined) return this.#import(held);
    await this.#load();
    const key = this.#pick(kid);
    if (key !== undefined) return this.#import(key);
    throw invalidToken(
      "key_unknown",
      `The ID token names a signing key that ${this.#url} does not have. It was signed by somebody else, or the keys have been replaced: log in again.`,
    );
  }

  #pick(kid: string | undefined): PublicKey | undefined {
    if (kid !== undefined) return this.#keys.find((key) => key.kid === kid);
    return this.#keys.length === 1 ? this.#keys[0] : undefined;
  }

  #import(key: PublicKey): Promise<CryptoKey> {
    key.imported ??= importKey(key, this.#ports.crypto.subtle);
    return key.imported;
  }

  async #load(): Promise<void> {
    this.#loading ??= this.#fetchKeys().finally(() => {
      this.#loading = undefined;
    });
    await this.#loading;
  }

  async #fetchKeys(): Promise<void> {
    let body: unknown;
    try {
      body = await requestJson(this.#ports.fetch, this.#url, {
        method: "GET",
        headers: {},
        credentials: "omit",
        // A redirect would take the keys from some other place.
        redirect: "error",
      });
    } catch (failure) {
      throw failure instanceof AuthError ? toKeyFailure(failure) : failure;
    }
    this.#keys = readKeys(body);
    this.#loadedAt = this.#ports.clock.now();
  }
}

/** Takes the keys that can verify RS256 signatures out of a JWKS, and skips all others. */
function readKeys(body: unknown): PublicKey[] {
  const list: unknown = isRecord(body) ? body["keys"] : undefined;
  if (!Array.isArray(list)) {
    throw invalidToken(
      "keys_unavailable",
      "The signing keys of the tenant are not a JSON Web Key Set. Check that the domain is that of a tenant.",
    );
  }
  return list.slice(0, maxKeys).flatMap((entry: unknown) => {
    if (!isRecord(entry)) return [];
    const { kty, use, alg, kid, n, e } = entry;
    if (kty !== "RSA" || (use ?? "sig") !== "sig" || (alg ?? "RS256") !== "RS256") return [];
    if (typeof n !== "string" || typeof e !== "string" || n.length < minModulus) return [];
    return [{ kid: typeof kid === "string" ? kid : undefined, n, e }];
  });
}

async function importKey(
  { n, e }: PublicKey,
  subtle: Pick<SubtleCrypto, "importKey"> | undefined,
): Promise<CryptoKey> {
  if (subtle === undefined) {
    throw new AuthError({
      error: "runtime_error",
      errorDescription:
        "This page has no WebCrypto, so no signature can be verified. Serve it over https, or from a loopback address.",
      reason: "crypto_unavailable",
    });
  }
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  try {
    return await subtle.importKey("jwk", { kty: "RSA", n, e }, algorithm, false, ["verify"]);
  } catch {
    throw invalidToken(
      "keys_unavailable",
      "The signing key of the ID token cannot be used: its entry in the tenant's JWKS is damaged.",
    );
  }
}
