import { fail, refuseToken, type AuthError } from "./auth-error.ts";
import { describeValue } from "./describe-value.ts";
import { request, type Service } from "./http.ts";
import { requireSubtle } from "./id-token.ts";
import type { ResolvedPorts } from "./ports.ts";
import { toRecord } from "./records.ts";

/**
 * Finds the key that a token names. None is fine for an issuer that has a single key.
 *
 * @throws AuthError `invalid_token`
 */
export type FindKey = (kid: unknown) => Promise<CryptoKey>;

interface PublicKey {
  readonly kid: unknown;
  readonly n: string;
  readonly e: string;
  imported?: Promise<CryptoKey>;
}

// A key that the tenant has withdrawn must not be trusted for as long as a page stays open.
const maxAge = 10 * 60 * 1000;
// 2048 bits in base64url: RFC 7518, section 3.3, allows no smaller key for RS256.
const minModulus = 342;

/**
 * The signing keys of one tenant, from its own JWKS and nowhere else: neither the `iss` nor the `jku`, `x5u`
 * or `jwk` of a token has a say in it. The set is fetched when none is held or it is older than 10 minutes,
 * and once more for a name that it does not contain, since that is how a rotation shows.
 *
 * @see RFC 7517; OpenID Connect Core 1.0, section 10.1.1 (rotation)
 */
export function createKeySet(context: Service & ResolvedPorts): FindKey {
  const { clock } = context;
  let keys: readonly PublicKey[] = [];
  let loadedAt = 0;
  let loading: Promise<void> | undefined;

  const load = (): Promise<void> =>
    request(context, "/.well-known/jwks.json", readKeys)
      .catch(failWithoutKeys)
      .then((found) => {
        keys = found;
        loadedAt = clock.now();
      })
      .finally(() => {
        loading = undefined;
      });
  const importKey = ({ n, e }: PublicKey): Promise<CryptoKey> =>
    requireSubtle(context)
      .importKey(
        "jwk",
        { kty: "RSA", n, e },
        { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
        false,
        ["verify"],
      )
      .catch(failWithoutKeys);
  const pick = (kid: unknown): PublicKey | undefined =>
    keys.find((key) => (typeof kid === "string" ? key.kid === kid : keys.length === 1));

  return async (kid) => {
    let key = clock.now() - loadedAt < maxAge ? pick(kid) : undefined;
    if (!key) {
      await (loading ??= load());
      key = pick(kid);
    }
    if (!key) {
      refuseToken(
        "kid",
        `No key of the tenant signed the ID token: kid is ${describeValue(kid)}, expected ${describeKeys(keys)}.`,
        "Log in again, at the same domain.",
      );
    }
    return (key.imported ??= importKey(key));
  };
}

function describeKeys(keys: readonly PublicKey[]): string {
  return describeValue(keys.map(({ kid }) => kid));
}

function failWithoutKeys({
  message,
  remedy,
  statusCode,
  original,
}: Pick<AuthError, "message" | "remedy" | "statusCode" | "original">): never {
  fail("invalid_token", `No keys. ${message}`, "keys_missing", {
    remedy,
    statusCode,
    original,
  });
}

/** Takes the keys that can verify RS256 signatures; passes over all others. */
function readKeys(body: unknown): PublicKey[] | undefined {
  const { keys } = toRecord(body);
  if (!Array.isArray(keys)) return undefined;
  return keys.flatMap((entry) => {
    const { kty, use = "sig", alg = "RS256", kid, n, e } = toRecord(entry);
    const isSuitable =
      kty === "RSA" &&
      use === "sig" &&
      alg === "RS256" &&
      typeof e === "string" &&
      typeof n === "string" &&
      n.length >= minModulus;
    return isSuitable ? { kid, n, e } : [];
  });
}
