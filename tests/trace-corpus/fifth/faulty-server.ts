import type { ExpectedLogin } from "../expected-login.ts";

/** Logins of the fifth set that a server refuses, each for one reason. */
export const serverFaults: readonly ExpectedLogin[] = [
  {
    name: "device-flow-not-enabled",
    story: "An app on a television asks for a device code with a client that is a web page's.",
    isOtherProvider: true,
    cause:
      "The device flow is not enabled for the client shop-tv, so the provider gives it no device code.",
    at: { method: "POST", path: "/realms/acme/protocol/openid-connect/auth/device" },
  },
  {
    name: "client-secret-expired",
    story: "The secret of an application's server has expired, and its callback shows the refusal.",
    isOtherProvider: true,
    cause:
      "The provider rejected the client authentication of the application's server (invalid_client) because its client secret has expired.",
    at: { method: "GET", path: "/callback" },
  },
  {
    name: "resource-with-slash",
    story:
      "A page reads the metadata of an API, and its URL parser adds a slash to the API's identifier.",
    isOtherProvider: true,
    cause:
      "The provider does not know the requested resource: it ends with a slash that the identifier of the API does not have.",
    at: { method: "GET", path: "/connect/start" },
  },
  {
    name: "refresh-after-logout",
    story: "The page logs out at the provider, keeps its tokens, and refreshes them again.",
    isOtherProvider: true,
    cause:
      "The logout ended the session and revoked its refresh token, which the page then sent anyway.",
    at: { method: "POST", path: "/realms/acme/protocol/openid-connect/token" },
  },
  {
    name: "logout-without-hint",
    story: "An application's server sends its user to the logout with nothing but a return URL.",
    isOtherProvider: true,
    cause:
      "The logout request has neither id_token_hint nor client_id, so the provider ignores its post_logout_redirect_uri and the user does not come back.",
    at: { method: "GET", path: "/session/end" },
  },
  {
    name: "loopback-on-other-port",
    story: "A command-line program listens on any free port, but its client has one fixed port.",
    cause:
      "The redirect_uri has the port 53187, but only http://127.0.0.1:8400/callback is registered for the loopback address.",
    at: { method: "GET", path: "/authorize" },
  },
  {
    name: "user-outside-organization",
    story:
      "An application's server starts a login to its customer's organization, and another user logs in.",
    cause:
      "The user is not a member of the organization that the application requested, so the tenant denied access.",
    at: { method: "GET", path: "/callback" },
  },
  {
    name: "token-parameters-in-query",
    story: "The page passes the parameters of its token request as a query, with an empty body.",
    cause:
      "The parameters of the token request are in the URL; the token endpoint reads only the body, which is empty.",
    at: { method: "POST", path: "/oauth/token" },
  },
];
