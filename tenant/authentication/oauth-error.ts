import type { TenantRequest } from "../context.ts";

/** Error body of the authentication interface (RFC 6749, section 5.2). */
export function respondWithOAuthError(
  c: TenantRequest,
  status: 400 | 401 | 403 | 413 | 429,
  error: string,
  description: string,
): Response {
  c.header("cache-control", "no-store");
  return c.json({ error, error_description: description }, status);
}
