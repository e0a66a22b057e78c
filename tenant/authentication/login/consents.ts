import { openIdScopes } from "../../directory/scopes.ts";
import type { User } from "../../directory/users.ts";
import type { AuthenticationContext } from "../authentication-context.ts";
import type { AuthorizationRequest } from "../authorize/authorization-request.ts";

type ConsentContext = Pick<
  AuthenticationContext,
  "clients" | "resourceServers" | "users" | "logins"
>;

/** The client and the API that a consent is about. */
type Asked = Pick<AuthorizationRequest, "client" | "audience">;

/** Returns true if the user must be asked to consent to the scopes of a request. */
export function isConsentNeeded(
  context: ConsentContext,
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

/** Stores the consent to the scopes of a request. Scopes of OpenID Connect hold for every API. */
export function giveConsent(
  context: ConsentContext,
  request: AuthorizationRequest,
  user: User,
): void {
  add(context, request, user, request.scopes);
  const ofProfile = request.scopes.filter((scope) => openIdScopes.includes(scope));
  add(context, profileOf(request), user, ofProfile);
}

/**
 * Counts a login with credentials as consent, for the tenant's own application at a local address.
 * Only a later request for more scopes shows the consent page. The service shows the page at the
 * first request.
 */
export function giveConsentByLogin(
  context: ConsentContext,
  request: AuthorizationRequest,
  user: User,
): void {
  if (isOwn(context, request) && isLocalAddress(request.redirectUri)) {
    giveConsent(context, request, user);
  }
}

/** Stores the consent of all seeded users for the tenant's own applications and APIs. */
export function seedConsents(context: ConsentContext): void {
  for (const client of context.clients.values()) {
    for (const { audience, user_scopes } of context.resourceServers.values()) {
      if (!isOwn(context, { client, audience }) || client.callbacks.length === 0) continue;
      for (const user of context.users.values()) {
        add(context, { client, audience }, user, user_scopes);
      }
    }
  }
}

/**
 * Returns true if the application and the API are the tenant's own, so that consent can be skipped.
 */
function isOwn(context: ConsentContext, { client, audience }: Asked): boolean {
  const api = context.resourceServers.get(audience ?? "");
  return client.is_third_party !== true && api?.requires_consent !== true;
}

/**
 * Returns true if a URL is on the user's own machine. Any program there can listen on it and pose
 * as the application, so consent is never skipped.
 */
function isLocalAddress(address: string): boolean {
  return /^(.+\.)?localhost$|^127\.|^\[::1\]$/.test(new URL(address).hostname);
}

function profileOf({ client }: Asked): Asked {
  return { client, audience: undefined };
}

function add(context: ConsentContext, asked: Asked, user: User, scopes: readonly string[]): void {
  const before = listGiven(context, asked, user);
  context.logins.consents.set(nameConsent(asked, user), [...new Set([...before, ...scopes])]);
}

function listGiven(context: ConsentContext, asked: Asked, user: User): readonly string[] {
  return context.logins.consents.get(nameConsent(asked, user)) ?? [];
}

function nameConsent({ client, audience }: Asked, user: User): string {
  return JSON.stringify([user.user_id, client.client_id, audience ?? ""]);
}
