import type { StopParty, StopStep } from "../../lib/trace/stop/stop.ts";

/**
 * The place at which a login stopped, from its story and not from what the extension finds.
 *
 * An authorization response stands in two exchanges: the redirect that sends it, and the request to
 * the callback. Each of the two is the right place, and the table names one. The step
 * `tokens` is at the message that delivered them.
 */
export interface ExpectedStop {
  /** The step `response` includes a request that a redirect with `error` answers. */
  readonly step: StopStep;
  /**
   * The party that refused, at this exchange. The cause may lie with another party: a browser that
   * withholds a cookie, for example, makes a server refuse. The extension never names a user, and a
   * page only if two values prove that it refuses: requests do not show what they did.
   */
  readonly who: StopParty | "user";
  readonly method: string;
  readonly path: string;
}

/** A captured login, and what a reader of it must find. */
export interface LoginEntry {
  /** The name of the file in `captures/`, and of the scene if it has one. */
  readonly name: string;
  /** How the login was made, in one sentence. */
  readonly story: string;
  /** Missing if the login got the tokens or the session that it asked for. */
  readonly stop?: ExpectedStop;
  /** The one cause that a developer must be told, in the words of the recording's author. */
  readonly cause?: string;
  /**
   * The true statements about the login: ids of contradictions, and possible causes of a stop in
   * their words. Empty if no row says the cause. A login without a stop can have a cause, such as a
   * weak parameter.
   */
  readonly accepted?: readonly string[];
  /** Attempts to log in: at the provider's pages, by an own form, or by a grant with a password. */
  readonly logins?: number;
  /** Attempts to get new tokens without the user: in a frame, or with a refresh token. */
  readonly renewals?: number;
  readonly logouts?: number;
}
