import {
  verifyAccessToken,
  type VerifiedAccessToken,
} from "../authentication/token/access-token.ts";
import type { Client } from "../directory/clients.ts";
import type { TenantContext, TenantRequest } from "../context.ts";
import type { ManagementError } from "./management-error.ts";

/** Outcome of a step that may refuse the request. */
export type Checked<Value> = { ok: true; value: Value } | { ok: false; error: ManagementError };

/** Verifies the bearer token of a management call: token, then global client, then scope. */
export async function authenticate(
  c: TenantRequest,
  context: TenantContext,
  scope: string,
): Promise<Checked<VerifiedAccessToken>> {
  const bearer = await verifyBearer(c, context);
  if (!bearer.ok) return bearer;
  const { token, client } = bearer.value;
  if (!client.is_global) return refuseClient();
  return token.scopes.includes(scope) ? { ok: true, value: token } : refuseScope([scope]);
}

/** Scopes that allow a call on one user. */
export interface UserCallScopes {
  /** Of a global client, on any user. */
  any: readonly string[];
  /** Of a user's own token, on that user alone. */
  own: readonly string[];
}

/** Who makes a call on a user: an administrator's client, or the user in person. */
export interface UserCaller {
  token: VerifiedAccessToken;
  isOwn: boolean;
}

/** As `authenticate`, for calls on a user, which a user's own token may make too; it belongs to no global client. */
export async function authenticateForUser(
  c: TenantRequest,
  context: TenantContext,
  userId: string,
  scopes: UserCallScopes,
): Promise<Checked<UserCaller>> {
  const bearer = await verifyBearer(c, context);
  if (!bearer.ok) return bearer;
  const { token, client } = bearer.value;
  const isOwn = !token.subject.endsWith("@clients");
  if (!isOwn && !client.is_global) return refuseClient();
  const accepted = isOwn ? scopes.own : scopes.any;
  if (!accepted.some((scope) => token.scopes.includes(scope))) {
    return refuseScope([...scopes.any, ...scopes.own]);
  }
  if (isOwn && token.subject !== userId) {
    const message = "User to be acted on does not match subject in bearer token.";
    return { ok: false, error: { status: 403, message } };
  }
  return { ok: true, value: { token, isOwn } };
}

/** Verifies the bearer token as such and finds the client that it was issued to. */
async function verifyBearer(
  c: TenantRequest,
  context: TenantContext,
): Promise<Checked<{ token: VerifiedAccessToken; client: Client }>> {
  const header = c.req.header("authorization");
  if (header === undefined) {
    return { ok: false, error: { status: 401, message: "Missing authentication" } };
  }
  const jwt = /^Bearer (\S+)$/i.exec(header)?.[1] ?? "";
  if (jwt.split(".").length !== 3) {
    const message = "Bad HTTP authentication header format";
    return { ok: false, error: { status: 400, message, errorCode: "Bearer" } };
  }
  const result = await verifyAccessToken(context, jwt, `${context.issuer}api/v2/`);
  if (!result.ok) return refuseToken(describeFailure(result));
  const { token } = result;
  c.set("clientId", token.clientId);
  c.set("subject", token.subject);
  const client = context.clients.get(token.clientId);
  return client === undefined
    ? refuseToken("Invalid token")
    : { ok: true, value: { token, client } };
}

type Refusal = { ok: false; error: ManagementError };

function refuseClient(): Refusal {
  return { ok: false, error: { status: 401, message: "Client is not global." } };
}

function refuseScope(expected: readonly string[]): Refusal {
  const message = `Insufficient scope, expected any of: ${expected.join(",")}`;
  return { ok: false, error: { status: 403, message, errorCode: "insufficient_scope" } };
}

function refuseToken(message: string): Refusal {
  return { ok: false, error: { status: 401, message, attributes: { error: message } } };
}

function describeFailure(
  result: Extract<Awaited<ReturnType<typeof verifyAccessToken>>, { ok: false }>,
): string {
  switch (result.failure) {
    case "bad-signature":
      return "Invalid signature received for JSON Web Token validation";
    case "expired":
      return "Expired token received for JSON Web Token validation";
    case "bad-audience":
      return `Bad audience: ${result.audience ?? ""}`;
    case "malformed":
      return "Invalid token";
  }
}
