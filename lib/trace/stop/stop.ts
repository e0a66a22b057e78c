import type { AuthMessage } from "../message.ts";

/** The part of a flow at which it stopped. A client refuses the delivered `tokens`. */
export type StopStep =
  | "discovery"
  | "request"
  | "provider"
  | "response"
  | "callback"
  | "token"
  | "tokens"
  | "api"
  | "renewal"
  | "logout";

/**
 * The party that stopped a flow.
 *
 * - provider: the provider refused
 * - server: the application's server or an API refused
 * - browser: the browser blocked the request or hid the response from the page
 * - network: the request had no response
 * - page: a correct client refuses a value that contradicts another one. It sends no message, so
 *   this is where it stops, and not proof that the page did
 * - nobody: nothing failed, and nothing followed
 */
export type StopParty = "provider" | "server" | "browser" | "network" | "page" | "nobody";

/** A text of the other side, as sent and bounded. It is quoted, and nothing is decided by it. */
export interface Quote {
  name:
    | "status"
    | "error"
    | "error_description"
    | "www-authenticate"
    | "network error"
    | "page title";
  text: string;
}

/** The place at which a flow stopped. */
export interface Stop {
  /** The stop in one sentence, such as "Stopped at the token request: 400 invalid_grant". */
  sentence: string;
  step: StopStep;
  by: StopParty;
  at: AuthMessage;
  said: readonly Quote[];
  /** The message that should have followed, as a noun phrase. */
  expected: string;
}
