import type { Client, ResourceServer } from "./clients.ts";
import type { User } from "./users.ts";

/** Clients, APIs and users of the tenant, by their identifiers. */
export interface Directory {
  clients: Map<string, Client>;
  /** The clients of a new tenant. */
  seededClients: ReadonlyMap<string, Client>;
  resourceServers: Map<string, ResourceServer>;
  /** URLs that a logout without a client may return to. */
  accountLogoutUrls: readonly string[];
  users: Map<string, User>;
}
