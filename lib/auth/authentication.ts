import { readAuthorizeOptions, writeAuthorizeUrl, type AuthorizeOptions } from "./authorize-url.ts";
import { answerBothWaysOf, type CallbackOrPromiseOf } from "./callback-or-promise.ts";
import { readOptions, type WebAuthOptions } from "./options.ts";
import { resolvePorts } from "./runtime-ports.ts";
import { requestUserInfo, type UserInfo } from "./user-info.ts";

/**
 * Calls to the tenant that need no page: `webAuth.client` is one, and it works alone, in workers and in Node.
 */
export class Authentication {
  /**
   * Writes the URL of an authorization request, to go to by other means than `authorize`.
   *
   * It invents no state and no nonce: one made here would be known to nobody, since this method keeps
   * nothing, and the response could never be checked. Make both, keep them, pass them here, and pass them
   * to `parseHash` again. Parameters not given have the defaults of {@link AuthorizeOptions}.
   *
   * @returns the absolute URL
   * @throws TypeError for a wrong option; for an ID token without a nonce
   * @see RFC 6749, section 4.1.1; OpenID Connect Core 1.0, section 3.2.2.1
   */
  readonly buildAuthorizeUrl: (options?: AuthorizeOptions) => string;

  /**
   * Asks the tenant who the user of an access token is (`GET /userinfo`). The service allows about five
   * calls a minute for each user.
   *
   * @returns the user info, as the service sent it
   * @throws TypeError without an access token; rejects with AuthError: the service's own code, or
   *   `request_error`, `too_many_requests`
   * @see OpenID Connect Core 1.0, section 5.3
   */
  readonly userInfo: CallbackOrPromiseOf<string, UserInfo>;

  /** @throws TypeError that names the option which is missing or wrong */
  constructor(options: WebAuthOptions) {
    const settings = readOptions(options);
    const ports = resolvePorts(options.ports ?? {});

    this.buildAuthorizeUrl = (given) =>
      writeAuthorizeUrl(settings, readAuthorizeOptions(settings, given));

    this.userInfo = answerBothWaysOf((accessToken) => {
      // Anything but visible ASCII cannot be sent in a header (RFC 6750, section 2.1).
      if (typeof accessToken !== "string" || !/^[\u0021-\u007e]+$/.test(accessToken)) {
        throw new TypeError(
          "accessToken parameter is not valid: give the accessToken of a login, a string.",
        );
      }
      return requestUserInfo(settings.origin, accessToken, ports.fetch);
    });
  }
}
