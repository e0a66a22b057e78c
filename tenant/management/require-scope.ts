import { createMiddleware } from "hono/factory";
import type { MiddlewareHandler } from "hono";
import {
  verifyAccessToken,
  type AccessTokenFailure,
  type VerifiedAccessToken,
} from "../authentication/token/access-token.ts";
import type { TenantCore } from "../core/tenant-core.ts";
import type { Client } from "../directory/clients.ts";
import type { Directory } from "../directory/directory.ts";
import type { TenantEnv, TenantRequest } from "../http/tenant-app.ts";
import { ManagementError } from "./management-error.ts";

type TokenContext = Pick<TenantCore, "issuer" | "now" | "keys"> & Pick<Directory, "clients">;

/** Requires a bearer token, then a global client, then the scope. */
export function requireScope(context: TokenContext, scope: string): MiddlewareHandler<TenantEnv> {
  return createMiddleware<TenantEnv>(async (c, next) => {
    const { token, client } = await verifyBearer(c, context);
    if (!client.is_global) throw createClientError();
    if (!token.scopes.includes(scope)) throw createScopeError([scope]);
    c.set("token", token);
    await next();
  });
}

/** Scopes that allow a call on one user. */
export interface UserCallScopes {
  /** For a global client, on any user. */
  any: readonly string[];
  /** For a user's own token, only on that user. */
  own: readonly string[];
}

/**
 * Requires one of the scopes for a call on the user `:id`. A user's own token is accepted too,
 * although its client is not global; it must name this user.
 */
export function requireUserScope(
  context: TokenContext,
  scopes: UserCallScopes,
): MiddlewareHandler<TenantEnv> {
  return createMiddleware<TenantEnv>(async (c, next) => {
    const { token, client } = await verifyBearer(c, context);
    const isOwn = isUserToken(token);
    if (!isOwn && !client.is_global) throw createClientError();
    const accepted = isOwn ? scopes.own : scopes.any;
    if (!accepted.some((scope) => token.scopes.includes(scope))) {
      throw createScopeError([...scopes.any, ...scopes.own]);
    }
    if (isOwn && token.subject !== c.req.param("id")) {
      const message = "User to be acted on does not match subject in bearer token.";
      throw new ManagementError(403, message);
    }
    c.set("token", token);
    await next();
  });
}

/** Returns the token that `requireScope` or `requireUserScope` has verified. */
export function readToken(c: TenantRequest): VerifiedAccessToken {
  const { token } = c.var;
  if (token === undefined) throw new TypeError("This route has no requireScope middleware.");
  return token;
}

/** Returns true if a token was issued to a user, not to a client. */
export function isUserToken(token: VerifiedAccessToken): boolean {
  return !token.subject.endsWith("@clients");
}

/** Verifies the bearer token and finds the client that it was issued to. */
async function verifyBearer(
  c: TenantRequest,
  context: TokenContext,
): Promise<{ token: VerifiedAccessToken; client: Client }> {
  const header = c.req.header("authorization");
  if (header === undefined) throw new ManagementError(401, "Missing authentication");
  const jwt = /^Bearer (\S+)$/i.exec(header)?.[1] ?? "";
  if (jwt.split(".").length !== 3) {
    const message = "Bad HTTP authentication header format";
    throw new ManagementError(400, message, { errorCode: "Bearer" });
  }
  const result = await verifyAccessToken(context, jwt, `${context.issuer}api/v2/`);
  if (!result.ok) throw createTokenError(describeFailure(result));
  const { token } = result;
  c.set("clientId", token.clientId);
  c.set("subject", token.subject);
  const client = context.clients.get(token.clientId);
  if (client === undefined) throw createTokenError("Invalid token");
  return { token, client };
}

function createClientError(): ManagementError {
  return new ManagementError(401, "Client is not global.");
}

/** Creates the error of a token that lacks every one of the expected scopes. */
export function createScopeError(expected: readonly string[]): ManagementError {
  const message = `Insufficient scope, expected any of: ${expected.join(",")}`;
  return new ManagementError(403, message, { errorCode: "insufficient_scope" });
}

function createTokenError(message: string): ManagementError {
  return new ManagementError(401, message, { attributes: { error: message } });
}

function describeFailure({ failure, audience = "" }: AccessTokenFailure): string {
  switch (failure) {
    case "bad-signature":
      return "Invalid signature received for JSON Web Token validation";
    case "expired":
      return "Expired token received for JSON Web Token validation";
    case "bad-audience":
      return `Bad audience: ${audience}`;
    case "malformed":
      return "Invalid token";
  }
}
