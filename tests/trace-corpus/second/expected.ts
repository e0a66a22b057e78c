import type { ExpectedLogin } from "../expected-login.ts";

/** The expected verdict of each login. It names no rule: the rules came from other authors. */
export const expectedLogins: readonly ExpectedLogin[] = [
  {
    name: "realm-paths",
    story:
      "A single-page app reads discovery, logs in with PKCE under a realm's paths, reads user info, and logs out with a confirmation.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "server-redeems",
    story:
      "An application's server starts the login and redeems the code with its secret, so the browser sees no token.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "hybrid-posted-to-server",
    story:
      "An application's server receives code and ID token by form post, with a login cookie for cross-site posts.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "id-token-only",
    story:
      "A site that needs only a name asks for an ID token in the fragment, and keeps the page's path in its state.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "refresh-rotates",
    story:
      "A single-page app logs in with consent for offline access, and refreshes three times with rotated refresh tokens.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "popup-login",
    story:
      "The login runs in a popup, which DevTools of the opener do not show; the opener redeems the code.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "pushed-by-server",
    story:
      "An application's server pushes the request, so the browser carries only its reference to the provider.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "response-as-jwt",
    story: "A single-page app gets its code and state inside a signed authorization response.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "dpop-tokens",
    story: "A single-page app redeems its code and reads user info with DPoP proofs.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "elliptic-keys",
    story:
      "A single-page app gets an ID token with ES256, requested claims and auth_time, and user info as a signed JWT.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "provider-under-app-origin",
    story:
      "Application and provider share one origin behind a reverse proxy, so no request crosses origins.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "auth0-js-implicit",
    story: "A page with the library auth0-js logs in with the implicit flow and an app state.",
    clean: true,
  },
  {
    name: "two-clients",
    story:
      "One tab logs in at two applications with their own client IDs, the second in the session of the first, with consent.",
    clean: true,
  },
  {
    name: "callback-behind-base-path",
    story:
      "The application's server adds a slash to the callback's path by a redirect that keeps the query.",
    clean: true,
  },
  {
    name: "logout-and-login-again",
    story: "A page logs in with a state of base64 JSON, logs out at the tenant, and logs in again.",
    clean: true,
  },
  {
    name: "redirect-encoded-twice",
    story:
      "The page encodes its redirect_uri before it builds the query, which encodes it a second time.",
    isOtherProvider: true,
    cause:
      "The redirect_uri of the authorization request is not registered for this client: it is encoded twice.",
    at: { method: "GET", path: "/realms/acme/protocol/openid-connect/auth" },
  },
  {
    name: "start-and-return-on-different-hosts",
    story:
      "The login starts at 127.0.0.1 and returns to localhost, whose page has not stored the state of the login.",
    cause:
      "The login started on another origin than its callback, so the callback page cannot find the stored state and verifier.",
    at: { method: "GET", path: "/callback" },
  },
  {
    name: "cookie-of-other-tab",
    story:
      "A second tab starts a login and overwrites the cookie with the first tab's state, then the first tab finishes its login.",
    isOtherProvider: true,
    cause:
      "The login cookie at the callback holds the state of a later login, from another tab, so the server rejects the response.",
    at: { method: "GET", path: "/callback" },
  },
  {
    name: "fragment-for-server",
    story:
      "An application that redeems the code on its server asks for the fragment response mode.",
    isOtherProvider: true,
    cause:
      "The response arrived in the fragment, which a browser never sends, but the callback is handled by a server.",
    at: { method: "GET", path: "/callback" },
  },
  {
    name: "challenge-in-hex",
    story: "PKCE written by hand: the page sends the SHA-256 of its verifier in hexadecimal.",
    isOtherProvider: true,
    cause:
      "The code_challenge is not the base64url SHA-256 of the code_verifier: it is hexadecimal, so the verifier does not match.",
    at: { method: "POST", path: "/realms/acme/protocol/openid-connect/token" },
  },
  {
    name: "token-as-json",
    story: "The page sends the token request as JSON, as it does to its own API.",
    isOtherProvider: true,
    cause:
      "The token request has the content type application/json; the token endpoint accepts only a URL-encoded form.",
    at: { method: "POST", path: "/token" },
  },
  {
    name: "policy-blocks-token",
    story:
      "The callback page has a Content-Security-Policy whose connect-src does not list the provider.",
    cause:
      "The page's own Content-Security-Policy (connect-src) blocked the token request, which therefore is not in the capture.",
    at: { method: "GET", path: "/callback" },
  },
  {
    name: "issuer-of-inner-host",
    story:
      "The provider behind a reverse proxy still uses its inner host name as issuer, and the page stops at the ID token.",
    isOtherProvider: true,
    cause:
      "The iss of the ID token names another host than the provider that the browser used, so the issuer check fails.",
    at: { method: "POST", path: "/realms/acme/protocol/openid-connect/token" },
  },
  {
    name: "clock-of-computer-ahead",
    story:
      "The computer's clock is three days ahead of the tenant's, so the page finds each new ID token expired and starts the login again.",
    cause:
      "The computer's clock is days ahead of the provider's, so an ID token that was just issued looks expired.",
    at: { method: "POST", path: "/oauth/token" },
  },
  {
    name: "id-token-at-api",
    story: "After a good login the page calls its API with the ID token, and the API responds 401.",
    cause:
      "The API received the ID token as bearer token, whose audience is the client; it needs the access token.",
    at: { method: "GET", path: "/api/reports" },
  },
  {
    name: "session-cookie-refused",
    story:
      "After each login the server sets a session cookie with SameSite=None but without Secure, and the page logs in again and again.",
    isOtherProvider: true,
    cause:
      "The browser rejected the application's session cookie (SameSite=None without Secure), so each login is lost and starts again.",
    at: { method: "GET", path: "/callback" },
  },
  {
    name: "api-redirects-fetch",
    story:
      "The session of the application is over, and its API answers a fetch with a redirect to the provider's login.",
    isOtherProvider: true,
    cause:
      "A fetch was redirected to the authorization endpoint, which CORS does not allow: the login needs a navigation of the page.",
    at: { method: "GET", path: "/auth" },
  },
  {
    name: "renewal-frame-without-session",
    story:
      "After a login, a frame with prompt=none on another site than the provider gets no session cookie.",
    isOtherProvider: true,
    cause:
      "The browser did not send the provider's session cookie in the cross-site frame, so the silent renewal got login_required.",
    at: { method: "GET", path: "/auth" },
  },
  {
    name: "refresh-token-undefined",
    story:
      "The page never asked for offline_access, and refreshes with the text undefined as its refresh token.",
    cause:
      "The login did not request offline_access, so there is no refresh token: the page sent the text undefined.",
    at: { method: "POST", path: "/oauth/token" },
  },
  {
    name: "logout-return-not-registered",
    story: "The page logs out with a return URL that differs from the registered one.",
    isOtherProvider: true,
    cause: "The post_logout_redirect_uri is not registered for this client.",
    at: { method: "GET", path: "/session/end" },
  },
];
