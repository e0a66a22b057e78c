import { verifyAccessToken, type VerifiedAccessToken } from "../authentication/access-token.ts";
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
  if (client === undefined) return refuseToken("Invalid token");
  if (!client.is_global) {
    return { ok: false, error: { status: 401, message: "Client is not global." } };
  }
  if (!token.scopes.includes(scope)) {
    const message = `Insufficient scope, expected any of: ${scope}`;
    return { ok: false, error: { status: 403, message, errorCode: "insufficient_scope" } };
  }
  return { ok: true, value: token };
}

function refuseToken(message: string): { ok: false; error: ManagementError } {
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
