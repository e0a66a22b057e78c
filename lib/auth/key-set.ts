import { fail, refuseToken, type AuthError } from "./auth-error.ts";
import { describeValue } from "./describe-value.ts";
import { request, type Service } from "./http.ts";
import type { ResolvedPorts } from "./ports.ts";
import { toRecord } from "./records.ts";
import { requireSubtle } from "./web-crypto.ts";

/**
 * Finds the keys that a token may be signed with: those of the name that it gives, mostly one. No name is fine
 * for an issuer that has a single key.
 *
 * @throws AuthError `invalid_token`
 */
export type FindKeys = (kid: unknown) => Promise<readonly CryptoKey[]>;

interface PublicKey {
  readonly kid: unknown;
  readonly n: string;
  readonly e: string;
  imported?: Promise<CryptoKey>;
}

// A key that the tenant has withdrawn must not be trusted for as long as a page stays open.
const maxAge = 10 * 60 * 1000;
// Anyone can make tokens with made-up key names; a rotation is noticed this late at worst.
const minUnknownInterval = 60 * 1000;
// 2048 bits in base64url: RFC 7518, section 3.3, allows no smaller key for RS256.
const minModulus = 342;

/**
 * The signing keys of one tenant, from its own JWKS and nowhere else: neither the `iss` nor the `jku`, `x5u`
 * or `jwk` of a token has a say in it. The set is fetched when none is held or it is older than 10 minutes,
 * and for a name that it does not contain, since that is how a rotation shows, but then once a minute at most.
 *
 * @see RFC 7517; OpenID Connect Core 1.0, section 10.1.1 (rotation)
 */
export function createKeySet(context: Service & ResolvedPorts): FindKeys {
  const { clock } = context;
  let keys: readonly PublicKey[] = [];
  let loadedAt = -Infinity;
  let missedAt = -Infinity;
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
  /** Tells whether a time is so close; one that lies ahead is not, since the clock was set back then. */
  const isWithin = (span: number, time: number): boolean => {
    const elapsed = clock.now() - time;
    return elapsed >= 0 && elapsed < span;
  };
  const pick = (kid: unknown): readonly PublicKey[] => {
    if (typeof kid === "string") return keys.filter((key) => key.kid === kid);
    return keys.length === 1 ? keys : [];
  };
  const find = async (kid: unknown): Promise<readonly PublicKey[]> => {
    const isFresh = isWithin(maxAge, loadedAt);
    const held = isFresh ? pick(kid) : [];
    if (held.length > 0 || (isFresh && !loading && isWithin(minUnknownInterval, missedAt))) {
      return held;
    }
    // Before the answer: a request that fails was one as well.
    if (isFresh) missedAt = clock.now();
    await (loading ??= load());
    const found = pick(kid);
    if (found.length === 0) missedAt = clock.now();
    return found;
  };

  return async (kid) => {
    const found = await find(kid);
    if (found.length === 0) {
      refuseToken(
        "kid",
        `No key of the tenant signed the ID token: kid is ${describeValue(kid)}, expected ${describeKeys(keys)}.`,
        "Log in again, at the same domain.",
      );
    }
    return importKeys(context, found);
  };
}

/** Imports each key once. One that cannot be imported is passed over as long as another can be. */
async function importKeys(
  context: ResolvedPorts,
  found: readonly PublicKey[],
): Promise<readonly CryptoKey[]> {
  const subtle = requireSubtle(context);
  const outcomes = await Promise.allSettled(
    found.map((key) => {
      const { n, e } = key;
      return (key.imported ??= subtle.importKey(
        "jwk",
        { kty: "RSA", n, e },
        { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
        false,
        ["verify"],
      ));
    }),
  );
  const imported = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  if (imported.length > 0) return imported;
  fail(
    "invalid_token",
    `No usable key: none of the ${found.length} that the ID token names can be imported.`,
    "keys_missing",
    { remedy: "Check the tenant's key set." },
  );
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
