import type { TenantContext } from "../context.ts";
import type { User } from "../users.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";

/** Must the user be asked whether the client may have what it asks for? */
export function isConsentNeeded(
  context: TenantContext,
  request: AuthorizationRequest,
  user: User,
): boolean {
  if (request.prompt === "consent") return true;
  const api = context.resourceServers.get(request.audience ?? "");
  if (request.client.is_third_party !== true && api?.requires_consent !== true) return false;
  const given = context.logins.consents.get(nameConsent(request, user)) ?? [];
  return !request.scopes.every((scope) => given.includes(scope));
}

/** Remembers that the user agreed to the scopes of a request. */
export function giveConsent(
  context: TenantContext,
  request: AuthorizationRequest,
  user: User,
): void {
  const name = nameConsent(request, user);
  const before = context.logins.consents.get(name) ?? [];
  context.logins.consents.set(name, [...new Set([...before, ...request.scopes])]);
}

function nameConsent(request: AuthorizationRequest, user: User): string {
  return JSON.stringify([user.user_id, request.client.client_id, request.audience ?? ""]);
}
