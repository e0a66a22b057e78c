import type { TenantContext } from "./context.ts";
import { readConnectionName } from "./directory/users.ts";

/** The data that people and scripts need to use the tenant; `--describe` prints it. */
export interface TenantDescription {
  issuer: string;
  management_base_url: string;
  control_url: string;
  demo_origins: readonly string[];
  clients: {
    client_id: string;
    name: string;
    client_secret?: string;
    is_global: boolean;
    id_token_signing_alg: string;
    grant_types: readonly string[];
    callbacks: readonly string[];
    web_origins: readonly string[];
    allowed_logout_urls: readonly string[];
  }[];
  users: {
    user_id: string;
    email: string;
    username?: string;
    password: string;
    name: string;
    connection: string;
  }[];
  audiences: { audience: string; name: string }[];
  actions: {
    id: string;
    name: string;
    is_deployed: boolean;
    supported_triggers: readonly string[];
  }[];
  connection_profiles: { id: string; name: string }[];
}

type Described = Pick<
  TenantContext,
  "issuer" | "clients" | "users" | "resourceServers" | "actions" | "connectionProfiles"
>;

/**
 * Describes the tenant. The secrets of public clients are left out, because no browser needs them.
 */
export function describeTenant(
  context: Described,
  demoOrigins: readonly string[],
): TenantDescription {
  return {
    issuer: context.issuer,
    management_base_url: `${context.issuer}api/v2`,
    control_url: `${context.issuer}_control`,
    demo_origins: demoOrigins,
    clients: [...context.clients.values()].map((client) => ({
      client_id: client.client_id,
      name: client.name,
      ...(client.token_endpoint_auth_method !== "none" && { client_secret: client.client_secret }),
      is_global: client.is_global,
      id_token_signing_alg: client.id_token_signing_alg,
      grant_types: client.grant_types,
      callbacks: client.callbacks,
      web_origins: client.web_origins,
      allowed_logout_urls: client.allowed_logout_urls,
    })),
    users: [...context.users.values()].map((user) => ({
      user_id: user.user_id,
      email: user.email,
      ...(user.username !== undefined && { username: user.username }),
      password: user.password,
      name: user.name,
      connection: readConnectionName(user),
    })),
    audiences: [...context.resourceServers.values()].map(({ audience, name }) => ({
      audience,
      name,
    })),
    actions: [...context.actions.values()],
    connection_profiles: [...context.connectionProfiles.values()].map(({ id, name }) => ({
      id,
      name,
    })),
  };
}
