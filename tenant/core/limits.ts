import * as z from "zod/mini";

/** The limits of the tenant. Times are in milliseconds. */
export interface TenantLimits {
  /** Requests to the Management API in one window; more requests get a 429 response. */
  requestsPerWindow: number;
  rateLimitWindow: number;
  /** Maximum number of token exchange profiles; 100 at the service. */
  tokenExchangeProfiles: number;
  /** Maximum number of connection profiles; the service publishes no number. */
  connectionProfiles: number;
  /** Maximum number of open event streams. */
  eventStreams: number;
  /** Maximum number of retained events; a cursor of an older event gets a 410 response. */
  retainedEvents: number;
  /** Maximum size of the retained events, in bytes. */
  retainedEventBytes: number;
  /** Wrong passwords in a row after which an account is locked. */
  failedLoginsPerAccount: number;
  /** Wrong passwords from one IP address, for any account, after which the address is blocked. */
  failedLoginsPerAddress: number;
  /** Failed token exchanges in a row from one IP address; then six an hour. */
  failedExchanges: number;
  /** Requests to `/userinfo` of one user in a row; then five a minute. */
  userinfoRequests: number;
  /** Silent renewals of one session in a row; then one in fifteen minutes. */
  silentRenewals: number;
  /** Silence on an event stream after which a comment or an `offset-only` event is sent. */
  streamHeartbeat: number;
  /** Delay before a client reconnects (`retry:`). */
  streamRetry: number;
  /** Age at which the tenant closes an event stream; clients reconnect. */
  streamLifetime: number;
  /** Lifetimes of ID tokens, and of access tokens of users and clients; rounded up to seconds. */
  idTokenLifetime: number;
  userTokenLifetime: number;
  clientTokenLifetime: number;
}

/** The numbers that the service publishes, and generous ones for the rest. */
export const defaultLimits: TenantLimits = {
  requestsPerWindow: 1000,
  rateLimitWindow: 60_000,
  tokenExchangeProfiles: 100,
  connectionProfiles: 1000,
  eventStreams: 8,
  retainedEvents: 20_000,
  retainedEventBytes: 64 * 1024 * 1024,
  failedLoginsPerAccount: 10,
  failedLoginsPerAddress: 100,
  failedExchanges: 10,
  userinfoRequests: 10,
  silentRenewals: 60,
  streamHeartbeat: 10_000,
  streamRetry: 2_000,
  streamLifetime: 5 * 60_000,
  idTokenLifetime: 36_000_000,
  userTokenLifetime: 7_200_000,
  clientTokenLifetime: 86_400_000,
};

/** The maximum delay of a timer. */
const maxTime = 2 ** 31 - 1;
const countSchema = z.exactOptional(z.int().check(z.minimum(0), z.maximum(1_000_000)));
const timeSchema = z.exactOptional(z.int().check(z.minimum(1), z.maximum(maxTime)));

/** A change of limits; limits that it does not name are unchanged. */
export const limitChangeSchema = z.strictObject({
  requestsPerWindow: countSchema,
  rateLimitWindow: timeSchema,
  tokenExchangeProfiles: countSchema,
  connectionProfiles: countSchema,
  eventStreams: countSchema,
  retainedEvents: countSchema,
  retainedEventBytes: z.exactOptional(z.int().check(z.minimum(0), z.maximum(1024 ** 3))),
  failedLoginsPerAccount: countSchema,
  failedLoginsPerAddress: countSchema,
  failedExchanges: countSchema,
  userinfoRequests: countSchema,
  silentRenewals: countSchema,
  streamHeartbeat: timeSchema,
  streamRetry: timeSchema,
  streamLifetime: timeSchema,
  idTokenLifetime: timeSchema,
  userTokenLifetime: timeSchema,
  clientTokenLifetime: timeSchema,
});

export type LimitChange = z.infer<typeof limitChangeSchema>;
