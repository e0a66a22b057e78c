import * as z from "zod/mini";

/** Numbers that bound the tenant. Times are in milliseconds. */
export interface TenantLimits {
  /** Requests to the management interface in one window of time; beyond it answers are 429. */
  requestsPerWindow: number;
  rateLimitWindow: number;
  /** Most token exchange profiles of the tenant; 100 at the service. */
  tokenExchangeProfiles: number;
  /** Most connection profiles of the tenant; the service publishes no number. */
  connectionProfiles: number;
  /** Most event streams open at once. */
  eventStreams: number;
  /** Most events kept for resuming; a cursor from before them answers 410. */
  retainedEvents: number;
  /** Most bytes of events kept for resuming; as `retainedEvents`. */
  retainedEventBytes: number;
  /** Wrong passwords in a row after which an account may not log in. */
  failedLoginsPerAccount: number;
  /** Wrong passwords of one address, for any account, after which it may not log in. */
  failedLoginsPerAddress: number;
  /** Refused token exchanges in a row of one address; then six in an hour. */
  failedExchanges: number;
  /** Requests to `/userinfo` of one user in a row; then five in a minute. */
  userinfoRequests: number;
  /** Silent renewals of one session in a row; then one in fifteen minutes. */
  silentRenewals: number;
  /** Silence on an event stream after which a keep-alive or a progress mark is sent. */
  streamHeartbeat: number;
  /** How long a client is told to wait before it connects again (`retry:`). */
  streamRetry: number;
  /** Age at which the tenant closes an event stream; clients connect again. */
  streamLifetime: number;
  /** How long tokens are good, in whole seconds once issued: ID tokens, access tokens of users and of clients. */
  idTokenLifetime: number;
  userTokenLifetime: number;
  clientTokenLifetime: number;
}

/** Generous where a person would trip, the service's own numbers where it publishes them. */
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

/** Timers count no further. */
const longestTime = 2 ** 31 - 1;
const countSchema = z.exactOptional(z.int().check(z.minimum(0), z.maximum(1_000_000)));
const timeSchema = z.exactOptional(z.int().check(z.minimum(1), z.maximum(longestTime)));

/** A change of limits while the tenant runs; what is not named stays as it is. */
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
