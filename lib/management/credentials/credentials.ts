import * as z from "zod/mini";
import { describeAccessToken } from "./describe-access-token.ts";
import { ManagementError } from "../refusals/management-error.ts";
import type { Fetch } from "../../http/fetch.ts";
import type { Clock } from "../../http/clock.ts";
import { isHeaderText, requestClientToken } from "./request-client-token.ts";

/** A credential: a pasted access token, client credentials, or the token of a user's login. */
export const credentialSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("access_token"), token: z.string().check(z.minLength(1)) }),
  z.object({
    kind: z.literal("client_credentials"),
    /** The tenant's `/oauth/token`. */
    tokenUrl: z.string(),
    clientId: z.string().check(z.minLength(1)),
    clientSecret: z.string().check(z.minLength(1)),
    /** The URL of the Management API, with a trailing slash: `https://{tenant}/api/v2/`. */
    audience: z.string(),
  }),
  z.object({
    kind: z.literal("login"),
    /** The access token of the login. Its audience is the Management API. */
    token: z.string().check(z.minLength(1)),
    /** Expiry by the login's `expires_in`, in epoch ms; by default the token's `exp`. */
    expiresAt: z.optional(z.number()),
  }),
]);
export type Credential = z.infer<typeof credentialSchema>;

/**
 * Returns a valid access token. `renew` requests a new token. `refused` is the token that the
 * service refused: if a newer token is cached, that token is returned without a request.
 */
export type AccessTokenSource = (options?: {
  renew?: boolean;
  refused?: string;
}) => Promise<string>;

// A token is renewed this long before it expires. With a lifetime below ten minutes, a token is
// renewed after nine tenths of it.
const renewalMargin = 60_000;

/**
 * The tolerated error of this device's clock, in milliseconds. A token that expired less than this
 * time ago is still sent, because the clock of the service decides.
 */
export const clockSkew = 5 * 60_000;

/** An access token, and the time to renew it in epoch milliseconds. */
export const cachedTokenSchema = z.object({ token: z.string(), renewAt: z.number() });
export type CachedToken = z.infer<typeof cachedTokenSchema>;

/** Stores the token of a credential longer than its token source exists. */
export interface TokenCache {
  read(): Promise<CachedToken | undefined>;
  write(token: CachedToken): Promise<void>;
}

/** The access token of a user's login, and its expiry in epoch milliseconds. */
export interface LoginResult {
  token: string;
  expiresAt?: number | undefined;
}

export interface AccessTokenPorts {
  fetch: Fetch;
  clock: Clock;
  /** Lets the next source reuse the token, because services count and bill each issued token. */
  cache?: TokenCache;
  /** Logs the user in again, silently if possible. Without it, the token cannot be renewed. */
  logIn?: () => Promise<LoginResult>;
}

/**
 * Creates the source of a credential's access token. The source renews the token before expiry and
 * after a refusal, with one request for all callers. It respects `Retry-After`. Every failure is a
 * ManagementError.
 */
export function createAccessTokenSource(
  credential: Credential,
  ports: AccessTokenPorts,
): AccessTokenSource {
  if (credential.kind === "access_token")
    return createFixedSource(credential.token, ports.clock, expiredToken);
  if (credential.kind === "client_credentials") {
    return createRenewingSource(ports, {
      async renew() {
        const requestedAt = ports.clock.now();
        const { token, lifetime } = await requestClientToken(credential, ports);
        return { token, renewAt: requestedAt + lifetime - marginOf(lifetime) };
      },
    });
  }
  const { logIn } = ports;
  if (logIn === undefined)
    return createFixedSource(credential.token, ports.clock, expiredLogin, credential.expiresAt);
  return createRenewingSource(ports, {
    first: toCachedLogin(credential, ports.clock),
    renew: async () => toCachedLogin(await runLogin(logIn), ports.clock),
  });
}

const expiredToken = {
  code: "token-expired",
  message:
    "The Management API token has expired. Enter a new token in the options, or a client ID and secret, whose tokens are renewed automatically.",
} as const;
const expiredLogin = {
  code: "login-required",
  message: "The user login has expired. Log in again in the options.",
} as const;

/**
 * Creates the source of a token that cannot be renewed. The token is used until it has certainly
 * expired.
 */
function createFixedSource(
  pasted: string,
  clock: Clock,
  expired: typeof expiredToken | typeof expiredLogin,
  expiresAt?: number,
): AccessTokenSource {
  const token = cleanToken(pasted);
  return async () => {
    if (!isHeaderText(token)) {
      const message =
        "The Management API token contains a space, a line break or another invalid character. Copy the whole token again.";
      throw new ManagementError({ code: "unauthorized", message });
    }
    const end = expiresAt ?? readExpiry(token);
    if (end !== undefined && clock.now() >= end + clockSkew) throw new ManagementError(expired);
    return token;
  };
}

function createRenewingSource(
  { clock, cache }: AccessTokenPorts,
  grant: { first?: CachedToken; renew: () => Promise<CachedToken> },
): AccessTokenSource {
  let current: CachedToken | undefined;
  let isCacheRead = false;
  let inFlight: Promise<string> | undefined;
  /** The last refusal with a `retryAt`: until that time, no caller requests a token. */
  let limit: { error: ManagementError; since: number; until: number } | undefined;

  async function renew(): Promise<string> {
    const now = clock.now();
    // If the clock was set back, move the limit by the same time: the wait must not become longer.
    const shift = limit === undefined ? 0 : Math.max(0, limit.since - now);
    if (limit !== undefined)
      limit = { ...limit, since: limit.since - shift, until: limit.until - shift };
    if (limit !== undefined && now < limit.until) throw limit.error;
    limit = undefined;
    try {
      current = await grant.renew();
    } catch (error) {
      if (error instanceof ManagementError && error.retryAt !== undefined) {
        limit = { error, since: clock.now(), until: error.retryAt };
      }
      throw error;
    }
    // A token that could not be stored is still valid. The next source requests another one.
    await cache?.write(current).catch(() => undefined);
    return current.token;
  }

  return async ({ renew: isRenewal = false, refused } = {}) => {
    if (!isCacheRead) {
      const before = await cache?.read().catch(() => undefined);
      isCacheRead = true;
      current ??= before ?? grant.first;
    }
    if (inFlight !== undefined) return inFlight;
    const hasNewer = refused !== undefined && current !== undefined && current.token !== refused;
    const isUsable = current !== undefined && clock.now() < current.renewAt;
    if (current !== undefined && isUsable && (!isRenewal || hasNewer)) return current.token;
    inFlight = renew().finally(() => {
      inFlight = undefined;
    });
    return inFlight;
  };
}

function marginOf(lifetime: number): number {
  return Math.min(renewalMargin, Math.max(0, lifetime) / 10);
}

/** Removes white space and `Bearer` around a pasted token. */
function cleanToken(text: string): string {
  return text.trim().replace(/^bearer\s+/iu, "");
}

function readExpiry(token: string): number | undefined {
  const description = describeAccessToken(token);
  return description.kind === "opaque" ? undefined : description.expiresAt;
}

function toCachedLogin({ token: received, expiresAt }: LoginResult, clock: Clock): CachedToken {
  const token = cleanToken(received);
  const end = expiresAt ?? readExpiry(token);
  // A token without expiry is used until the service refuses it.
  if (end === undefined) return { token, renewAt: Number.MAX_SAFE_INTEGER };
  return { token, renewAt: end - marginOf(end - clock.now()) };
}

async function runLogin(logIn: () => Promise<LoginResult>): Promise<LoginResult> {
  try {
    const result = await logIn();
    if (isHeaderText(cleanToken(result.token))) return result;
  } catch (error) {
    if (error instanceof ManagementError) throw error;
    // Drop any other error, because its message may contain the token.
  }
  throw new ManagementError(expiredLogin);
}
