import * as z from "zod/mini";
import { parseJson } from "../../encoding/json.ts";
import { ManagementError } from "../refusals/management-error.ts";
import type { Fetch } from "../../http/fetch.ts";
import type { Clock } from "../../http/clock.ts";
import { readRateLimit, readRetryAt } from "../calls/rate-limit.ts";
import { scrub } from "../calls/scrub.ts";
import { isTrustworthyAddress, sendRequest, type ServiceResponse } from "../calls/send-request.ts";

const operationLabel = "Getting a Management API token";
const defaultLifetime = 60 * 60;

// RFC 6750, section 2.1, extended to all characters that a header can have. With any other
// character, fetch fails without a reason.
const headerText = /^[\x21-\x7e]+$/u;

/** Returns true for a text that a header can have, such as a token (RFC 6750, section 2.1). */
export function isHeaderText(text: string): boolean {
  return headerText.test(text);
}

const tokenResponseSchema = z.looseObject({
  access_token: z.string().check(z.regex(headerText)),
  expires_in: z.optional(z.unknown()),
});
const tokenErrorSchema = z.looseObject({
  error: z.optional(z.unknown()),
  error_description: z.optional(z.unknown()),
});

export interface ClientTokenRequest {
  /** The tenant's `/oauth/token`: https, or a loopback address. */
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  audience: string;
}

/**
 * Requests an access token with the client credentials grant (RFC 6749, section 4.4). `lifetime` is
 * in milliseconds; the default is one hour. Each failure is a ManagementError without the secret.
 */
export async function requestClientToken(
  credential: ClientTokenRequest,
  ports: { fetch: Fetch; clock: Clock },
): Promise<{ token: string; lifetime: number }> {
  if (!isTrustworthyAddress(credential.tokenUrl)) {
    const message = `${operationLabel} was not sent: the token endpoint must use https or run on this machine. Correct the tenant's domain in the options.`;
    throw new ManagementError({ code: "invalid-address", message });
  }
  const response = await sendRequest(
    {
      label: operationLabel,
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
    return { token, lifetime: (isUsable ? seconds : defaultLifetime) * 1000 };
  }
  const message = `${operationLabel} failed: the response of the token endpoint contains no token. Check the tenant's domain in the options.`;
  throw new ManagementError({ code: "unexpected-response", status: response.status, message });
}

function refuse(
  response: ServiceResponse,
  credential: ClientTokenRequest,
  clock: Clock,
): ManagementError {
  const { status, headers } = response;
  const body = tokenErrorSchema.safeParse(parseJson(response.text)).data ?? {};
  const secrets = [credential.clientSecret];
  const errorCode =
    typeof body.error === "string" ? scrub(body.error, secrets).slice(0, 100) : undefined;
  const serviceMessage =
    typeof body.error_description === "string" ? scrub(body.error_description, secrets) : undefined;
  // Every response has the reset time of the rate limit, so after a 5xx only `Retry-After` counts.
  const isAsked = status === 429 || (status >= 500 && headers.has("retry-after"));
  const retryAt = isAsked ? readRetryAt(headers, clock) : undefined;
  const rateLimit = readRateLimit(headers, clock);
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
      message: `${operationLabel} failed: rate limit reached. Wait a moment, then try again.`,
    };
  }
  if (status >= 500) {
    return {
      code: "server-error",
      message: `${operationLabel} failed: server error (status ${status}). Try again in a moment.`,
    };
  }
  if (status === 404) {
    return {
      code: "not-found",
      message: `${operationLabel} failed: this tenant has no token endpoint. Check its domain in the options.`,
    };
  }
  if (status >= 400) {
    return {
      code: "credentials-refused",
      message: `${operationLabel} was rejected. Check the client ID and secret in the options. Also check that the tenant allows this client the client credentials grant for the Management API.`,
    };
  }
  return {
    code: "unexpected-response",
    message: `${operationLabel} got the unexpected status ${status}. Check the tenant's domain in the options.`,
  };
}
