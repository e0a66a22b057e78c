import type { ExpectedLogin } from "../expected-login.ts";

/** The logins of the third set that fail, each for one reason. */
export const faultyLogins: readonly ExpectedLogin[] = [
  {
    name: "redirect-with-trailing-slash",
    story: "The application is registered with /callback, and its page sends /callback/.",
    isOtherProvider: true,
    cause:
      "The redirect_uri is not registered for this client: it has a trailing slash that the registered one does not have.",
    at: { method: "GET", path: "/auth" },
  },
  {
    name: "code-redeemed-twice",
    story: "The callback page runs its effect twice in development, and redeems the code twice.",
    isOtherProvider: true,
    cause:
      "The page sent the same authorization code twice; a code is valid once, so the second request got invalid_grant.",
    at: { method: "POST", path: "/token" },
  },
  {
    name: "page-without-client-secret",
    story: "A single-page app uses a client that is registered as a server's, with a secret.",
    isOtherProvider: true,
    cause:
      "The client is registered as confidential, but the page has no secret to send: it must be registered as a public client.",
    at: { method: "POST", path: "/realms/acme/protocol/openid-connect/token" },
  },
  {
    name: "token-origin-not-allowed",
    story: "The provider does not let pages of the application's origin read its token responses.",
    isOtherProvider: true,
    cause:
      "The token endpoint sends no Access-Control-Allow-Origin for the page's origin, which must be allowed for this client.",
    at: { method: "POST", path: "/connect/redeem" },
  },
  {
    name: "discovery-under-old-prefix",
    story:
      "After an upgrade of the provider, the page still reads discovery under the prefix /auth.",
    isOtherProvider: true,
    cause:
      "The configured authority is wrong: no discovery document is at this URL, so the login never starts.",
    at: { method: "GET", path: "/auth/realms/acme/.well-known/openid-configuration" },
  },
  {
    name: "login-without-pkce",
    story: "A single-page app starts a code login without PKCE, which its provider requires.",
    isOtherProvider: true,
    cause:
      "The provider requires PKCE for this client, and the authorization request has no code_challenge.",
    at: { method: "GET", path: "/realms/acme/protocol/openid-connect/auth" },
  },
  {
    name: "scope-not-assigned",
    story: "The page asks for a scope that the provider knows but does not allow to this client.",
    isOtherProvider: true,
    cause:
      "The client may not request the scope email, so the provider responds with invalid_scope.",
    at: { method: "GET", path: "/auth" },
  },
  {
    name: "user-info-without-openid",
    story: "The page logs in with the scopes profile and email alone, then reads user info.",
    isOtherProvider: true,
    cause:
      "The login did not request the scope openid, so its access token is not accepted at the user info endpoint.",
    at: { method: "GET", path: "/realms/acme/protocol/openid-connect/userinfo" },
  },
  {
    name: "token-with-other-redirect",
    story: "The page redeems its code with the application's start page as redirect_uri.",
    isOtherProvider: true,
    cause:
      "The redirect_uri of the token request differs from the redirect_uri of the authorization request.",
    at: { method: "POST", path: "/realms/acme/protocol/openid-connect/token" },
  },
  {
    name: "refresh-token-used-twice",
    story: "Two parts of the page refresh with the same stored refresh token, which rotates.",
    isOtherProvider: true,
    cause:
      "The refresh token was already used: the first refresh replaced it, and the page sent the old one again.",
    at: { method: "POST", path: "/connect/redeem" },
  },
  {
    name: "posted-without-login-cookie",
    story:
      "The provider on another site posts the response to a server whose login cookie is SameSite=Lax.",
    isOtherProvider: true,
    cause:
      "The browser does not send a SameSite=Lax cookie with a cross-site POST, so the login cookie is missing at the callback.",
    at: { method: "POST", path: "/callback" },
  },
  {
    name: "token-without-audience",
    story: "The page logs in without an audience, and calls an API with the access token.",
    cause:
      "The login did not request the audience of the API, so the access token is for user info only and the API rejects it.",
    at: { method: "GET", path: "/api/reports" },
  },
  {
    name: "preflight-needs-token",
    story: "An API on another origin requires a token for every request, also for preflights.",
    cause:
      "The API responds 401 to the preflight, which never has a token, so the browser does not send the request.",
    at: { method: "OPTIONS", path: "/api/reports" },
  },
  {
    name: "login-page-in-frame",
    story: "The page shows the tenant's login in a frame, as a part of its own design.",
    cause:
      "The login page forbids frames (X-Frame-Options, frame-ancestors), so the browser does not show it: the login needs the whole window or a popup.",
    at: { method: "GET", path: "/u/login" },
  },
  {
    name: "callback-not-found",
    story: "A server of static files does not know the callback route of the single-page app.",
    cause:
      "The application's server has no page at the callback URL and responds 404, so no script redeems the code.",
    at: { method: "GET", path: "/callback" },
  },
];
