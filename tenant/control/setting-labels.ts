import type { faultNames } from "../core/faults.ts";
import type { TenantLimits } from "../core/limits.ts";

// What the control page calls the limits, which have their units, and the faults.

export const limitLabels = {
  requestsPerWindow: "Management API: requests in one window",
  rateLimitWindow: "Management API: length of the window, ms",
  tokenExchangeProfiles: "Token exchange profiles, at most",
  connectionProfiles: "Connection profiles, at most",
  eventStreams: "Open event streams, at most",
  retainedEvents: "Kept events, at most",
  retainedEventBytes: "Size of the kept events, bytes",
  failedLoginsPerAccount: "Wrong passwords until an account is locked",
  failedLoginsPerAddress: "Wrong passwords until an IP address is blocked",
  failedExchanges: "Failed token exchanges in a row",
  userinfoRequests: "Requests for user info in a row",
  silentRenewals: "Silent renewals in a row",
  streamHeartbeat: "Event stream: silence until a heartbeat, ms",
  streamRetry: "Event stream: delay of a reconnection, ms",
  streamLifetime: "Event stream: time until it is closed, ms",
  idTokenLifetime: "Lifetime of ID tokens, ms",
  userTokenLifetime: "Lifetime of users' access tokens, ms",
  clientTokenLifetime: "Lifetime of clients' access tokens, ms",
} as const satisfies Readonly<Record<keyof TenantLimits, string>>;

const isLimit = (name: string): name is keyof TenantLimits => name in limitLabels;
export const limitNames: readonly (keyof TenantLimits)[] = Object.keys(limitLabels).filter(isLimit);

export const faultLabels: Readonly<Record<(typeof faultNames)[number], string>> = {
  "hs256-accepted": "Sign ID tokens with RS256, whatever the client has",
  "wrong-key": "Sign tokens with a key that is not published",
  "create-refused": "Refuse new token exchange profiles: the limit is reached",
  "patch-not-applied": "Confirm updates of connection profiles without applying them",
  "stream-silent": "Send nothing on event streams",
  "email-verified-boolean": "Send email_verified of user info as a boolean",
  "global-limit-reached": "Refuse all requests: the global limit is reached",
  "message-lost": "Lose responses in a web message",
  "audience-ignored": "Ignore the requested audience",
  "errors-redirected": "Show errors on a page of its own",
  "user-access-denied": "Deny users the Management API",
  "verification-required": "Ask each embedded login for a captcha",
};
