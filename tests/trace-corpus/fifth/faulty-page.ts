import type { ExpectedLogin } from "../expected-login.ts";

/** Logins of the fifth set that fail in the page, the browser or the API, each for one reason. */
export const pageFaults: readonly ExpectedLogin[] = [
  {
    name: "login-cookie-strict",
    story:
      "An application's server remembers the login in a cookie with SameSite=Strict, and its provider is another site.",
    isOtherProvider: true,
    cause:
      "The browser does not send a SameSite=Strict cookie when the provider's site leads to the callback, so the server misses its login cookie.",
    at: { method: "GET", path: "/callback" },
  },
  {
    name: "guard-at-callback",
    story:
      "The route guard of a single-page app also covers the callback route, and starts a new login there.",
    isOtherProvider: true,
    cause:
      "The callback page starts a new login instead of redeeming the code that it received, so the login repeats without end.",
    at: { method: "GET", path: "/callback" },
  },
  {
    name: "silent-page-forbids-frames",
    story:
      "The application's server sends X-Frame-Options: DENY with every page, also with the one for renewal in a frame.",
    isOtherProvider: true,
    cause:
      "The application's own callback page for silent renewal forbids frames (X-Frame-Options: DENY), so the browser does not show it in the frame and the page never gets the response.",
    at: { method: "GET", path: "/silent" },
  },
  {
    name: "account-without-email",
    story:
      "The page logs in with the scopes openid and profile, and creates an account that needs an e-mail address.",
    isOtherProvider: true,
    cause:
      "The login did not request the scope email, so user info has no email and the application's API rejects the account.",
    at: { method: "POST", path: "/api/account" },
  },
  {
    name: "preflight-without-authorization",
    story: "The CORS settings of an API on another origin do not name the header Authorization.",
    isOtherProvider: true,
    cause:
      "The API's response to the preflight does not allow the header Authorization (Access-Control-Allow-Headers), so the browser does not send the request.",
    at: { method: "OPTIONS", path: "/api/orders" },
  },
  {
    name: "logout-by-fetch",
    story:
      "The page logs out by a fetch of the tenant's logout URL, and the next login does not ask for a password.",
    cause:
      "The page called the logout URL by fetch, which CORS blocks and which sends no session cookie, so the tenant's session goes on: logout needs a navigation.",
    at: { method: "GET", path: "/v2/logout" },
  },
  {
    name: "api-scope-not-requested",
    story: "The page logs in for the right API, and does not ask for the scope that it requires.",
    cause:
      "The login did not request the scope read:reports, so the access token lacks it and the API responds 403.",
    at: { method: "GET", path: "/api/reports" },
  },
  {
    name: "api-expects-other-issuer",
    story:
      "The API is configured with the tenant's own domain as issuer, and the page logs in at its custom domain.",
    cause:
      "The API expects another issuer than the one in the access token's iss, which is the address at which the page logged in.",
    at: { method: "GET", path: "/api/reports" },
  },
];
