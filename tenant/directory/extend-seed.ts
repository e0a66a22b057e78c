import type { TenantContext } from "../context.ts";
import type { ConnectionProfile } from "../management/profile-schemas.ts";
import type { Client } from "./clients.ts";
import { grantTypes } from "./grant-types.ts";
import { managementScopes } from "./scopes.ts";
import { seededAt } from "./seed.ts";
import type { TenantSeed } from "./tenant-seed.ts";
import {
  createUser,
  databaseConnection,
  findUserByEmail,
  findUserByLogin,
  type User,
} from "./users.ts";

type SeededContext = Pick<
  TenantContext,
  | "actions"
  | "clients"
  | "connectionProfiles"
  | "managementAudience"
  | "random"
  | "resourceServers"
  | "users"
>;

type ListOf<Name extends keyof TenantSeed> = NonNullable<TenantSeed[Name]>[number];

/**
 * Adds the data of a seed to a new tenant. An entry replaces the tenant's own entry with the same
 * identifier; the rest stays, because the demo web app and the extension depend on it.
 */
export function extendSeed(context: SeededContext, seed: TenantSeed): void {
  for (const user of seed.users ?? []) addUser(context, user);
  for (const client of seed.clients ?? []) {
    context.clients.set(client.client_id, completeClient(context, client));
  }
  for (const api of seed.apis ?? []) {
    context.resourceServers.set(api.audience, { name: api.audience, user_scopes: [], ...api });
  }
  for (const action of seed.actions ?? []) {
    context.actions.set(action.id, {
      name: action.id,
      is_deployed: true,
      supported_triggers: ["custom-token-exchange"],
      ...action,
    });
  }
  for (const profile of seed.connection_profiles ?? []) addConnectionProfile(context, profile);
}

/** Adds a user. One who replaces a seeded user keeps that user's ID, unless the seed has one. */
function addUser({ users, random }: SeededContext, given: ListOf<"users">): void {
  const replaced = findReplacedUser(users, given);
  const created = createUser(given, random, seededAt);
  const user: User = {
    ...created,
    user_id: replaced?.user_id ?? created.user_id,
    email_verified: true,
    ...given,
  };
  if (replaced !== undefined && replaced.user_id !== user.user_id) users.delete(replaced.user_id);
  users.set(user.user_id, user);
}

function findReplacedUser(users: SeededContext["users"], given: ListOf<"users">): User | undefined {
  const connection = given.connection ?? databaseConnection.name;
  const byName = given.username && findUserByLogin(users, given.username, connection);
  return byName || findUserByEmail(users, given.email, connection);
}

function completeClient(
  { managementAudience, random }: SeededContext,
  given: ListOf<"clients">,
): Client {
  const { grants = [], ...rest } = given;
  const isPublic = given.client_secret === undefined;
  const management = { audience: managementAudience, scopes: managementScopes };
  return {
    name: given.client_id,
    client_secret: random.text(48),
    token_endpoint_auth_method: isPublic ? "none" : "client_secret_post",
    is_global: false,
    id_token_signing_alg: "RS256",
    grant_types: isPublic
      ? ["implicit", ...grantTypes.filter((grant) => grant !== "client_credentials")]
      : ["implicit", ...grantTypes],
    callbacks: [],
    web_origins: [],
    allowed_logout_urls: [],
    ...rest,
    grants: given.is_global === true ? [management, ...grants] : grants,
  };
}

function addConnectionProfile(
  { connectionProfiles, random }: SeededContext,
  given: ListOf<"connection_profiles">,
): void {
  const replaced = [...connectionProfiles.values()].find((each) => each.name === given.name);
  const profile: ConnectionProfile = {
    id: replaced?.id ?? `cop_${random.text(22)}`,
    name: given.name,
    organization: given.organization ?? {},
    connection_name_prefix_template: given.connection_name_prefix_template ?? "",
    enabled_features: given.enabled_features ?? [],
    connection_config: given.connection_config ?? {},
    strategy_overrides: given.strategy_overrides ?? null,
  };
  connectionProfiles.set(profile.id, profile);
}
