import type { ExpectedLogin } from "../expected-login.ts";

/** Failing logins, drawn by how often people report their causes. */
export const frequentFaults: readonly ExpectedLogin[] = [
  {
    name: "second-page-asks-to-log-in",
    story:
      "A user logs in at a site with the library auth0-spa-js and opens its second page, which asks to log in again.",
    cause:
      "The page asks for a token in a hidden frame, where the tenant is a third party to the page's site: the browser does not send the tenant's session cookie there, so the silent login gets login_required.",
    at: { method: "GET", path: "/authorize" },
  },
  {
    name: "chat-login-fails-at-callback",
    story: "A user logs in at a page with the library auth0-js that asks for an ID token only.",
    cause:
      "The ID token is signed with HS256, which the library cannot verify in a browser, and without an access token (response_type=id_token) it cannot ask for the profile in place of it.",
    at: { method: "POST", path: "/u/login" },
  },
  {
    name: "login-of-imported-users",
    story: "A user of an imported list logs in at a page with the library auth0-spa-js.",
    cause:
      "The tenant's own code after the login (a rule or an action) fails with an error that it does not catch, Cannot read property 'favorite_color' of undefined, so the tenant refuses the login with access_denied.",
    at: { method: "GET", path: "/callback" },
  },
  {
    name: "dev-server-on-next-port",
    story:
      "A developer starts a quickstart with the library auth0-spa-js while another one still runs, and logs in.",
    cause:
      "The redirect URI http://localhost:4462 is not in the client's list of allowed callback URLs.",
    at: { method: "GET", path: "/authorize" },
  },
  {
    name: "profile-page-in-development",
    story: "A developer logs in at a component without a library, in the development mode.",
    cause:
      "The page sends the same authorization code twice, and the second exchange gets invalid_grant, because a code is valid once.",
    at: { method: "POST", path: "/oauth/token" },
  },
  {
    name: "playlists-do-not-load",
    story:
      "A user logs in at a page with the library auth0-spa-js, which loads the user's playlists from an API.",
    cause:
      "The page calls the API with credentials, and the API allows every origin with a wildcard (Access-Control-Allow-Origin: *), which the browser does not accept for a request with credentials.",
    at: { method: "GET", path: "/api/playlists" },
  },
  {
    name: "account-settings-not-shown",
    story:
      "A user logs in at a page with the library auth0-spa-js and opens the settings of the account.",
    cause:
      "The access token comes from the tenant's custom domain (its issuer is http://127.0.0.1:4460/), and the page calls the Management API at the tenant's other domain, http://localhost:4460, which accepts only tokens that this domain issued.",
    at: { method: "GET", path: "/api/v2/users/auth0%7C65f1c0ada000000000000001" },
  },
  {
    name: "verified-user-turned-away",
    story:
      "A user with a verified email address logs in at a page with the library auth0-spa-js and opens the orders.",
    cause:
      "The API reads email_verified in the access token, which does not have this claim: the tenant puts it only into the ID token.",
    at: { method: "GET", path: "/api/orders" },
  },
  {
    name: "catalogue-refused-before-login",
    story: "A user signs in at a page with the library oidc-client-ts.",
    isOtherProvider: true,
    cause:
      "The redirect URI of the request, http://localhost:4462/auth/callback/ with a slash at its end, is not the one that is registered for the client.",
    at: { method: "GET", path: "/oidc/auth" },
  },
  {
    name: "static-site-signs-in-from-bucket",
    story: "A user signs in at a static site with the library oidc-client-ts.",
    isOtherProvider: true,
    cause:
      "The provider does not allow the origin http://localhost:4462 to read the response of its token endpoint: the response has no header Access-Control-Allow-Origin.",
    at: { method: "POST", path: "/oauth2/default/v1/token" },
  },
  {
    name: "invoices-behind-gateway",
    story:
      "A user signs in at a page with the library oidc-client-ts, which loads the invoices from an API behind a gateway.",
    isOtherProvider: true,
    cause:
      "The gateway of the API asks the preflight request (OPTIONS) for a token and answers it with 401, so the browser does not send the request with the token.",
    at: { method: "OPTIONS", path: "/v1/invoices" },
  },
  {
    name: "pool-answers-with-error",
    story: "A user signs in at a page without a library.",
    isOtherProvider: true,
    cause:
      "The token request has another redirect_uri than the authorization request: http://localhost:4462 without the slash at the end of http://localhost:4462/.",
    at: { method: "POST", path: "/oauth2/token" },
  },
  {
    name: "connection-breaks-off-later",
    story: "A user connects an account with a page without a library, and the connection ends.",
    isOtherProvider: true,
    cause:
      "The login does not ask for offline_access, so the response has no refresh token, and the page renews with the text undefined in place of one.",
    at: { method: "POST", path: "/services/oauth2/token" },
  },
  {
    name: "signed-out-but-not-back",
    story: "A user signs in at a page without a library, and signs out.",
    isOtherProvider: true,
    cause:
      "The logout request has no id_token_hint (nor a client_id), because the page forgets its tokens before, so the provider cannot check post_logout_redirect_uri: it asks the user and does not send them back.",
    at: { method: "GET", path: "/idp/end-session" },
  },
  {
    name: "portal-sends-back-to-login",
    story: "An employee signs in at a portal whose server asks a realm.",
    isOtherProvider: true,
    cause:
      "The portal's session cookie is SameSite=Strict: the browser does not send it with the redirect that comes from the provider's site, so the portal begins the login again.",
    at: { method: "GET", path: "/portal" },
  },
];
