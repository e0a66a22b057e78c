import type { ExpectedLogin } from "../expected-login.ts";

/** Failing logins, drawn by how often people report their causes. */
export const frequentFaults: readonly ExpectedLogin[] = [
  {
    name: "callback-not-in-list",
    story: "A new page with the library auth0-spa-js starts its first login.",
    cause:
      "The redirect_uri ends with /callback, and the callback URLs of the client have only the start page.",
    at: { method: "GET", path: "/authorize" },
  },
  {
    name: "reload-loses-login",
    story:
      "A user logs in at a page with the library auth0-spa-js, which keeps tokens in memory, and reloads the page.",
    cause:
      "The silent login after the reload runs in a frame of another site than the page, to which the browser sends no session cookie of the tenant (a third-party cookie), so the tenant responds login_required.",
    at: { method: "GET", path: "/authorize" },
  },
  {
    name: "api-not-registered",
    story: "A page with the library auth0-js asks for a token of the GraphQL server behind it.",
    cause:
      "The tenant has no API with the requested audience http://localhost:3001/graphql, so it refuses the login (Service not found).",
    at: { method: "GET", path: "/authorize" },
  },
  {
    name: "reload-at-callback",
    story:
      "A user logs in at a page with the library oidc-client-ts, and reloads the page to see new data.",
    isOtherProvider: true,
    cause:
      "The page left the code and the state in its address after the login, so the reload gives the library the same response again, and its state is used up.",
    at: { method: "GET", path: "/de/admin/organizations" },
  },
  {
    name: "page-registered-as-server",
    story: "A page with the library oidc-client-ts redeems its code at the provider.",
    isOtherProvider: true,
    cause:
      "The client is registered as an application with a secret, which a page cannot have: the token endpoint refuses it with invalid_client, and it must be registered as a public client.",
    at: { method: "POST", path: "/token" },
  },
  {
    name: "sign-in-before-response-is-read",
    story: "A page with the library oidc-client-ts sends each user who is not known to log in.",
    isOtherProvider: true,
    cause:
      "The start page is also the redirect URI, and it starts a new login before it reads the response in its address, so no code is ever redeemed and the login repeats.",
    at: { method: "GET", path: "/" },
  },
  {
    name: "web-origins-empty",
    story: "A page with an adapter of its own for a realm requires a login when it starts.",
    isOtherProvider: true,
    cause:
      "The token response has no Access-Control-Allow-Origin for the page: its origin is not among the client's allowed origins at the provider.",
    at: { method: "POST", path: "/realms/intranet/protocol/openid-connect/token" },
  },
  {
    name: "session-cookies-of-one-name",
    story:
      "An application and its provider, both of servlets, run on two ports of a developer's computer.",
    isOtherProvider: true,
    cause:
      "The provider's session cookie has the same name and host as the application's (cookies do not differ by port) and replaced it, so the application does not find its login at the callback.",
    at: { method: "GET", path: "/login/oauth2/code/messaging-client-oidc" },
  },
  {
    name: "login-sets-no-cookie",
    story: "A server with login middleware was moved behind a proxy, and a user signs in.",
    isOtherProvider: true,
    cause:
      "The server set no session cookie when it began the login, so its callback has no stored state to compare and treats the user as not logged in.",
    at: { method: "GET", path: "/auth/acme/callback" },
  },
  {
    name: "effect-sends-code-twice",
    story: "A page under development passes its code on to the application's own API.",
    isOtherProvider: true,
    cause:
      "The page sent the same code to its API twice; a code is valid once, so the second exchange failed with invalid_grant.",
    at: { method: "POST", path: "/server/token-exchange" },
  },
];
