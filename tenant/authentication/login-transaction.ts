import type { AuthorizationRequest } from "./authorization-request.ts";

/** A login in progress: the request that asked for it, and the browser that it was asked in. */
export interface LoginTransaction {
  request: AuthorizationRequest;
  /** Value of the browser's login cookie. A form posted from another browser or site lacks it. */
  browserId: string;
}

/** Lifetime of a login in progress, in milliseconds. */
export const loginTransactionLifetime = 30 * 60_000;
