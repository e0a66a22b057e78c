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
    name: "editor-refuses-every-login",
    story: "A user signs in with the form of an editor that runs on a host without TLS.",
    isOtherProvider: true,
    cause:
      "The server sets no session cookie, because its cookie is for https only and the host is reached with plain http, so the form's CSRF token belongs to no session and the server refuses it.",
    at: { method: "POST", path: "/login" },
  },
  {
    name: "trails-page-logs-out-at-reload",
    story: "A user logs in at a page with the library auth0-spa-js, and reloads it.",
    cause:
      "After the reload the library asks for the session in a hidden frame, and the browser does not send the tenant's session cookie there, because the page is on another site (third-party cookies are blocked).",
    at: { method: "GET", path: "/authorize" },
  },
  {
    name: "portal-entered-twice",
    story:
      "A user logs in at a portal, goes back to the provider's page with the browser's button and logs in again there.",
    isOtherProvider: true,
    cause:
      "The second login came from the provider's page of the first one (Back), whose state the server had already used, so the second response with the same state is refused.",
    at: { method: "GET", path: "/auth-callback" },
  },
  {
    name: "campus-login-returns-json",
    story: "A user logs in at a page whose API redeems the code at the campus's provider.",
    isOtherProvider: true,
    cause:
      "The provider refuses the credentials with which the API redeems the code (invalid_client): its client secret is no longer valid.",
    at: { method: "GET", path: "/api/auth/callback" },
  },
  {
    name: "login-page-comes-back",
    story: "A user logs in from the login page of an application with the library Auth.js.",
    isOtherProvider: true,
    cause:
      "The login's callbackUrl is the login page itself, so the user, who is logged in by then, is sent back to /auth/login and sees its button again.",
    at: { method: "GET", path: "/auth/callback/acme" },
  },
  {
    name: "warehouse-keeps-reloading",
    story: "A user logs in at a page with a realm's adapter and a framework with its own router.",
    isOtherProvider: true,
    cause:
      "After the code was redeemed, the page opens the address with the used code and state again (its framework puts it back), finds no login for that state and begins a new one, without end.",
    at: { method: "GET", path: "/warehouse/" },
  },
];
