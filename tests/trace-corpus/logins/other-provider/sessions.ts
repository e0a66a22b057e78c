import type { LoginEntry } from "../../login-entry.ts";

/** Logins at a provider of another make that stop at a renewal or a logout. */
export const otherSessions: readonly LoginEntry[] = [
  {
    name: "renewal-frame-without-session",
    story:
      "After a login, a frame with prompt=none on another site than the provider gets no session cookie.",
    cause:
      "The browser did not send the provider's session cookie in the cross-site frame, so the silent renewal got login_required.",
    stop: { step: "renewal", who: "provider", method: "GET", path: "/auth" },
    accepted: ["The browser blocks the provider's cookies, because the page is on another site."],
  },
  {
    name: "logout-return-not-registered",
    story: "The page logs out with a return URL that differs from the registered one.",
    cause: "The post_logout_redirect_uri is not registered for this client.",
    stop: { step: "logout", who: "provider", method: "GET", path: "/session/end" },
    accepted: ["The URL to return to is not in the list of logout URLs."],
  },
  {
    name: "refresh-token-used-twice",
    story: "Two parts of the page refresh with the same stored refresh token, which rotates.",
    cause:
      "The refresh token was already used: the first refresh replaced it, and the page sent the old one again.",
    stop: { step: "renewal", who: "provider", method: "POST", path: "/connect/redeem" },
    accepted: [
      "refresh-token-used-twice",
      "The refresh token was replaced before, and the page kept the old one.",
    ],
  },
  {
    name: "refresh-after-logout",
    story: "The page logs out at the provider, keeps its tokens, and refreshes them again.",
    cause:
      "The logout ended the session and revoked its refresh token, which the page then sent anyway.",
    stop: {
      step: "renewal",
      who: "provider",
      method: "POST",
      path: "/realms/acme/protocol/openid-connect/token",
    },
    accepted: ["The refresh token has expired, or the session was revoked."],
  },
  {
    name: "logout-without-hint",
    story: "An application's server sends its user to the logout with nothing but a return URL.",
    cause:
      "The logout request has neither id_token_hint nor client_id, so the provider ignores its post_logout_redirect_uri and the user does not come back.",
    stop: { step: "logout", who: "nobody", method: "GET", path: "/session/end" },
    accepted: [
      "The URL to return to is not in the list of logout URLs.",
      "The request names no client, so the tenant's own list applies.",
      "The request has no URL to return to.",
    ],
  },
  {
    name: "silent-page-forbids-frames",
    story:
      "The application's server sends X-Frame-Options: DENY with every page, also with the one for renewal in a frame.",
    cause:
      "The application's own callback page for silent renewal forbids frames (X-Frame-Options: DENY), so the browser does not show it in the frame and the page never gets the response.",
    stop: { step: "renewal", who: "browser", method: "GET", path: "/silent" },
    accepted: ["The frame was removed before its response, or its page sent no message."],
  },
  {
    name: "renewal-after-provider-logout",
    story: "A user logs out at the provider itself and goes back to an application left open.",
    cause:
      "The user's session at the provider has ended, so the silent renewal is refused with `login_required`.",
    stop: { step: "renewal", who: "provider", method: "GET", path: "/auth" },
    accepted: [
      "The session at the provider has ended, or the user never logged in.",
      "The browser blocks the provider's cookies, because the page is on another site.",
    ],
  },
  {
    name: "session-cookie-none-without-secure",
    story:
      "A page with the library oidc-client-ts logs in at a provider without TLS, and renews silently.",
    cause:
      "The browser rejects the provider's session cookie, which is SameSite=None without Secure, so the silent request after the login has no session and gets login_required.",
    stop: { step: "renewal", who: "provider", method: "GET", path: "/connect/authorize" },
    accepted: ["The server found no login that fits: its session cookie was lost."],
  },
  {
    name: "claims-desk-renewal-hangs",
    story:
      "A user logs in at a page with an OIDC library, whose token the page then renews in a hidden frame.",
    cause:
      "The provider forbids its pages in frames (X-Frame-Options: DENY), so its answer to the silent renewal does not load in the hidden frame and the renewal times out.",
    stop: {
      step: "renewal",
      who: "browser",
      method: "GET",
      path: "/contoso.onmicrosoft.com/b2c_1_signin/oauth2/v2.0/authorize",
    },
    accepted: [
      "The provider showed a page in the frame instead of posting a message.",
      "The frame was removed before its response, or its page sent no message.",
      "The provider showed a login page or an error in the frame.",
      "The provider answered the silent request with an error page.",
      "An extension or a setting of the browser blocked the request.",
      "DevTools blocks the request.",
    ],
  },
  {
    name: "back-at-logout-after-login",
    story:
      "A user who has logged out logs in again with the link that the page of the logout shows.",
    cause:
      "After the login the application returns the user to the page where the login began, and that is /logout, which ends the new session at once.",
    stop: { step: "logout", who: "server", method: "GET", path: "/logout" },
    accepted: [
      "The page at the callback does not handle the response.",
      "A server of the application redeems the code, and shows no user.",
    ],
  },
  {
    name: "connection-breaks-off-later",
    story: "A user connects an account with a page without a library, and the connection ends.",
    cause:
      "The login does not ask for offline_access, so the response has no refresh token, and the page renews with the text undefined in place of one.",
    stop: { step: "renewal", who: "provider", method: "POST", path: "/services/oauth2/token" },
    accepted: ["The login got no refresh token."],
  },
  {
    name: "convention-page-stays-blank",
    story:
      "A user logs in at the site of a convention, whose server keeps the session, and the schedule stays blank.",
    cause:
      "The CDN before the site's server removes the session's cookie, which the browser sends, so the server finds no refresh token and answers 401.",
    stop: { step: "renewal", who: "server", method: "POST", path: "/oauth_session/refresh" },
    accepted: [],
  },
  {
    name: "signed-out-and-in-again",
    story:
      "A user signs in at a shop with the library Auth.js, signs out, and signs in again, and nobody asks for the name or the password.",
    cause:
      "Sign-out ends only the shop's own session: it never sends the browser to the provider's end_session_endpoint, so the provider's session stays and the next login needs no credentials.",
    stop: {
      step: "logout",
      who: "server",
      method: "GET",
      path: "/realms/acme/protocol/openid-connect/auth",
    },
    accepted: [],
  },
  {
    name: "agents-lose-connection",
    story:
      "A user connects a page of agents with an account, ends the session on another device, and the page renews its token.",
    cause:
      "The provider answers a refresh token whose session has ended with the error invalid_request in place of invalid_grant, so the page does not learn that the user must log in again.",
    stop: { step: "renewal", who: "provider", method: "POST", path: "/api/auth/oauth2/token" },
    accepted: ["The refresh token has expired, or the session was revoked."],
  },
  {
    name: "bakery-till-in-the-evening",
    story:
      "A user logs in at a till with the library oidc-client-ts, allows it to know the name, and the till renews its tokens in the evening.",
    cause:
      "The provider wants the user's consent again, since the user did not let it remember the first one, and a silent request (prompt=none) cannot show the consent page: consent_required.",
    stop: { step: "renewal", who: "provider", method: "GET", path: "/connect/authorize" },
    accepted: [
      "The page runs on localhost, where a consent is never skipped.",
      "The user has not consented to this client, scope or API.",
      "A scope or an API is new to the user.",
    ],
  },
];
