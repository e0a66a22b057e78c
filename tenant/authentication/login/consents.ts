import type { TenantContext } from "../../context.ts";
import { openIdScopes } from "../../directory/scopes.ts";
import type { User } from "../../directory/users.ts";
import type { AuthorizationRequest } from "../authorize/authorization-request.ts";

/** The parts of a request that an agreement is about. */
type Asked = Pick<AuthorizationRequest, "client" | "audience">;

/** Must the user be asked whether the client may have what it asks for? */
export function isConsentNeeded(
  context: TenantContext,
  request: AuthorizationRequest,
  user: User,
): boolean {
  if (request.prompt === "consent") return true;
  if (isOwn(context, request) && !isLocalAddress(request.redirectUri)) return false;
  const given = [
    ...listGiven(context, request, user),
    ...listGiven(context, profileOf(request), user),
  ];
  return !request.scopes.every((scope) => given.includes(scope));
}

/**
 * Remembers that the user agreed to the scopes of a request; those of OpenID Connect hold for every API of the
 * client.
 */
export function giveConsent(
  context: TenantContext,
  request: AuthorizationRequest,
  user: User,
): void {
  add(context, request, user, request.scopes);
  const ofProfile = request.scopes.filter((scope) => openIdScopes.includes(scope));
  add(context, profileOf(request), user, ofProfile);
}

/**
 * Takes a login with credentials to one of the tenant's own applications at a local address as agreement to what
 * it asks for; whatever asks for more later is asked about. The service shows its consent page at that login.
 */
export function agreeByLogin(
  context: TenantContext,
  request: AuthorizationRequest,
  user: User,
): void {
  if (isOwn(context, request) && isLocalAddress(request.redirectUri)) {
    giveConsent(context, request, user);
  }
}

/** Lets the users of a fresh tenant have agreed to what its own applications may do with its APIs. */
export function seedConsents(context: TenantContext): void {
  for (const client of context.clients.values()) {
    for (const { audience, user_scopes } of context.resourceServers.values()) {
      if (!isOwn(context, { client, audience }) || client.callbacks.length === 0) continue;
      for (const user of context.users.values()) {
        add(context, { client, audience }, user, user_scopes);
      }
    }
  }
}

/** Tells whether both the application and the API are the tenant's own, where consent can be skipped. */
function isOwn(context: TenantContext, { client, audience }: Asked): boolean {
  const api = context.resourceServers.get(audience ?? "");
  return client.is_third_party !== true && api?.requires_consent !== true;
}

/**
 * Tells whether an address is on the user's own machine. Any program there can listen on it, so nothing shows whose
 * application it is, and consent is never skipped.
 */
function isLocalAddress(address: string): boolean {
  return /^(.+\.)?localhost$|^127\.|^\[::1\]$/.test(new URL(address).hostname);
}

function profileOf({ client }: Asked): Asked {
  return { client, audience: undefined };
}

function add(context: TenantContext, asked: Asked, user: User, scopes: readonly string[]): void {
  const before = listGiven(context, asked, user);
  context.logins.consents.set(nameConsent(asked, user), [...new Set([...before, ...scopes])]);
}

function listGiven(context: TenantContext, asked: Asked, user: User): readonly string[] {
  return context.logins.consents.get(nameConsent(asked, user)) ?? [];
}

function nameConsent({ client, audience }: Asked, user: User): string {
  return JSON.stringify([user.user_id, client.client_id, audience ?? ""]);
}
