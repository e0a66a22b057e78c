import type { ExpectedLogin } from "../expected-login.ts";

/** Failing logins, drawn by how often people report their causes. */
export const frequentFaults: readonly ExpectedLogin[] = [
  {
    name: "sample-stuck-at-callback",
    story: "A developer puts an older client's ID into a sample with the library auth0-spa-js.",
    cause:
      "The client signs its ID tokens with HS256, which the library rejects, because it accepts only RS256.",
    at: { method: "POST", path: "/oauth/token" },
  },
  {
    name: "email-not-verified",
    story: "A new user logs in at a page that keeps the library's errors for itself.",
    cause:
      "The tenant refused the login because the user has not verified their email address yet, and the page shows its start without that message.",
    at: { method: "GET", path: "/callback" },
  },
  {
    name: "wrong-password-without-message",
    story:
      "A user signs in with the form of a page with the library auth0-js, and nothing happens.",
    cause:
      "The email address or the password is wrong: the tenant refuses the credentials, and the page does not show it.",
    at: { method: "POST", path: "/co/authenticate" },
  },
  {
    name: "session-cookie-none-without-secure",
    story:
      "A page with the library oidc-client-ts logs in at a provider without TLS, and renews silently.",
    isOtherProvider: true,
    cause:
      "The browser rejects the provider's session cookie, which is SameSite=None without Secure, so the silent request after the login has no session and gets login_required.",
    at: { method: "GET", path: "/connect/authorize" },
  },
  {
    name: "response-on-other-origin",
    story: "A page of a new deployment takes the origin of its redirect URI from its settings.",
    isOtherProvider: true,
    cause:
      "The login began on http://localhost:4462 and its redirect_uri leads to http://127.0.0.1:4462, where the page has no stored request for the response.",
    at: { method: "GET", path: "/directory/oauth2/v2.0/authorize" },
  },
  {
    name: "silent-check-left-its-error",
    story: "A page with an adapter of its own for a realm checks for a session, then logs in.",
    isOtherProvider: true,
    cause:
      "The redirect URI of the login still has the error of the earlier silent check (error=login_required), so the adapter reads that error in place of the code.",
    at: { method: "GET", path: "/realms/campus/protocol/openid-connect/auth" },
  },
  {
    name: "preview-uses-local-address",
    story: "A deployed preview of a shop with the library Auth.js has the settings of development.",
    isOtherProvider: true,
    cause:
      "The server takes http://localhost:4462 for its own address, so the callback goes to another host than http://preview.localhost:4462, where the login began and its cookies are.",
    at: { method: "GET", path: "/auth/callback/acme" },
  },
  {
    name: "login-begun-again-in-session",
    story:
      "A user begins a login at a server with the library openid-client twice, and finishes the first.",
    isOtherProvider: true,
    cause:
      "The second start of the login replaced the state in the server's session, so the state of the first login's response does not match.",
    at: { method: "GET", path: "/oidc/return" },
  },
  {
    name: "server-rejects-certificate",
    story:
      "A server with login middleware redeems its code at a provider with its own certificate.",
    isOtherProvider: true,
    cause:
      "The application's server could not obtain a token: its own request to the provider's token endpoint failed, so the code is not redeemed and the callback responds 500.",
    at: { method: "GET", path: "/oauth2/redirect/acme" },
  },
  {
    name: "credentials-of-server-refused",
    story: "A reactive server application logs in with the client secret of another environment.",
    isOtherProvider: true,
    cause:
      "The provider refused the client credentials with which the server redeems the code (invalid_client): its client secret is wrong.",
    at: { method: "GET", path: "/login/oauth2/code/sso" },
  },
  {
    name: "correlation-cookie-rejected",
    story: "A server application without TLS lets the provider post the response to it.",
    isOtherProvider: true,
    cause:
      "The browser rejects the correlation cookie, which is SameSite=None without Secure on a site without TLS, so the posted response comes without it and the correlation fails.",
    at: { method: "POST", path: "/signin-oidc" },
  },
  {
    name: "framework-session-cookie-replaced",
    story: "An application and its provider, both of one web framework, run on one computer.",
    isOtherProvider: true,
    cause:
      "The provider's session cookie has the same name and host as the application's (cookies do not differ by port) and replaced it, so the application does not find the state of its login.",
    at: { method: "GET", path: "/oidc/callback/" },
  },
  {
    name: "exchange-as-json",
    story: "A page with PKCE written by hand sends its code to the token endpoint.",
    isOtherProvider: true,
    cause:
      "The token request is JSON, and the token endpoint accepts only a URL-encoded form (application/x-www-form-urlencoded).",
    at: { method: "POST", path: "/api/v2/oauth/token" },
  },
  {
    name: "packaged-page-not-in-list",
    story: "A desktop application with the library auth0-js starts a login in its packaged build.",
    cause:
      "The redirect_uri is the file of the packaged page, which is not among the callback URLs of the client.",
    at: { method: "GET", path: "/authorize" },
  },
  {
    name: "api-called-with-old-token",
    story:
      "A page with the library oidc-client-ts stays open without renewal, and then calls its API.",
    isOtherProvider: true,
    cause:
      "The access token had expired when the page sent it to the API, and the page did not renew it before.",
    at: { method: "GET", path: "/api/v1/orders" },
  },
];
