import * as z from "zod/mini";
import { describeAccessToken } from "./describe-access-token.ts";
import { ManagementError } from "../refusals/management-error.ts";
import type { Clock, Fetch } from "../ports.ts";
import { isHeaderText, requestClientToken } from "./request-client-token.ts";

/** How a management token is come by: pasted, through the client credentials grant, or by a login of the current user. */
export const credentialSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("access_token"), token: z.string().check(z.minLength(1)) }),
  z.object({
    kind: z.literal("client_credentials"),
    /** The tenant's `/oauth/token`. */
    tokenUrl: z.string(),
    clientId: z.string().check(z.minLength(1)),
    clientSecret: z.string().check(z.minLength(1)),
    /** The management interface's address with a trailing slash: `https://{tenant}/api/v2/`. */
    audience: z.string(),
  }),
  z.object({
    kind: z.literal("login"),
    /** The access token that the login brought; its audience is the management interface. */
    token: z.string().check(z.minLength(1)),
    /** When it ends by the login's `expires_in`, in epoch milliseconds; what the token says of itself counts when left out. */
    expiresAt: z.optional(z.number()),
  }),
]);
export type Credential = z.infer<typeof credentialSchema>;

/**
 * Gives the access token to use now. `renew` asks for a new one; with `refused`, the token that the service did not accept,
 * a token that has been renewed since is given without another request.
 */
export type AccessTokenSource = (options?: {
  renew?: boolean;
  refused?: string;
}) => Promise<string>;

// Renewed this long before it ends, or after nine tenths of a life that is shorter than ten minutes.
const RENEWAL_MARGIN = 60_000;

/**
 * How far a clock of this machine may be off, in milliseconds. A token that has ended by less is still sent: the service, whose
 * clock counts, refuses it if it must.
 */
export const CLOCK_SKEW = 5 * 60_000;

/** An access token and when it is to be renewed, in milliseconds since the epoch. */
export const cachedTokenSchema = z.object({ token: z.string(), renewAt: z.number() });
export type CachedToken = z.infer<typeof cachedTokenSchema>;

/** Keeps the token of a credential beyond this source's own life. */
export interface TokenCache {
  read(): Promise<CachedToken | undefined>;
  write(token: CachedToken): Promise<void>;
}

/** What a login of the current user brought: the access token, and when it ends in epoch milliseconds. */
export interface LoginResult {
  token: string;
  expiresAt?: number | undefined;
}

export interface AccessTokenPorts {
  fetch: Fetch;
  clock: Clock;
  /** With it, a token is used on by the next source: services count, and bill, each token they issue. */
  cache?: TokenCache;
  /** Logs the current user in anew, without a word where that can be done; without it a login lasts as long as its token. */
  logIn?: () => Promise<LoginResult>;
}

/**
 * Keeps one credential's access token fresh: renewed before it ends and after a refusal, by one request at a time, however many
 * callers wait for it, and by none before the time that a `Retry-After` named. Every failure is a ManagementError.
 */
export function createAccessTokenSource(
  credential: Credential,
  ports: AccessTokenPorts,
): AccessTokenSource {
  if (credential.kind === "access_token")
    return createFixedSource(credential.token, ports.clock, EXPIRED_TOKEN);
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
    return createFixedSource(credential.token, ports.clock, EXPIRED_LOGIN, credential.expiresAt);
  return createRenewingSource(ports, {
    first: toCachedLogin(credential, ports.clock),
    renew: async () => toCachedLogin(await runLogin(logIn), ports.clock),
  });
}

const EXPIRED_TOKEN = {
  code: "token-expired",
  message:
    "The management access token has expired. Give a new one in the options, or a client id and secret, which renew it by themselves.",
} as const;
const EXPIRED_LOGIN = {
  code: "login-required",
  message: "The login at the management interface has ended. Log in again in the options.",
} as const;

/** A token that nothing renews: used until it has surely ended. */
function createFixedSource(
  pasted: string,
  clock: Clock,
  expired: typeof EXPIRED_TOKEN | typeof EXPIRED_LOGIN,
  expiresAt?: number,
): AccessTokenSource {
  const token = cleanToken(pasted);
  return async () => {
    if (!isHeaderText(token)) {
      const message =
        "The management access token holds a space, a line break or another character that tokens never have. Copy it again as a whole.";
      throw new ManagementError({ code: "unauthorized", message });
    }
    const end = expiresAt ?? readEnd(token);
    if (end !== undefined && clock.now() >= end + CLOCK_SKEW) throw new ManagementError(expired);
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
  /** The last refusal for the rate: until its time the token endpoint is not asked again, whoever needs a token. */
  let limit: { error: ManagementError; since: number; until: number } | undefined;

  async function renew(): Promise<string> {
    const now = clock.now();
    // A clock that was set back does not prolong the wait: it starts again from there.
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
    // A token that could not be cached is still good: the next source asks for another.
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
  return Math.min(RENEWAL_MARGIN, Math.max(0, lifetime) / 10);
}

/** A token as it is often pasted, without what is around it. */
function cleanToken(text: string): string {
  return text.trim().replace(/^bearer\s+/iu, "");
}

function readEnd(token: string): number | undefined {
  const description = describeAccessToken(token);
  return description.kind === "opaque" ? undefined : description.expiresAt;
}

function toCachedLogin({ token: brought, expiresAt }: LoginResult, clock: Clock): CachedToken {
  const token = cleanToken(brought);
  const end = expiresAt ?? readEnd(token);
  // A token that names no end is used until the service refuses it.
  if (end === undefined) return { token, renewAt: Number.MAX_SAFE_INTEGER };
  return { token, renewAt: end - marginOf(end - clock.now()) };
}

async function runLogin(logIn: () => Promise<LoginResult>): Promise<LoginResult> {
  try {
    const result = await logIn();
    if (isHeaderText(cleanToken(result.token))) return result;
  } catch (error) {
    if (error instanceof ManagementError) throw error;
    // The words of another error may hold what the login brought; they stay behind.
  }
  throw new ManagementError(EXPIRED_LOGIN);
}
