import { buildResult, requestTokens, type AuthResult } from "./accept-response.ts";
import {
  readAuthorizeOptions,
  writeAuthorizeUrl,
  writeParameters,
  type AuthorizeOptions,
} from "./authorize-url.ts";
import {
  answerBothWays,
  type CallbackOrPromise,
  type CallbackOrPromiseOf,
} from "./callback-or-promise.ts";
import { createContext, type Context } from "./context.ts";
import { takeOptions, type WebAuthOptions } from "./options.ts";
import { requestSSOData, type SSOData } from "./sso-data.ts";
import { requestUserInfo, type UserInfo } from "./user-info.ts";

/** Options of `oauthToken`. Those not listed are sent as they are, their names in snake_case. */
export interface TokenOptions {
  /** Default: `refresh_token` with a refreshToken, else `authorization_code`. */
  readonly grantType?: string | undefined;
  /** The code of an authorization response. */
  readonly code?: string | undefined;
  /** The one that the code was asked for with. Default: the constructor's, for a code. */
  readonly redirectUri?: string | undefined;
  /** What the code's challenge was made of (RFC 7636, section 4.5). */
  readonly codeVerifier?: string | undefined;
  /** The refresh token of an earlier result. */
  readonly refreshToken?: string | undefined;
  /** The nonce that the ID token must carry; not sent. Default: not checked. */
  readonly nonce?: string | undefined;
  readonly [parameter: string]: unknown;
}

/**
 * Calls to the tenant that leave the page where it is: `webAuth.client` is one, and it works alone; all but
 * `getSSOData` in workers and in Node, too.
 */
export class Authentication {
  /**
   * Writes the URL of an authorization request, to go to by other means than `authorize`.
   *
   * It invents no state and no nonce: one made here would be known to nobody, since this method keeps
   * nothing, and the response could never be checked. Make both, keep them, pass them here, and pass them
   * to `parseHash` again. The same goes for the `codeChallenge` of PKCE. Parameters not given have the
   * defaults of {@link AuthorizeOptions}.
   *
   * @param options parameters of the request
   * @returns the absolute URL
   * @throws TypeError for a wrong option; for an ID token without a nonce; for `pkce` without a codeChallenge
   * @see RFC 6749, section 4.1.1; OpenID Connect Core 1.0, section 3.2.2.1
   */
  declare readonly buildAuthorizeUrl: (options?: AuthorizeOptions) => string;

  /**
   * Asks the tenant who the user of an access token is (`GET /userinfo`). The service allows about five
   * calls a minute for each user.
   *
   * @param accessToken of a login with the scope `openid`
   * @returns the user info, as the service sent it
   * @throws TypeError without an access token; rejects with AuthError: the service's own code, or
   *   `request_error`, `timeout`, `too_many_requests`
   * @see OpenID Connect Core 1.0, section 5.3
   */
  declare readonly userInfo: CallbackOrPromiseOf<[accessToken: string], UserInfo>;

  /**
   * Exchanges a code, a refresh token or another grant for tokens (`POST /oauth/token`), as a public client.
   *
   * @param options the grant and its parameters
   * @returns the result, its ID token verified
   * @throws TypeError for a wrong option or a client secret; rejects with AuthError: the service's own code
   *   (`invalid_grant`), `request_error`, `timeout`, `invalid_token`
   * @see RFC 6749, sections 4.1.3 and 6; RFC 7636, section 4.5
   */
  declare readonly oauthToken: CallbackOrPromiseOf<[options: TokenOptions], AuthResult>;

  /**
   * Asks, in a hidden frame, whether the user is logged in at the tenant. Needs a `redirectUri` with this
   * page's origin. Takes 5 seconds at most.
   *
   * @param withDirectories has no effect; older libraries took it
   * @returns `{ sso: false }` when not
   * @throws rejects with AuthError: `consent_required` when the user has agreed to less than `openid profile email`
   *   and the page is at a local address, where the tenant never skips consent, and those of `checkSession` of `WebAuth`
   * @see OpenID Connect Core 1.0, section 3.1.2.1 (prompt=none)
   */
  declare readonly getSSOData: CallbackOrPromise<boolean, SSOData>;

  /**
   * @param options checked at once and copied, never changed
   * @param context what an instance shares with its owner
   * @throws TypeError that names the option which is missing or wrong
   */
  constructor(options: WebAuthOptions, context: Context = createContext(options)) {
    this.buildAuthorizeUrl = (given) =>
      writeAuthorizeUrl(context, readAuthorizeOptions(context, given));

    this.userInfo = answerBothWays(context, requestUserInfo);
    this.oauthToken = answerBothWays(context, exchangeGrant);
    this.getSSOData = answerBothWays(context, requestSSOData);
  }
}

function exchangeGrant(context: Context, options: unknown): Promise<AuthResult> {
  const { nonce = "", ...sent } = writeParameters(takeOptions(options));
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
