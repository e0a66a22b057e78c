import * as z from "zod/mini";
import { describeAccessToken } from "./describe-access-token.ts";
import { parseJson } from "./json.ts";
import { ManagementError } from "./management-error.ts";
import type { Clock, Fetch } from "./ports.ts";
import { readRateLimit, readRetryAt } from "./rate-limit.ts";
import { scrub } from "./scrub.ts";
import { isTrustworthyAddress, sendRequest, type ServiceResponse } from "./send-request.ts";

/** How a management token is come by: pasted, or through the client credentials grant (RFC 6749, section 4.4). */
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
]);
export type Credential = z.infer<typeof credentialSchema>;
type ClientCredentials = Extract<Credential, { kind: "client_credentials" }>;

/**
 * Gives the access token to use now. `renew` asks for a new one; with `refused`, the token that the service did not accept,
 * a token that has been renewed since is given without another request.
 */
export type AccessTokenSource = (options?: {
  renew?: boolean;
  refused?: string;
}) => Promise<string>;

const LABEL = "Getting a management token";
// Renewed this long before it ends, or after nine tenths of a life that is shorter than ten minutes.
const RENEWAL_MARGIN = 60_000;
const DEFAULT_LIFETIME = 60 * 60;

// RFC 6750, section 2.1, a little wider: what a header can carry. Anything else would fail inside fetch, without a reason.
const HEADER_TEXT = /^[\x21-\x7e]+$/u;

const tokenResponseSchema = z.looseObject({
  access_token: z.string().check(z.regex(HEADER_TEXT)),
  expires_in: z.optional(z.unknown()),
});
const tokenErrorSchema = z.looseObject({
  error: z.optional(z.unknown()),
  error_description: z.optional(z.unknown()),
});

/** An access token and when it is to be renewed, in milliseconds since the epoch. */
export const heldTokenSchema = z.object({ token: z.string(), renewAt: z.number() });
export type HeldToken = z.infer<typeof heldTokenSchema>;

/** Keeps the token of a credential beyond this source's own life. */
export interface TokenKeeper {
  read(): Promise<HeldToken | undefined>;
  write(held: HeldToken): Promise<void>;
}

/**
 * Keeps one credential's access token fresh: one request at a time, however many callers wait for it. With `kept`, a token
 * is used on by the next source: services count, and bill, each token they issue.
 */
export function createAccessTokenSource(
  credential: Credential,
  ports: { fetch: Fetch; clock: Clock; kept?: TokenKeeper },
): AccessTokenSource {
  if (credential.kind === "access_token") {
    const token = credential.token.trim().replace(/^bearer\s+/iu, "");
    return async () => {
      refuseUnusable(token, ports.clock);
      return token;
    };
  }
  let held: HeldToken | undefined;
  let wasRead = false;
  let underWay: Promise<string> | undefined;

  async function renew(granted: ClientCredentials): Promise<string> {
    const requestedAt = ports.clock.now();
    const { token, lifetime } = await requestToken(granted, ports);
    held = { token, renewAt: requestedAt + lifetime - Math.min(RENEWAL_MARGIN, lifetime / 10) };
    // A token that could not be kept is still good: the next source asks for another.
    await ports.kept?.write(held).catch(() => undefined);
    return token;
  }

  return async ({ renew: isRenewal = false, refused } = {}) => {
    if (!wasRead) {
      const kept = await ports.kept?.read().catch(() => undefined);
      wasRead = true;
      held ??= kept;
    }
    if (underWay !== undefined) return underWay;
    const hasNewer = refused !== undefined && held !== undefined && held.token !== refused;
    const isUsable = held !== undefined && ports.clock.now() < held.renewAt;
    if (held !== undefined && isUsable && (!isRenewal || hasNewer)) return held.token;
    underWay = renew(credential).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

function refuseUnusable(token: string, clock: Clock): void {
  if (!HEADER_TEXT.test(token)) {
    const message =
      "The management access token holds a space, a line break or another character that tokens never have. Copy it again as a whole.";
    throw new ManagementError({ code: "unauthorized", message });
  }
  const description = describeAccessToken(token);
  if (description.kind === "opaque" || description.expiresAt === undefined) return;
  if (clock.now() < description.expiresAt) return;
  const message =
    "The management access token has expired. Give a new one in the options, or a client id and secret, which renew it by themselves.";
  throw new ManagementError({ code: "token-expired", message });
}

async function requestToken(
  credential: ClientCredentials,
  ports: { fetch: Fetch; clock: Clock },
): Promise<{ token: string; lifetime: number }> {
  if (!isTrustworthyAddress(credential.tokenUrl)) {
    const message = `${LABEL} was not tried: the token address must be https, or on this machine. Correct the tenant's domain in the options.`;
    throw new ManagementError({ code: "invalid-address", message });
  }
  const response = await sendRequest(
    {
      label: LABEL,
      isWrite: false,
      url: credential.tokenUrl,
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: credential.clientId,
        client_secret: credential.clientSecret,
        audience: credential.audience,
      }).toString(),
    },
    ports,
  );
  if (response.status < 200 || response.status > 299)
    throw refuse(response, credential, ports.clock);
  const parsed = tokenResponseSchema.safeParse(parseJson(response.text));
  if (parsed.success) {
    const { access_token: token, expires_in: seconds } = parsed.data;
    const isUsable = typeof seconds === "number" && seconds > 0;
    return { token, lifetime: (isUsable ? seconds : DEFAULT_LIFETIME) * 1000 };
  }
  const message = `${LABEL}: the token address answered, but with no token. Check the tenant's domain in the options.`;
  throw new ManagementError({ code: "unexpected-response", status: response.status, message });
}

function refuse(
  response: ServiceResponse,
  credential: ClientCredentials,
  clock: Clock,
): ManagementError {
  const { status, headers } = response;
  const body = tokenErrorSchema.safeParse(parseJson(response.text)).data ?? {};
  const secrets = [credential.clientSecret];
  const errorCode =
    typeof body.error === "string" ? scrub(body.error, secrets).slice(0, 100) : undefined;
  const serviceMessage =
    typeof body.error_description === "string" ? scrub(body.error_description, secrets) : undefined;
  const retryAt = status === 429 ? readRetryAt(headers, clock) : undefined;
  const rateLimit = readRateLimit(headers);
  return new ManagementError({
    ...explainTokenRefusal(status),
    status,
    ...(errorCode === undefined ? {} : { errorCode }),
    ...(serviceMessage === undefined ? {} : { serviceMessage }),
    ...(retryAt === undefined ? {} : { retryAt }),
    ...(rateLimit === undefined ? {} : { rateLimit }),
  });
}

function explainTokenRefusal(status: number): Pick<ManagementError, "code" | "message"> {
  if (status === 429) {
    return {
      code: "rate-limited",
      message: `${LABEL} was refused: the tenant has had too many requests. Wait a moment, then try again.`,
    };
  }
  if (status >= 500) {
    return {
      code: "server-error",
      message: `${LABEL} failed inside the service (status ${status}). Try again in a moment.`,
    };
  }
  if (status === 404) {
    return {
      code: "not-found",
      message: `${LABEL} failed: there is no token address at this tenant. Check its domain in the options.`,
    };
  }
  if (status >= 400) {
    return {
      code: "credentials-refused",
      message: `${LABEL} was refused. Check the client id and secret in the options, and that the tenant allows this client the client credentials grant for the management interface.`,
    };
  }
  return {
    code: "unexpected-response",
    message: `${LABEL} was answered with status ${status}. Check the tenant's domain in the options.`,
  };
}
