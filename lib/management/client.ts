import * as z from "zod/mini";
import {
  connectionProfileSchema,
  type ConnectionProfile,
  type ConnectionProfilePatch,
} from "./connection-profile.ts";
import { createServiceCaller } from "./call-service.ts";
import type { AccessTokenSource } from "./credentials.ts";
import { ManagementError } from "./management-error.ts";
import {
  CREATE_TOKEN_EXCHANGE_PROFILE,
  GET_CONNECTION_PROFILE,
  LIST_CONNECTION_PROFILES,
  LIST_TOKEN_EXCHANGE_PROFILES,
  UPDATE_CONNECTION_PROFILE,
  type Operation,
} from "./operations.ts";
import type { Clock, Fetch } from "./ports.ts";
import {
  tokenExchangeProfileSchema,
  type TokenExchangeProfile,
  type TokenExchangeProfileBody,
} from "./token-exchange-profile.ts";

export interface ManagementClientOptions {
  /** `https://{tenant}/api/v2`; plain http on this machine alone. */
  baseUrl: string;
  accessToken: AccessTokenSource;
  fetch: Fetch;
  clock: Clock;
}

export interface RequestOptions {
  signal?: AbortSignal;
}

export interface PageOptions extends RequestOptions {
  /** The `next` of the page before. */
  from?: string;
  /** How many to return; the service decides when left out. */
  take?: number;
}

/** One page of a list; `next` is absent on the last. */
export interface Page<Item> {
  items: Item[];
  next?: string;
}

/** The management interface of one tenant. Every failure is a ManagementError. */
export interface ManagementClient {
  createTokenExchangeProfile(
    body: TokenExchangeProfileBody,
    options?: RequestOptions,
  ): Promise<TokenExchangeProfile>;
  listTokenExchangeProfiles(options?: PageOptions): Promise<Page<TokenExchangeProfile>>;
  listConnectionProfiles(options?: PageOptions): Promise<Page<ConnectionProfile>>;
  getConnectionProfile(id: string, options?: RequestOptions): Promise<ConnectionProfile>;
  updateConnectionProfile(
    id: string,
    patch: ConnectionProfilePatch,
    options?: RequestOptions,
  ): Promise<ConnectionProfile>;
}

const tokenExchangeProfilePageSchema = z.looseObject({
  token_exchange_profiles: z.array(tokenExchangeProfileSchema),
  next: z.nullish(z.string()),
});
const connectionProfilePageSchema = z.looseObject({
  connection_profiles: z.array(connectionProfileSchema),
  next: z.nullish(z.string()),
});

export function createManagementClient(options: ManagementClientOptions): ManagementClient {
  const base = options.baseUrl.replace(/\/+$/u, "");

  const call = createServiceCaller({ ...options, base });

  return {
    async createTokenExchangeProfile(body, { signal } = {}) {
      return call({
        operation: CREATE_TOKEN_EXCHANGE_PROFILE,
        method: "POST",
        path: "/token-exchange-profiles",
        body,
        schema: tokenExchangeProfileSchema,
        signal,
      });
    },
    async listTokenExchangeProfiles(page = {}) {
      const { token_exchange_profiles: items, next } = await call({
        operation: LIST_TOKEN_EXCHANGE_PROFILES,
        method: "GET",
        path: `/token-exchange-profiles${writeQuery(page)}`,
        schema: tokenExchangeProfilePageSchema,
        signal: page.signal,
      });
      return { items, ...(typeof next === "string" ? { next } : {}) };
    },
    async listConnectionProfiles(page = {}) {
      const { connection_profiles: items, next } = await call({
        operation: LIST_CONNECTION_PROFILES,
        method: "GET",
        path: `/connection-profiles${writeQuery(page)}`,
        schema: connectionProfilePageSchema,
        signal: page.signal,
      });
      return { items, ...(typeof next === "string" ? { next } : {}) };
    },
    async getConnectionProfile(id, { signal } = {}) {
      return call({
        operation: GET_CONNECTION_PROFILE,
        method: "GET",
        path: `/connection-profiles/${encodeId(id, GET_CONNECTION_PROFILE)}`,
        schema: connectionProfileSchema,
        signal,
      });
    },
    async updateConnectionProfile(id, patch, { signal } = {}) {
      return call({
        operation: UPDATE_CONNECTION_PROFILE,
        method: "PATCH",
        path: `/connection-profiles/${encodeId(id, UPDATE_CONNECTION_PROFILE)}`,
        body: patch,
        schema: connectionProfileSchema,
        signal,
      });
    },
  };
}

/** Percent-encodes an id for a path, so that it can name nothing but one profile. */
function encodeId(id: string, operation: Operation): string {
  // Dots survive encoding, and a path segment of dots alone climbs to another resource; a lone surrogate cannot be encoded.
  if (/^\.{0,2}$/u.test(id) || !id.isWellFormed()) {
    const message = `${operation.label} was not tried: this is no id of a profile. Take it from the list of profiles.`;
    throw new ManagementError({ code: "invalid-id", field: "id", message });
  }
  return encodeURIComponent(id);
}

function writeQuery({ from, take }: PageOptions): string {
  const query = new URLSearchParams();
  if (from !== undefined) query.set("from", from);
  if (take !== undefined) query.set("take", String(take));
  return query.size === 0 ? "" : `?${query.toString()}`;
}
