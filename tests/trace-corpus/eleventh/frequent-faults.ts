import type { ExpectedLogin } from "../expected-login.ts";

/** Failing logins, drawn by how often people report their causes. */
export const frequentFaults: readonly ExpectedLogin[] = [
  {
    name: "timesheet-stays-empty",
    story:
      "A user logs in at a page with the library auth0-spa-js, which then loads the user's timesheets from its API.",
    cause:
      "The page sends the access token in the Authorization header without the scheme Bearer before it, so the API finds no bearer token and answers 401.",
    at: { method: "GET", path: "/api/timesheets" },
  },
  {
    name: "back-to-login-after-logout",
    story:
      "A user logs in at a platform, logs out at once, goes back to the provider's login page with the back button, and tries to log in there again.",
    isOtherProvider: true,
    cause:
      "The login page belongs to a login that has ended: the provider uses each login attempt (its interaction) once, and refuses the one that the user went back to.",
    at: { method: "POST", path: "/op/login/check" },
  },
  {
    name: "bank-account-not-linked",
    story: "A user of a budget page logs in at a bank in order to link an account.",
    isOtherProvider: true,
    cause:
      "The page sends the same authorization code to the token endpoint twice, and the second request gets invalid_grant, because a code is valid once.",
    at: { method: "POST", path: "/openapi/sandbox/oauth2/redeem" },
  },
  {
    name: "library-behind-nas-login",
    story:
      "A user logs in at a library of books, a page with oidc-client-ts, with the account of a network storage.",
    isOtherProvider: true,
    cause:
      "The provider's token endpoint answers without Access-Control-Allow-Origin, so the browser does not let the page of another origin read the tokens.",
    at: { method: "POST", path: "/webman/sso/SSOAccessToken.cgi" },
  },
  {
    name: "first-login-of-new-application",
    story:
      "A developer registers a new application at the tenant, adds auth0-js to a page and logs in for the first time.",
    cause:
      "The redirect URI http://localhost:4462/welcome is not in the client's list of allowed callback URLs.",
    at: { method: "GET", path: "/authorize" },
  },
  {
    name: "store-moves-under-path",
    story:
      "A store whose server logs users in is deployed under the path /store, and a user logs in there.",
    cause:
      "The redirect URI has the path /store/callback since the deployment, and the client's allowed callback URLs do not have this one.",
    at: { method: "GET", path: "/authorize" },
  },
  {
    name: "ledger-page-after-login",
    story:
      "A user logs in at a page with the library auth0-spa-js, which then asks silently for a token for the API of the ledger.",
    cause:
      "The silent request (prompt=none) asks for a scope of an API to which the user has not consented yet, and a silent request cannot show the consent page: consent_required.",
    at: { method: "GET", path: "/authorize" },
  },
  {
    name: "diagram-tool-login-comes-back",
    story: "A user presses the button for single sign-on at a tool for diagrams.",
    isOtherProvider: true,
    cause:
      "The authorization request has no state parameter, which this provider demands, so it answers invalid_request.",
    at: { method: "GET", path: "/oauth2/default/v1/authorize" },
  },
  {
    name: "club-page-stays-white",
    story:
      "A developer opens a page of a club's site that needs a login, on the own computer, and the page stays white.",
    isOtherProvider: true,
    cause:
      "The browser does not trust the self-signed certificate of the provider, so the page's request for the discovery document fails, and the library cannot begin the login.",
    at: { method: "GET", path: "/.well-known/openid-configuration" },
  },
  {
    name: "stream-overlay-does-not-connect",
    story: "A streamer logs in at a video service in order to connect an overlay to it.",
    isOtherProvider: true,
    cause:
      "The page mixes two flows: it asks for a token (response_type=token), and then sends the access token of that response as an authorization code to the token endpoint.",
    at: { method: "POST", path: "/oauth2/token" },
  },
  {
    name: "booking-page-not-connected",
    story: "A user of a booking page logs in at a calendar service in order to connect it.",
    isOtherProvider: true,
    cause:
      "The redirect_uri of the token request, http://localhost:4462, is not that of the authorization request, http://localhost:4462/calendars/connected, so the provider answers invalid_grant.",
    at: { method: "POST", path: "/calendars/redeem" },
  },
  {
    name: "convention-page-stays-blank",
    story:
      "A user logs in at the site of a convention, whose server keeps the session, and the schedule stays blank.",
    isOtherProvider: true,
    cause:
      "The CDN before the site's server removes the session's cookie, which the browser sends, so the server finds no refresh token and answers 401.",
    at: { method: "POST", path: "/oauth_session/refresh" },
  },
  {
    name: "reading-room-sign-in-fails",
    story: "A user logs in at a page with the library oidc-client-ts, at a realm of a company.",
    isOtherProvider: true,
    cause:
      "The page's origin is not among the web origins of the client, so the token endpoint does not allow it to read its response (CORS).",
    at: { method: "POST", path: "/realms/library/protocol/openid-connect/token" },
  },
  {
    name: "signed-out-and-in-again",
    story:
      "A user signs in at a shop with the library Auth.js, signs out, and signs in again, and nobody asks for the name or the password.",
    isOtherProvider: true,
    cause:
      "Sign-out ends only the shop's own session: it never sends the browser to the provider's end_session_endpoint, so the provider's session stays and the next login needs no credentials.",
    at: { method: "GET", path: "/realms/acme/protocol/openid-connect/auth" },
  },
  {
    name: "forum-login-box",
    story: "A user enters the email address and the password in the login box of a forum's page.",
    cause:
      "The client is OIDC-conformant, and the tenant refuses passwords for such a client from a login form on the application's own page; the login must go through the hosted login page.",
    at: { method: "POST", path: "/usernamepassword/login" },
  },
];
