import * as z from "zod/mini";
import {
  connectionProfileSchema,
  type ConnectionProfile,
  type ConnectionProfilePatch,
} from "./connections/connection-profile.ts";
import { createServiceCaller, type ServiceCall } from "./calls/call-service.ts";
import type { AccessTokenSource } from "./credentials/credentials.ts";
import type { JsonObject } from "../encoding/json.ts";
import { checkCreation, type CreationCheck } from "./calls/check-creation.ts";
import { listAll, type WholeList } from "./calls/list-all.ts";
import type { Page, PageOptions, RequestOptions } from "./calls/page.ts";
import { ManagementError } from "./refusals/management-error.ts";
import {
  createExchangeProfileOperation,
  deleteExchangeProfileOperation,
  getConnectionProfileOperation,
  listConnectionProfilesOperation,
  listExchangeProfilesOperation,
  updateConnectionProfileOperation,
  updateExchangeProfileOperation,
  type Operation,
} from "./calls/operations.ts";
import type { Fetch } from "../http/fetch.ts";
import type { Clock } from "../http/clock.ts";
import type { Random } from "./ports.ts";
import type { RateLimit } from "./calls/rate-limit.ts";
import { createRatePacer, type RatePacer } from "./calls/rate-pacer.ts";
import {
  tokenExchangeProfileSchema,
  type TokenExchangeProfile,
  type TokenExchangeProfileBody,
  type TokenExchangeProfilePatch,
} from "./exchange/token-exchange-profile.ts";

export interface ManagementClientOptions {
  /** `https://{tenant}/api/v2`; plain http only for a loopback address. */
  baseUrl: string;
  accessToken: AccessTokenSource;
  fetch: Fetch;
  clock: Clock;
  /** Adds jitter, so that calls that failed at the same time retry at different times. */
  random: Random;
  /** Spaces the requests of all clients of a tenant. Default: one for this client alone. */
  pacer?: RatePacer;
  /** Called after each response with rate limit headers, including refusals. */
  onRateLimit?: (rateLimit: RateLimit) => void;
}

/** The Management API of one tenant. Every failure is a ManagementError. */
export interface ManagementClient {
  createTokenExchangeProfile(
    body: TokenExchangeProfileBody,
    options?: RequestOptions,
  ): Promise<TokenExchangeProfile>;
  /** Checks if a profile was created after the response to the request was lost (`isInDoubt`). */
  checkTokenExchangeProfileCreation(
    body: TokenExchangeProfileBody,
    options?: RequestOptions,
  ): Promise<CreationCheck>;
  listTokenExchangeProfiles(options?: PageOptions): Promise<Page<TokenExchangeProfile>>;
  /** Reads all pages. A tenant has at most 100 profiles. */
  listAllTokenExchangeProfiles(options?: RequestOptions): Promise<WholeList<TokenExchangeProfile>>;
  updateTokenExchangeProfile(
    id: string,
    patch: TokenExchangeProfilePatch,
    options?: RequestOptions,
  ): Promise<TokenExchangeProfile>;
  /** Deletes a profile. The service also responds with success if no profile has this id. */
  deleteTokenExchangeProfile(id: string, options?: RequestOptions): Promise<void>;
  listConnectionProfiles(options?: PageOptions): Promise<Page<ConnectionProfile>>;
  listAllConnectionProfiles(options?: RequestOptions): Promise<WholeList<ConnectionProfile>>;
  getConnectionProfile(id: string, options?: RequestOptions): Promise<ConnectionProfile>;
  /**
   * Updates a profile. Sends plain JSON unchanged, so it may have properties that no form knows.
   */
  updateConnectionProfile(
    id: string,
    patch: ConnectionProfilePatch | JsonObject,
    options?: RequestOptions,
  ): Promise<ConnectionProfile>;
}

const paths: Record<Operation["subject"], string> = {
  "token exchange profile": "/token-exchange-profiles",
  "connection profile": "/connection-profiles",
};

// The maximum page sizes of the service.
const exchangePage = 100;
const connectionPage = 10;

const tokenExchangeProfilePageSchema = z.looseObject({
  token_exchange_profiles: z.array(tokenExchangeProfileSchema),
  next: z.nullish(z.string()),
});
const connectionProfilePageSchema = z.looseObject({
  connection_profiles: z.array(connectionProfileSchema),
  next: z.nullish(z.string()),
});

export function createManagementClient(options: ManagementClientOptions): ManagementClient {
  const base = options.baseUrl.replace(/(?<!\/)\/+$/u, "");

  const call = createServiceCaller({ pacer: createRatePacer(), ...options, base });

  /** Reads, changes or deletes the resource with this id. */
  function callOne<Result>(
    request: Omit<ServiceCall<Result>, "path" | "signal">,
    id: string,
    { signal }: RequestOptions,
  ): Promise<Result> {
    const { operation } = request;
    return call({
      ...request,
      path: `${paths[operation.subject]}/${encodeId(id, operation)}`,
      signal,
    });
  }

  const client: ManagementClient = {
    async createTokenExchangeProfile(body, { signal } = {}) {
      return call({
        operation: createExchangeProfileOperation,
        method: "POST",
        path: paths["token exchange profile"],
        body,
        schema: tokenExchangeProfileSchema,
        signal,
      });
    },
    async checkTokenExchangeProfileCreation(body, options = {}) {
      return checkCreation(body, await client.listAllTokenExchangeProfiles(options));
    },
    async listTokenExchangeProfiles(page = {}) {
      const { token_exchange_profiles: items, next } = await call({
        operation: listExchangeProfilesOperation,
        method: "GET",
        path: `${paths["token exchange profile"]}${encodeQuery(page)}`,
        schema: tokenExchangeProfilePageSchema,
        signal: page.signal,
      });
      return { items, ...(typeof next === "string" ? { next } : {}) };
    },
    listAllTokenExchangeProfiles: async (options = {}) =>
      listAll((page) => client.listTokenExchangeProfiles(page), {
        ...options,
        take: exchangePage,
      }),
    async updateTokenExchangeProfile(id, body, options = {}) {
      const schema = tokenExchangeProfileSchema;
      const operation = updateExchangeProfileOperation;
      return callOne({ operation, method: "PATCH", body, schema }, id, options);
    },
    async deleteTokenExchangeProfile(id, options = {}) {
      const operation = deleteExchangeProfileOperation;
      await callOne({ operation, method: "DELETE", schema: z.unknown() }, id, options);
    },
    async listConnectionProfiles(page = {}) {
      const { connection_profiles: items, next } = await call({
        operation: listConnectionProfilesOperation,
        method: "GET",
        path: `${paths["connection profile"]}${encodeQuery(page)}`,
        schema: connectionProfilePageSchema,
        signal: page.signal,
      });
      return { items, ...(typeof next === "string" ? { next } : {}) };
    },
    listAllConnectionProfiles: async (options = {}) =>
      listAll((page) => client.listConnectionProfiles(page), { ...options, take: connectionPage }),
    async getConnectionProfile(id, options = {}) {
      const schema = connectionProfileSchema;
      return callOne(
        { operation: getConnectionProfileOperation, method: "GET", schema },
        id,
        options,
      );
    },
    async updateConnectionProfile(id, body, options = {}) {
      const schema = connectionProfileSchema;
      const operation = updateConnectionProfileOperation;
      // The interface description promises no body in a successful response.
      const whenEmpty = () => client.getConnectionProfile(id, options);
      return callOne({ operation, method: "PATCH", body, schema, whenEmpty }, id, options);
    },
  };
  return client;
}

/** Percent-encodes an id as one segment of a path, so that it cannot name another resource. */
function encodeId(id: string, operation: Operation): string {
  // `encodeURIComponent` keeps dots, and the segment `..` would name another resource. It throws
  // for a lone surrogate.
  const isOtherRoute = operation.subject === "connection profile" && id === "templates";
  if (/^\.{0,2}$/u.test(id) || !id.isWellFormed() || isOtherRoute) {
    const message = `${operation.label} was not sent: invalid profile ID. Copy the ID from the list of profiles.`;
    throw new ManagementError({ code: "invalid-id", field: "id", message });
  }
  return encodeURIComponent(id);
}

function encodeQuery({ from, take }: PageOptions): string {
  const query = new URLSearchParams();
  if (from !== undefined) query.set("from", from);
  if (take !== undefined) query.set("take", String(take));
  return query.size === 0 ? "" : `?${query.toString()}`;
}
