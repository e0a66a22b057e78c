import type { User } from "../../directory/users.ts";
import type { AuthorizationRequest } from "../authorize/authorization-request.ts";
import type { Session } from "./sessions.ts";

/** The steps that a login in progress has completed. */
export interface LoginProgress {
  user: User;
  /** Name of the connection that the user logged in with. */
  connection: string;
  /** Undefined before the session starts. */
  session?: Session;
  hasSecondFactor?: boolean;
  hasConsented?: boolean;
}

/** A login in progress: the request that started it, and the browser that it belongs to. */
export interface LoginTransaction {
  request: AuthorizationRequest;
  /** Value of the browser's login cookie. A form posted from another browser or site lacks it. */
  browserId: string;
  progress?: LoginProgress;
}

/** Lifetime of a login in progress, in milliseconds. */
export const loginTransactionLifetime = 30 * 60_000;
