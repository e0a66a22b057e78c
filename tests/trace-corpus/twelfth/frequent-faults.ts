import type { ExpectedLogin } from "../expected-login.ts";

/** Failing logins, drawn by how often people report their causes. */
export const frequentFaults: readonly ExpectedLogin[] = [
  {
    name: "invoices-after-reload",
    story: "A user logs in at a page that shows invoices, and reloads the page.",
    isOtherProvider: true,
    cause:
      "The page keeps its access token only in memory and gets no new one at its start, so after the reload it calls its API without a token and the user must log in again.",
    at: { method: "GET", path: "/api/invoices" },
  },
  {
    name: "leaving-the-gallery",
    story: "A user logs in at a gallery with the library auth0-spa-js, and logs out.",
    cause:
      "The returnTo URL of the logout, http://localhost:4462/goodbye, is not in the client's list of allowed logout URLs.",
    at: { method: "GET", path: "/v2/logout" },
  },
  {
    name: "dashboard-button-does-nothing",
    story: "A user presses the login button of a dashboard.",
    cause:
      "The page requests the authorization endpoint with fetch, but that endpoint answers only navigations of the browser (it has no CORS headers and redirects to a login page); the page must navigate to it.",
    at: { method: "GET", path: "/authorize" },
  },
  {
    name: "survey-sign-in-has-network-error",
    story: "A user presses the sign-in button of a survey, at a realm of a company.",
    isOtherProvider: true,
    cause:
      "The page sends the authorization request with XMLHttpRequest instead of a navigation of the browser, and the authorization endpoint allows no such requests of other origins (CORS).",
    at: { method: "GET", path: "/realms/acme/protocol/openid-connect/auth" },
  },
  {
    name: "first-sign-in-to-intranet",
    story:
      "A developer registers an intranet application, whose server logs users in, and signs in for the first time.",
    isOtherProvider: true,
    cause:
      "The redirect URI http://localhost:4462/ of the request ends with a slash, and the client is registered without that slash, so the redirect URI is not a registered one.",
    at: { method: "GET", path: "/contoso/oauth2/signin" },
  },
  {
    name: "reports-on-new-cluster",
    story:
      "A user logs in at a server with reports, which worked on one machine and now runs in a cluster.",
    isOtherProvider: true,
    cause:
      "The load balancer sends the callback to another server than the one that began the login; that server does not know the state, which is in the memory of the first one, and begins a new login, without end.",
    at: { method: "GET", path: "/reports/sso" },
  },
  {
    name: "planner-in-another-browser",
    story:
      "A user logs in at a planner, whose pages and server are on two hosts, in another browser than the developer's.",
    cause:
      "The session cookie belongs to the server's host, which is another site than that of the page, and the browser blocks third-party cookies, so the page's request to the server has no session and gets 401.",
    at: { method: "GET", path: "/user/me" },
  },
  {
    name: "console-still-shows-sso-login",
    story:
      "A user signs in at a console, whose page still shows its login button, and reloads the page.",
    isOtherProvider: true,
    cause:
      "The page stays at the callback URL after the login, so the reload sends the same authorization code to the token endpoint again, and the provider refuses the used code with invalid_grant.",
    at: { method: "POST", path: "/dex/token" },
  },
  {
    name: "recipes-ask-for-login-in-the-afternoon",
    story: "A user logs in at a page with recipes, which renews its token twice.",
    cause:
      "Refresh tokens rotate, but the page does not store the new one of the first renewal: its second renewal sends the old refresh token again, which has been used, and gets invalid_grant.",
    at: { method: "POST", path: "/oauth/token" },
  },
  {
    name: "profile-of-shop-does-not-load",
    story:
      "A user logs in at a shop, whose server keeps the session on a host of its own, and the page loads the user's profile from there.",
    cause:
      "The API answers a request with credentials with Access-Control-Allow-Origin: *, which browsers refuse for such requests; it must name the page's origin.",
    at: { method: "GET", path: "/me" },
  },
  {
    name: "agents-lose-connection",
    story:
      "A user connects a page of agents with an account, ends the session on another device, and the page renews its token.",
    isOtherProvider: true,
    cause:
      "The provider answers a refresh token whose session has ended with the error invalid_request in place of invalid_grant, so the page does not learn that the user must log in again.",
    at: { method: "POST", path: "/api/auth/oauth2/token" },
  },
  {
    name: "orders-say-no-rights",
    story: "A user logs in at a page with orders, which gets its tokens in its address.",
    isOtherProvider: true,
    cause:
      "The provider's ID token has no at_hash, which is required when an access token comes with it from the authorization endpoint (response_type=id_token token), so the page rejects the tokens.",
    at: { method: "POST", path: "/oauth2/authorize" },
  },
  {
    name: "login-by-mail-at-bare-address",
    story: "A user logs in with an email address at a page whose callback is its bare address.",
    isOtherProvider: true,
    cause:
      "The redirect URI http://127.0.0.1:4462 has no path: the provider adds the slash to it at the authorization request, and then finds that of the token request, without the slash, to be another one (invalid_grant).",
    at: { method: "POST", path: "/token" },
  },
  {
    name: "tracker-login-cancelled-first",
    story:
      "A user cancels the login at a code host on its page, and logs in at the tracker again at once.",
    isOtherProvider: true,
    cause:
      "The second login sends the state of the cancelled one again; the server used this state up at the cancelled response, so it finds none for the second callback and refuses it.",
    at: { method: "GET", path: "/auth/v1/callback" },
  },
  {
    name: "cloud-shows-sign-in-form-again",
    story: "A user signs in with single sign-on at a cloud for files, whose server logs users in.",
    cause:
      "The server sends the browser to / with its one-time code (oidc_code) after the login, but only the page /login exchanges it: / goes on to /files without the code, so no session begins.",
    at: { method: "GET", path: "/api/auth/oidc/callback" },
  },
];
