import type { ExpectedLogin } from "../expected-login.ts";

/** Failing logins, drawn by how often people report their causes. */
export const frequentFaults: readonly ExpectedLogin[] = [
  {
    name: "chat-works-only-in-development",
    story: "A user logs in at a chat that its developer has just deployed to its own host.",
    cause:
      "The server still takes http://localhost:5173, its address in development, for its public origin: the redirect_uri leads there, and not to http://chat.localhost:4462, and nothing answers there.",
    at: { method: "GET", path: "/authorize" },
  },
  {
    name: "callback-cannot-parse-token",
    story:
      "A user logs in at an application whose server handles the callback with an OIDC module.",
    cause:
      "The authorization request names no audience, so the access token is opaque and the server, which takes it for a JWT, cannot parse it.",
    at: { method: "GET", path: "/auth/auth0/callback" },
  },
  {
    name: "paste-site-session-not-started",
    story: "A user logs in from the page of a site whose API does the login.",
    cause:
      "The API began the login on http://127.0.0.1:4462, which has the session cookie, and its redirect_uri leads to http://localhost:4462, so the callback comes without that cookie.",
    at: { method: "GET", path: "/api/v3/login/callback" },
  },
  {
    name: "arcade-set-up-on-own-host",
    story:
      "A user sets up an arcade's page on their own host, and presses its button for the login.",
    cause:
      "The redirect_uri http://arcade.localhost:4462/callback is not among the callback URLs of the client.",
    at: { method: "GET", path: "/authorize" },
  },
  {
    name: "claims-desk-renewal-hangs",
    story:
      "A user logs in at a page with an OIDC library, whose token the page then renews in a hidden frame.",
    isOtherProvider: true,
    cause:
      "The provider forbids its pages in frames (X-Frame-Options: DENY), so its answer to the silent renewal does not load in the hidden frame and the renewal times out.",
    at: { method: "GET", path: "/contoso.onmicrosoft.com/b2c_1_signin/oauth2/v2.0/authorize" },
  },
  {
    name: "files-page-gets-no-token",
    story:
      "A user logs in at a page that gets its access token in a hidden frame right after the login.",
    isOtherProvider: true,
    cause:
      "The browser blocks third-party cookies: the hidden frame's request comes without the provider's session cookie, because the page is on another site, and gets login_required.",
    at: { method: "GET", path: "/contoso.onmicrosoft.com/b2c_1_signin/oauth2/v2.0/authorize" },
  },
  {
    name: "roster-keeps-reloading",
    story:
      "A user logs in at a page with a realm's adapter and a router that keeps its routes in the fragment.",
    isOtherProvider: true,
    cause:
      "The page's router takes the response in the fragment for a route and changes it (#state=… becomes #/state=…) before the adapter reads it, so no code is redeemed and the page begins a new login each time.",
    at: { method: "GET", path: "/realms/staff/protocol/openid-connect/auth" },
  },
  {
    name: "intranet-home-never-opens",
    story: "A user logs in at an intranet with a realm's adapter, whose start page leads to /home.",
    isOtherProvider: true,
    cause:
      "The start page's route goes on to /home without the fragment, which has the response, before the adapter reads it, so no code is redeemed and the page begins a new login each time.",
    at: { method: "GET", path: "/realms/staff/protocol/openid-connect/auth" },
  },
  {
    name: "stock-page-not-found",
    story: "A user logs in at a page with a realm's adapter and its routes in the fragment.",
    isOtherProvider: true,
    cause:
      "The redirect_uri has a fragment of its own (#/), to which the provider adds its response, so the page takes /&state=…&code=… for a route that it does not have and redeems no code.",
    at: { method: "GET", path: "/realms/staff/protocol/openid-connect/auth" },
  },
  {
    name: "survey-page-cannot-redeem",
    story:
      "A user logs in at a page with the library oidc-client-ts that sends its client's credentials in a header.",
    isOtherProvider: true,
    cause:
      "The provider demands client credentials for the CORS preflight (OPTIONS) of its token endpoint too and answers it with 401, so the browser does not send the token request.",
    at: { method: "OPTIONS", path: "/openid-connect-server-webapp/token" },
  },
  {
    name: "workbench-form-says-check-connection",
    story: "A user signs in with the form of a page that sends the password to its API's server.",
    isOtherProvider: true,
    cause:
      "The server's CORS settings do not allow the page's origin http://localhost:4462 at its token endpoint: it answers the preflight with 403, so the browser does not send the token request.",
    at: { method: "OPTIONS", path: "/uaa/token" },
  },
  {
    name: "console-forgets-user-at-reload",
    story: "A user logs in at a console, and reloads its page.",
    isOtherProvider: true,
    cause:
      "The page keeps its token only in memory and the login sets no cookie, so after the reload it calls its API without a token and gets 401.",
    at: { method: "POST", path: "/api/currentUser" },
  },
  {
    name: "back-at-logout-after-login",
    story:
      "A user who has logged out logs in again with the link that the page of the logout shows.",
    isOtherProvider: true,
    cause:
      "After the login the application returns the user to the page where the login began, and that is /logout, which ends the new session at once.",
    at: { method: "GET", path: "/logout" },
  },
  {
    name: "dashboard-asks-to-sign-in-again",
    story:
      "A user logs in at a dashboard whose server renews the session by itself, and reloads it later.",
    isOtherProvider: true,
    cause:
      "Three requests renew the session at the same time with the same refresh cookie: the first one rotates it, and the server refuses the others with 401, so the page takes the user for logged out.",
    at: { method: "GET", path: "/api/v4/treatments" },
  },
  {
    name: "editor-refuses-every-login",
    story: "A user signs in with the form of an editor that runs on a host without TLS.",
    isOtherProvider: true,
    cause:
      "The server sets no session cookie, because its cookie is for https only and the host is reached with plain http, so the form's CSRF token belongs to no session and the server refuses it.",
    at: { method: "POST", path: "/login" },
  },
];
