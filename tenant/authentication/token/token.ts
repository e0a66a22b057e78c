import * as z from "zod/mini";
import type { Client } from "../../directory/clients.ts";
import type { TenantApp, TenantContext, TenantRequest } from "../../context.ts";
import { readBody } from "../../http/request-body.ts";
import { allowOrigin } from "../cors.ts";
import { grantTypes, type GrantType } from "../../directory/grant-types.ts";
import { respondWithOAuthError } from "../oauth-error.ts";
import { exchangeAuthorizationCode } from "./token-authorization-code.ts";
import { exchangeClientCredentials } from "./token-client-credentials.ts";
import { exchangeSubjectToken } from "./token-exchange.ts";
import { exchangeSecondFactor } from "./token-mfa.ts";
import { exchangeOneTimeCode, exchangePassword } from "./token-password-realm.ts";
import { exchangeRefreshToken } from "./token-refresh.ts";

const text = z.optional(z.string().check(z.maxLength(4096)));

const parametersSchema = z.object({
  grant_type: z.string().check(z.maxLength(200)),
  client_id: text,
  client_secret: text,
  audience: text,
  scope: text,
  code: text,
  redirect_uri: text,
  code_verifier: text,
  refresh_token: text,
  username: text,
  password: text,
  otp: text,
  realm: text,
  mfa_token: text,
  organization: text,
  subject_token: text,
  subject_token_type: text,
  requested_token_type: text,
});

/** Parameters of a token request; which ones matter depends on the grant. */
export type TokenParameters = z.infer<typeof parametersSchema>;

/** A client that the token endpoint knows, and whether it proved its secret. */
export interface TokenClient {
  client: Client;
  isAuthenticated: boolean;
}

/** `POST /oauth/token` (RFC 6749, section 3.2), JSON or form, also with a trailing slash. */
export function addTokenRoutes(app: TenantApp, context: TenantContext): void {
  for (const path of ["/oauth/token", "/oauth/token/"]) {
    app.post(path, async (c) => await respondToTokenRequest(c, context));
  }
}

async function respondToTokenRequest(c: TenantRequest, context: TenantContext): Promise<Response> {
  c.header("cache-control", "no-store");
  const body = await readBody(c);
  if (!body.ok && body.failure === "too-large") {
    return respondWithOAuthError(c, 413, "invalid_request", "The request body is too large");
  }
  const parsed = parametersSchema.safeParse(body.ok ? body.value : undefined);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0] ?? "body");
    const description = `Missing or invalid parameter: ${name}`;
    return respondWithOAuthError(c, 400, "invalid_request", description);
  }
  const parameters = parsed.data;
  const identified = identifyClient(c, context, parameters);
  allowOrigin(c, identified?.client);
  if (identified === undefined) {
    c.header("www-authenticate", 'Basic realm="oauth/token"');
    return respondWithOAuthError(c, 401, "invalid_client", "Client authentication failed");
  }
  const { client } = identified;
  c.set("clientId", client.client_id);
  const { grant_type: grantType } = parameters;
  const exchange = findExchange(grantType);
  if (exchange === undefined) {
    const description = `Unsupported grant type: ${grantType}`;
    return respondWithOAuthError(c, 400, "unsupported_grant_type", description);
  }
  if (!client.grant_types.includes(grantType)) {
    const description = `Grant type '${grantType}' not allowed for the client.`;
    return respondWithOAuthError(c, 403, "unauthorized_client", description);
  }
  return await exchange(c, context, identified, parameters);
}

type Exchange = (
  c: TenantRequest,
  context: TenantContext,
  client: TokenClient,
  parameters: TokenParameters,
) => Promise<Response>;

const exchanges: Record<GrantType, Exchange> = {
  authorization_code: exchangeAuthorizationCode,
  client_credentials: exchangeClientCredentials,
  refresh_token: exchangeRefreshToken,
  "http://auth0.com/oauth/grant-type/password-realm": exchangePassword,
  "http://auth0.com/oauth/grant-type/passwordless/otp": exchangeOneTimeCode,
  "http://auth0.com/oauth/grant-type/mfa-otp": exchangeSecondFactor,
  "urn:ietf:params:oauth:grant-type:token-exchange": exchangeSubjectToken,
};

function findExchange(grantType: string): Exchange | undefined {
  const known = grantTypes.find((each) => each === grantType);
  return known === undefined ? undefined : exchanges[known];
}

/** Who asks? Undefined for an unknown client and for a secret that is wrong or missing. */
function identifyClient(
  c: TenantRequest,
  context: TenantContext,
  parameters: TokenParameters,
): TokenClient | undefined {
  const basic = readBasicCredentials(c.req.header("authorization"));
  const id = basic?.id ?? parameters.client_id ?? "";
  const secret = basic?.secret ?? parameters.client_secret;
  const client = context.clients.get(id);
  if (client === undefined) return undefined;
  if (secret !== undefined) {
    return secret === client.client_secret ? { client, isAuthenticated: true } : undefined;
  }
  const isPublic = client.token_endpoint_auth_method === "none";
  return isPublic ? { client, isAuthenticated: false } : undefined;
}

/** HTTP Basic client credentials, form-encoded inside (RFC 6749, section 2.3.1). */
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
