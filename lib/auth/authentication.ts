import { buildResult, requestTokens, type AuthResult } from "./accept-response.ts";
import {
  readAuthorizeOptions,
  writeAuthorizeUrl,
  writeParameters,
  type AuthorizeOptions,
} from "./authorize-url.ts";
import {
  toCallbackOrPromise,
  type CallbackOrPromise,
  type CallbackOrPromiseOf,
} from "./callback-or-promise.ts";
import { createContext, type Context } from "./context.ts";
import { copyOptions, type WebAuthOptions } from "./options.ts";
import { requestSSOData, type SSOData } from "./sso-data.ts";
import { requestUserInfo, type UserInfo } from "./user-info.ts";

/** Options of `oauthToken`. Other parameters are sent unchanged, with their names in snake_case. */
export interface TokenOptions {
  /** Default: `refresh_token` with a refreshToken, otherwise `authorization_code`. */
  readonly grantType?: string | undefined;
  /** The code of an authorization response. */
  readonly code?: string | undefined;
  /** The redirectUri of the request for the code. Default: the constructor's, for a code. */
  readonly redirectUri?: string | undefined;
  /** The verifier of the code's challenge (RFC 7636, section 4.5). */
  readonly codeVerifier?: string | undefined;
  /** The refresh token of an earlier result. */
  readonly refreshToken?: string | undefined;
  /** The expected nonce of the ID token; not sent. Default: not checked. */
  readonly nonce?: string | undefined;
  readonly [parameter: string]: unknown;
}

/**
 * Calls the tenant without leaving the page. `webAuth.client` is an instance. All methods except
 * `getSSOData` also work in workers and in Node.
 */
export class Authentication {
  /**
   * Returns the URL of an authorization request, for a redirect without `authorize`.
   *
   * The method stores nothing, so it creates no state, nonce or `codeChallenge`: without a stored
   * value, the response could never be checked. Create and store these values, and pass them here.
   * Pass state and nonce to `parseHash` too.
   *
   * Missing parameters have the defaults of {@link AuthorizeOptions}.
   *
   * @param options parameters of the request
   * @returns the absolute URL
   * @throws TypeError for a wrong option; for an ID token without a nonce; for `pkce` without a
   *   codeChallenge
   * @see RFC 6749, section 4.1.1; OpenID Connect Core 1.0, section 3.2.2.1
   */
  declare readonly buildAuthorizeUrl: (options?: AuthorizeOptions) => string;

  /**
   * Requests the user of an access token (`GET /userinfo`). The service allows about five calls a
   * minute for each user.
   *
   * @param accessToken an access token with the scope `openid`
   * @returns the user info, as the service sent it
   * @throws TypeError without an access token; rejects with AuthError: the service's own code, or
   *   `request_error`, `timeout`, `too_many_requests`
   * @see OpenID Connect Core 1.0, section 5.3
   */
  declare readonly userInfo: CallbackOrPromiseOf<[accessToken: string], UserInfo>;

  /**
   * Exchanges a code, a refresh token or another grant for tokens (`POST /oauth/token`), as a
   * public client.
   *
   * @param options the grant and its parameters
   * @returns the result with a verified ID token
   * @throws TypeError for a wrong option or a client secret; rejects with AuthError: the service's
   *   own code (`invalid_grant`), `request_error`, `timeout`, `invalid_token`
   * @see RFC 6749, sections 4.1.3 and 6; RFC 7636, section 4.5
   */
  declare readonly oauthToken: CallbackOrPromiseOf<[options: TokenOptions], AuthResult>;

  /**
   * Checks for a session of the user at the tenant, in a hidden frame and within 5 seconds.
   * Requires a `redirectUri` of this page's origin.
   *
   * @param withDirectories has no effect; older libraries had this parameter
   * @returns `{ sso: false }` without a session
   * @throws rejects with AuthError: the errors of `checkSession` of `WebAuth`. At a local address,
   *   the tenant never skips consent: the error is `consent_required` when the user has consented
   *   to less than `openid profile email`
   * @see OpenID Connect Core 1.0, section 3.1.2.1 (prompt=none)
   */
  declare readonly getSSOData: CallbackOrPromise<boolean, SSOData>;

  /**
   * @param options validated at once and copied, never changed
   * @param context the context of a WebAuth that owns this instance
   * @throws TypeError that names the missing or wrong option
   */
  constructor(options: WebAuthOptions, context: Context = createContext(options)) {
    this.buildAuthorizeUrl = (given) =>
      writeAuthorizeUrl(context, readAuthorizeOptions(context, given));

    this.userInfo = toCallbackOrPromise(context, requestUserInfo);
    this.oauthToken = toCallbackOrPromise(context, exchangeGrant);
    this.getSSOData = toCallbackOrPromise(context, requestSSOData);
  }
}

function exchangeGrant(context: Context, options: unknown): Promise<AuthResult> {
  const { nonce = "", ...sent } = writeParameters(copyOptions(options));
  const { client_id = "", redirect_uri } = context.defaults;
  const form = {
    client_id,
    grant_type: sent["refresh_token"] ? "refresh_token" : "authorization_code",
    redirect_uri: sent["code"] && redirect_uri,
    ...sent,
  };
  return requestTokens(context, form).then((tokens) =>
    buildResult(context, tokens, { parameters: { client_id: form.client_id, nonce } }),
  );
}
