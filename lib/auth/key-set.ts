import { fail, refuseValue, type AuthError } from "./auth-error.ts";
import { describeValue } from "./describe-value.ts";
import { request, type Service } from "./http.ts";
import type { ResolvedPorts } from "./ports.ts";
import { toRecord } from "./records.ts";
import { requireSubtle } from "./web-crypto.ts";

/** The signing keys of one tenant. */
export interface KeySet {
  /**
   * Finds the keys with the `kid` of a token: usually one. A token without a `kid` is valid for a
   * tenant with a single key.
   *
   * @throws AuthError `invalid_token`
   */
  readonly find: (kid: unknown) => Promise<readonly CryptoKey[]>;
  /**
   * Requests missing keys before the token that needs them arrives. If that fails, or the key of
   * the token is not among them, `find` requests them again.
   */
  readonly loadAhead: () => void;
}

/** A key of the JWKS that may verify RS256 signatures. */
interface PublishedKey {
  readonly kid: unknown;
  readonly n: string;
  readonly e: string;
}

/** An imported key. */
interface TenantKey {
  readonly kid: unknown;
  readonly key: CryptoKey;
}

// The tenant may withdraw a key while a page is open.
const maxAge = 10 * 60 * 1000;
// Anyone can create a token with an unknown kid, so such tokens cause requests at most this often.
// A key rotation is noticed after this time at the latest.
const minUnknownInterval = 60 * 1000;
// 2048 bits in base64url, the minimum for RS256 (RFC 7518, section 3.3).
const minModulus = 342;

/**
 * Creates a cache of one tenant's signing keys. The keys come from the tenant's own JWKS only,
 * never from the `iss`, `jku`, `x5u` or `jwk` of a token. The cache loads the JWKS again after 10
 * minutes, and for an unknown `kid` (a key rotation) at most once a minute.
 *
 * @see RFC 7517; OpenID Connect Core 1.0, section 10.1.1 (rotation)
 */
export function createKeySet(context: Service & ResolvedPorts): KeySet {
  const { clock } = context;
  let keys: readonly TenantKey[] = [];
  let loadedAt = -Infinity;
  let missedAt = -Infinity;
  let loading: Promise<void> | undefined;
  let loadingAhead: Promise<void> | undefined;

  const load = async (): Promise<void> => {
    try {
      const jwks = request(context, "/.well-known/jwks.json", readKeys).catch(failWithoutKeys);
      keys = await importKeys(context, await jwks);
      loadedAt = clock.now();
    } finally {
      loading = undefined;
    }
  };
  /** Returns true for a recent time. The elapsed time is negative if the clock was set back. */
  const isWithin = (span: number, time: number): boolean => {
    const elapsed = clock.now() - time;
    return elapsed >= 0 && elapsed < span;
  };
  const pick = (kid: unknown): readonly TenantKey[] => {
    if (typeof kid === "string") return keys.filter((key) => key.kid === kid);
    return keys.length === 1 ? keys : [];
  };
  const find = async (kid: unknown): Promise<readonly TenantKey[]> => {
    await loadingAhead;
    const isFresh = isWithin(maxAge, loadedAt);
    const cached = isFresh ? pick(kid) : [];
    if (cached.length > 0 || (isFresh && !loading && isWithin(minUnknownInterval, missedAt))) {
      return cached;
    }
    // Set before the request: a failed request counts too.
    if (isFresh) missedAt = clock.now();
    await (loading ??= load());
    const found = pick(kid);
    if (found.length === 0) missedAt = clock.now();
    return found;
  };

  return {
    async find(kid) {
      const found = await find(kid);
      if (found.length === 0) {
        const kids = keys.map((key) => key.kid);
        refuseValue(
          "kid",
          "No key of the tenant signed the ID token",
          "kid",
          describeValue(kid),
          describeValue(kids),
          "Log in again, at the same domain.",
        );
      }
      return found.map(({ key }) => key);
    },
    loadAhead() {
      if (loading || isWithin(maxAge, loadedAt)) return;
      loadingAhead ??= load()
        .catch(() => undefined)
        .finally(() => (loadingAhead = undefined));
    },
  };
}

/** Imports the keys of a tenant, and skips invalid ones if at least one is valid. */
async function importKeys(
  context: ResolvedPorts,
  published: readonly PublishedKey[],
): Promise<readonly TenantKey[]> {
  const subtle = requireSubtle(context);
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  const outcomes = await Promise.allSettled(
    published.map(async ({ kid, n, e }) => ({
      kid,
      key: await subtle.importKey("jwk", { kty: "RSA", n, e }, algorithm, false, ["verify"]),
    })),
  );
  const keys = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  if (keys.length > 0 || published.length === 0) return keys;
  fail(
    "invalid_token",
    `No usable key: none of the tenant's ${published.length} keys can be imported.`,
    "keys_missing",
    { remedy: "Check the tenant's key set." },
  );
}

function failWithoutKeys({
  message,
  remedy,
  statusCode,
  original,
}: Pick<AuthError, "message" | "remedy" | "statusCode" | "original">): never {
  fail("invalid_token", `The tenant's keys could not be loaded. ${message}`, "keys_missing", {
    remedy,
    statusCode,
    original,
  });
}

/** Reads the keys that can verify RS256 signatures, and skips all others. */
function readKeys(body: unknown): PublishedKey[] | undefined {
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
    return isSuitable ? [{ kid, n, e }] : [];
  });
}
