import type { AuthResult } from "./accept-response.ts";
import { Authentication } from "./authentication.ts";
import type { AuthorizeOptions } from "./authorize-url.ts";
import {
  toCallbackOrPromise,
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
 * Logs users in at one tenant for one application.
 *
 * The methods need no `this`. A method with a result takes a callback `(error, result)`, or returns
 * a promise without one. A method that leaves the page calls back only for a failure. Failures are
 * AuthErrors; a wrong argument throws a TypeError at once. A request without a response within
 * `requestTimeout` fails with `timeout`.
 */
export class WebAuth {
  /** Calls that do not leave the page. */
  declare readonly client: Authentication;

  /** Logins in a popup window. */
  declare readonly popup: Popup;

  /**
   * Leaves the page for the tenant's login. Creates a state, and a nonce for an ID token, unless
   * the caller gives them. Stores both for 30 minutes for `parseHash`.
   *
   * @param options parameters of the request, by default those of the constructor
   * @returns when the navigation has started
   * @throws TypeError for a wrong option; rejects with AuthError `runtime_error` when the storage
   *   fails
   * @see RFC 6749, section 4.1.1; OpenID Connect Core 1.0, section 3.1.2.1
   */
  declare readonly authorize: (options?: AuthorizeOptions) => Promise<void>;

  /**
   * Logs in with a password that the page asked for (`POST /co/authenticate`, then `/authorize`
   * with the ticket), and leaves the page. The page's origin must be one of the application's
   * allowed web origins. Without a custom domain the login needs the tenant's cookies, which
   * browsers block on pages of other sites.
   *
   * @param options the credentials, and parameters of the authorization request
   * @returns when the navigation has started
   * @throws TypeError for a wrong option; rejects with AuthError: `access_denied`,
   *   `unauthorized_client`, `blocked_user`, `password_leaked`, `too_many_attempts` and others of
   *   the service. `request_error` with `statusCode` 403 means that the origin is not allowed, and
   *   `runtime_error` that the storage failed
   * @see the client library interface, webAuth.login, and the errors of embedded login
   */
  declare readonly login: CallbackOrPromiseOf<[options: LoginOptions], void>;

  /**
   * Proves that a `login` began in this browser. Call it in the application's page for cross-origin
   * verification, which the tenant opens in a frame. Does nothing outside a frame. Sends each proof
   * once.
   *
   * @throws AuthError `runtime_error` outside a page
   * @see the client library interface, webAuth.crossOriginVerification
   */
  declare readonly crossOriginVerification: () => void;

  /**
   * Sends a code or a link to an email address or a phone. Requires a `redirectUri` and a
   * `responseType` in the constructor.
   *
   * @param options the recipient, the kind of message, and parameters of the login that a link
   *   begins
   * @returns the service's response, with names in camelCase
   * @throws TypeError for a wrong option, and for both an email address and a number, or neither;
   *   rejects with AuthError: the service's own code (`bad.connection`), `request_error`,
   *   `too_many_requests`
   * @see the client library interface, webAuth.passwordlessStart
   */
  declare readonly passwordlessStart: CallbackOrPromiseOf<
    [options: PasswordlessStartOptions],
    Readonly<Record<string, unknown>>
  >;

  /**
   * Logs in with the code of `passwordlessStart`, and leaves the page. Has the requirements of
   * {@link login} and of `passwordlessStart`.
   *
   * @param options the recipient, the code, and parameters of the authorization request
   * @returns when the navigation has started
   * @throws as {@link login}
   * @see the client library interface, webAuth.passwordlessLogin
   */
  declare readonly passwordlessLogin: CallbackOrPromiseOf<
    [options: PasswordlessLoginOptions],
    void
  >;

  /**
   * Reads the response of a login from the fragment of a URL. Each login accepts one response.
   * Redeems the code of a login with `pkce`.
   *
   * @param options the fragment (default: the page's own), and the expected values for a request
   *   that the caller made without `authorize`
   * @returns the result; null for a fragment with no token, no error, and no code for this page
   * @throws TypeError for a wrong option; rejects with AuthError: the service's own code,
   *   `invalid_hash` for a response without the requested tokens, `invalid_token` for an invalid
   *   state or ID token
   * @see OpenID Connect Core 1.0, sections 3.2.2.5 to 3.2.2.11; RFC 7636, section 4.5
   */
  declare readonly parseHash: CallbackOrPromise<ParseHashOptions, AuthResult | null>;

  /**
   * Requests new tokens for a user with a session at the tenant, in a hidden frame. Call it at most
   * every 15 minutes. Requires the tenant's cookies in a frame, which browsers block on pages of
   * other sites.
   *
   * @param options parameters of the request, by default those of the constructor; `audience` and
   *   `scope` select another API; `timeout` limits the whole call, in milliseconds
   * @returns the result
   * @throws TypeError for a wrong option; rejects with AuthError: `timeout`, `invalid_hash`,
   *   `invalid_token`, or the service's own code (`login_required`, `consent_required`). `error`
   *   means the response type code without pkce, or no redirectUri. `origin_mismatch` means a
   *   redirectUri of another origin. The default time limit is 60 seconds; responses with another
   *   state are ignored
   * @see OpenID Connect Core 1.0, section 3.1.2.1 (prompt=none)
   */
  declare readonly checkSession: CallbackOrPromise<CheckSessionOptions, AuthResult>;

  /**
   * Leaves the page for the tenant's logout.
   *
   * @param options the URL to return to, and the application whose allowed logout URLs apply
   * @returns when the navigation has started
   * @throws TypeError for a wrong option; rejects with AuthError `runtime_error` when the
   *   navigation fails
   * @see the client library interface, webAuth.logout
   */
  declare readonly logout: (options?: LogoutOptions) => Promise<void>;

  /**
   * Creates a user of a database connection.
   *
   * @param options the new user, and the connection
   * @returns the user as the service describes it, with names in camelCase
   * @throws TypeError for a wrong option; rejects with AuthError: `invalid_signup`, `user_exists`,
   *   `invalid_password` (with the `policy` as a text) and others of the service, `request_error`
   * @see the client library interface, webAuth.signup
   */
  declare readonly signup: CallbackOrPromiseOf<[options: SignupOptions], SignedUpUser>;

  /**
   * Sends a link to reset the password of a user of a database connection.
   *
   * @param options the user's email address, and the connection
   * @returns the service's text, which is the same for an unknown user
   * @throws TypeError for a wrong option; rejects with AuthError: the service's own code,
   *   `request_error`, `too_many_requests`
   * @see the client library interface, webAuth.changePassword
   */
  declare readonly changePassword: CallbackOrPromiseOf<[options: ChangePasswordOptions], string>;

  /**
   * @param options validated at once and copied, never changed
   * @throws TypeError that names the missing or wrong option
   */
  constructor(options: WebAuthOptions) {
    const context = createContext(options);

    this.client = new Authentication(options, context);
    this.popup = createPopup(context);
    this.authorize = toCallbackOrPromise(context, authorize);
    this.login = toCallbackOrPromise(context, logIn);
    this.crossOriginVerification = () => answerVerifierRequests(context);
    this.passwordlessStart = toCallbackOrPromise(context, startPasswordless);
    this.passwordlessLogin = toCallbackOrPromise(context, logInPasswordless);
    this.parseHash = toCallbackOrPromise(context, parseHash);
    this.checkSession = toCallbackOrPromise(context, checkSession);
    this.logout = toCallbackOrPromise(context, logOut);
    this.signup = toCallbackOrPromise(context, signUp);
    this.changePassword = toCallbackOrPromise(context, changePassword);
  }
}
