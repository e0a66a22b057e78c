import type { AuthResult } from "./accept-response.ts";
import { Authentication } from "./authentication.ts";
import type { AuthorizeOptions } from "./authorize-url.ts";
import {
  answerBothWays,
  type CallbackOrPromise,
  type CallbackOrPromiseOf,
} from "./callback-or-promise.ts";
import { checkSession, type CheckSessionOptions } from "./check-session.ts";
import { createContext } from "./context.ts";
import {
  answerVerifierRequests,
  authorize,
  logIn,
  type LoginOptions,
} from "./cross-origin-login.ts";
import {
  changePassword,
  signUp,
  type ChangePasswordOptions,
  type SignedUpUser,
  type SignupOptions,
} from "./database.ts";
import { logOut, type LogoutOptions } from "./logout.ts";
import type { WebAuthOptions } from "./options.ts";
import { parseHash, type ParseHashOptions } from "./parse-hash.ts";
import {
  logInPasswordless,
  startPasswordless,
  type PasswordlessLoginOptions,
  type PasswordlessStartOptions,
} from "./passwordless.ts";
import { createPopup, type Popup } from "./popup.ts";

/**
 * Logs users in at one tenant for one application. Its methods need no `this` and may be taken off it. Each
 * that has a result answers to a callback `(error, result)`, or with a promise when there is none; failures
 * are AuthErrors, and a wrong argument throws a TypeError at once. A request that is not answered within
 * `requestTimeout` fails with `timeout`. Those that leave the page call back only
 * when they fail.
 */
export class WebAuth {
  /** The calls that leave the page where it is. */
  declare readonly client: Authentication;

  /** Logins in a window of their own. */
  declare readonly popup: Popup;

  /**
   * Leaves the page for the tenant's login. Makes a state, and a nonce when an ID token is asked for, unless
   * they are given, and keeps both for 30 minutes for `parseHash`.
   *
   * @param options parameters of the request; what is not given has the constructor's value
   * @returns when the page has been told to go
   * @throws TypeError for a wrong option; rejects with AuthError `runtime_error` when the storage fails
   * @see RFC 6749, section 4.1.1; OpenID Connect Core 1.0, section 3.1.2.1
   */
  declare readonly authorize: (options?: AuthorizeOptions) => Promise<void>;

  /**
   * Logs in with a password that the page asked for itself (`POST /co/authenticate`, then `/authorize` with
   * the ticket), and leaves the page. The page's origin must be one of the application's allowed web origins;
   * without a custom domain it takes the tenant's cookies, which browsers block on pages of other sites.
   *
   * @param options who logs in and where, and parameters of the request that follows
   * @returns when the page has been told to go
   * @throws TypeError for a wrong option; rejects with AuthError: `access_denied`, `unauthorized_client`,
   *   `blocked_user`, `password_leaked`, `too_many_attempts` and others of the service, `request_error` with
   *   `statusCode` 403 for an origin that is not allowed, `runtime_error` when the storage fails
   * @see the client library interface, webAuth.login, and the errors of embedded login
   */
  declare readonly login: CallbackOrPromiseOf<[options: LoginOptions], void>;

  /**
   * For the page that the application names for cross-origin verification: answers the tenant, which has that
   * page in a frame, and proves that a `login` began in this browser. Does nothing in a page that no other has in
   * a frame. Each proof is given once.
   *
   * @throws AuthError `runtime_error` where there is no page
   * @see the client library interface, webAuth.crossOriginVerification
   */
  declare readonly crossOriginVerification: () => void;

  /**
   * Has a code or a link sent to an e-mail address or a phone. The constructor must have been given a
   * `redirectUri` and a `responseType`.
   *
   * @param options whom to reach, what to send, and parameters of the login that a link begins
   * @returns what the service says, names in camelCase
   * @throws TypeError for a wrong option, also when both an e-mail address and a number are given, or neither;
   *   rejects with AuthError: the service's own code (`bad.connection`), `request_error`, `too_many_requests`
   * @see the client library interface, webAuth.passwordlessStart
   */
  declare readonly passwordlessStart: CallbackOrPromiseOf<
    [options: PasswordlessStartOptions],
    Readonly<Record<string, unknown>>
  >;

  /**
   * Logs in with the code that `passwordlessStart` had sent, and leaves the page. As {@link login} otherwise,
   * and with the same needs of the constructor as `passwordlessStart`.
   *
   * @param options whom the code was sent to, the code, and parameters of the request that follows
   * @returns when the page has been told to go
   * @throws as {@link login}
   * @see the client library interface, webAuth.passwordlessLogin
   */
  declare readonly passwordlessLogin: CallbackOrPromiseOf<
    [options: PasswordlessLoginOptions],
    void
  >;

  /**
   * Reads the response of a login from the fragment of an address. The login that it answers is used up. A
   * code is redeemed when its login was begun with `pkce`.
   *
   * @param options the fragment (default: the page's own), and what it is held against when the caller made the
   *   request without `authorize`
   * @returns the result; null when the fragment holds neither a token nor an error, nor a code for here
   * @throws TypeError for a wrong option; rejects with AuthError: the service's own code, `invalid_hash` for
   *   a response that is not what was asked for, `invalid_token` for a state or an ID token that does not hold
   * @see OpenID Connect Core 1.0, sections 3.2.2.5 to 3.2.2.11; RFC 7636, section 4.5
   */
  declare readonly parseHash: CallbackOrPromise<ParseHashOptions, AuthResult | null>;

  /**
   * Gets new tokens for a user who is still logged in at the tenant, in a hidden frame, without leaving the
   * page. Call it at most every 15 minutes. Needs the tenant's cookies in a frame, which browsers block on
   * pages of other sites.
   *
   * @param options parameters of the request, for another API also its `audience` and `scope`; what is not given
   *   has the constructor's value; `timeout` in milliseconds, for the frame, the keys and the exchange of a
   *   code together
   * @returns the result
   * @throws TypeError for a wrong option; rejects with AuthError: the service's own code (`login_required`,
   *   `consent_required`), `error` for the response type code without pkce or without a redirectUri,
   *   `origin_mismatch` for a redirectUri of another origin, `timeout` (60 seconds unless given; answers with
   *   another state are passed over), `invalid_hash`, `invalid_token`
   * @see OpenID Connect Core 1.0, section 3.1.2.1 (prompt=none)
   */
  declare readonly checkSession: CallbackOrPromise<CheckSessionOptions, AuthResult>;

  /**
   * Leaves the page for the tenant's logout.
   *
   * @param options where the tenant sends the user afterwards, and whose list of allowed addresses counts
   * @returns when the page has been told to go
   * @throws TypeError for a wrong option; rejects with AuthError `runtime_error` when the page cannot be left
   * @see the client library interface, webAuth.logout
   */
  declare readonly logout: (options?: LogoutOptions) => Promise<void>;

  /**
   * Creates a user of a database connection.
   *
   * @param options the new user, and the connection
   * @returns what the service says of the user, names in camelCase
   * @throws TypeError for a wrong option; rejects with AuthError: `invalid_signup`, `user_exists`,
   *   `invalid_password` (with the `policy` as a text) and others of the service, `request_error`
   * @see the client library interface, webAuth.signup
   */
  declare readonly signup: CallbackOrPromiseOf<[options: SignupOptions], SignedUpUser>;

  /**
   * Has a link to reset the password sent to a user of a database connection.
   *
   * @param options the user's e-mail address, and the connection
   * @returns what the service says, a text; the same whether there is such a user or not
   * @throws TypeError for a wrong option; rejects with AuthError: the service's own code, `request_error`,
   *   `too_many_requests`
   * @see the client library interface, webAuth.changePassword
   */
  declare readonly changePassword: CallbackOrPromiseOf<[options: ChangePasswordOptions], string>;

  /**
   * @param options checked at once and copied, never changed
   * @throws TypeError that names the option which is missing or wrong
   */
  constructor(options: WebAuthOptions) {
    const context = createContext(options);

    this.client = new Authentication(options, context);
    this.popup = createPopup(context);
    this.authorize = answerBothWays(context, authorize);
    this.login = answerBothWays(context, logIn);
    this.crossOriginVerification = () => answerVerifierRequests(context);
    this.passwordlessStart = answerBothWays(context, startPasswordless);
    this.passwordlessLogin = answerBothWays(context, logInPasswordless);
    this.parseHash = answerBothWays(context, parseHash);
    this.checkSession = answerBothWays(context, checkSession);
    this.logout = answerBothWays(context, logOut);
    this.signup = answerBothWays(context, signUp);
    this.changePassword = answerBothWays(context, changePassword);
  }
}
