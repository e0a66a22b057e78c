import { grantTypes, type GrantType } from "../../directory/grant-types.ts";
import { readBody } from "../../http/request-body.ts";
import type { TenantApp, TenantRequest } from "../../http/tenant-app.ts";
import type { AuthenticationContext } from "../authentication-context.ts";
import { allowOrigin, findClientOfOrigin } from "../cors.ts";
import { OAuthError } from "../oauth-error.ts";
import { exchangeAuthorizationCode } from "./token-authorization-code.ts";
import { exchangeClientCredentials } from "./token-client-credentials.ts";
import { exchangeSubjectToken } from "./token-exchange.ts";
import { exchangeSecondFactor } from "./token-mfa.ts";
import { exchangeOneTimeCode, exchangePassword } from "./token-password-realm.ts";
import { exchangeRefreshToken } from "./token-refresh.ts";
import {
  tokenParametersSchema,
  type TokenClient,
  type GrantHandler,
  type TokenParameters,
} from "./token-request.ts";

/** Adds `POST /oauth/token` (RFC 6749, section 3.2), with and without a trailing slash. */
export function addTokenRoutes(app: TenantApp, context: AuthenticationContext): void {
  for (const path of ["/oauth/token", "/oauth/token/"]) {
    app.post(path, async (c) => await respondToTokenRequest(c, context));
  }
}

async function respondToTokenRequest(
  c: TenantRequest,
  context: AuthenticationContext,
): Promise<Response> {
  c.header("cache-control", "no-store");
  const parameters = await readParameters(c);
  const identified = identifyClient(c, context, parameters);
  if (identified === undefined) {
    // The page must be able to read why its client was refused.
    allowOrigin(c, findClientOfOrigin(context, c.req.header("origin") ?? ""));
    c.header("www-authenticate", 'Basic realm="oauth/token"');
    throw new OAuthError(401, "invalid_client", "Client authentication failed");
  }
  const { client } = identified;
  allowOrigin(c, client);
  c.set("clientId", client.client_id);
  const { grant_type: grantType } = parameters;
  const exchange = findExchange(grantType);
  if (exchange === undefined) {
    const description = `Unsupported grant type: ${grantType}`;
    throw new OAuthError(400, "unsupported_grant_type", description);
  }
  if (!client.grant_types.includes(grantType)) {
    const description = `Grant type '${grantType}' not allowed for the client.`;
    throw new OAuthError(403, "unauthorized_client", description);
  }
  return await exchange(c, context, identified, parameters);
}

async function readParameters(c: TenantRequest): Promise<TokenParameters> {
  const body = await readBody(c);
  if (!body.ok && body.failure === "too-large") {
    throw new OAuthError(413, "invalid_request", "The request body is too large");
  }
  const parsed = tokenParametersSchema.safeParse(body.ok ? body.value : undefined);
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0] ?? "body");
  throw new OAuthError(400, "invalid_request", `Missing or invalid parameter: ${name}`);
}

const exchanges: Record<GrantType, GrantHandler> = {
  authorization_code: exchangeAuthorizationCode,
  client_credentials: exchangeClientCredentials,
  refresh_token: exchangeRefreshToken,
  "http://auth0.com/oauth/grant-type/password-realm": exchangePassword,
  "http://auth0.com/oauth/grant-type/passwordless/otp": exchangeOneTimeCode,
  "http://auth0.com/oauth/grant-type/mfa-otp": exchangeSecondFactor,
  "urn:ietf:params:oauth:grant-type:token-exchange": exchangeSubjectToken,
};

function findExchange(grantType: string): GrantHandler | undefined {
  const known = grantTypes.find((each) => each === grantType);
  return known === undefined ? undefined : exchanges[known];
}

/** Returns the client; undefined if it is unknown, or if its secret is wrong or missing. */
function identifyClient(
  c: TenantRequest,
  { clients }: Pick<AuthenticationContext, "clients">,
  parameters: TokenParameters,
): TokenClient | undefined {
  const basic = readBasicCredentials(c.req.header("authorization"));
  const client = clients.get(basic?.id ?? parameters.client_id ?? "");
  const secret = basic?.secret ?? parameters.client_secret;
  if (client === undefined) return undefined;
  if (secret !== undefined) {
    return secret === client.client_secret ? { client, isAuthenticated: true } : undefined;
  }
  const isPublic = client.token_endpoint_auth_method === "none";
  return isPublic ? { client, isAuthenticated: false } : undefined;
}

/** Reads HTTP Basic credentials of a client; they are form-encoded (RFC 6749, section 2.3.1). */
function readBasicCredentials(
  header: string | undefined,
): { id: string; secret: string } | undefined {
  const match = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(header ?? "");
  if (match === null) return undefined;
  try {
    const [id = "", secret = ""] = atob(match[1] ?? "")
      .split(/:(.*)/s)
      .map((part) => decodeURIComponent(part.replaceAll("+", " ")));
    return { id, secret };
  } catch {
    return { id: "", secret: "" };
  }
}
