import type { LoginEntry } from "../../login-entry.ts";

/** Logins at the local tenant that stop at an API. */
export const tenantApis: readonly LoginEntry[] = [
  {
    name: "id-token-at-api",
    story: "After a good login the page calls its API with the ID token, and the API responds 401.",
    cause:
      "The API received the ID token as bearer token, whose audience is the client; it needs the access token.",
    stop: { step: "api", who: "server", method: "GET", path: "/api/reports" },
    accepted: ["id-token-sent-to-api", "audience-of-provider", "The token is for another API."],
  },
  {
    name: "token-without-audience",
    story: "The page logs in without an audience, and calls an API with the access token.",
    cause:
      "The login did not request the audience of the API, so the access token is for user info only and the API rejects it.",
    stop: { step: "api", who: "server", method: "GET", path: "/api/reports" },
    accepted: ["id-token-sent-to-api", "audience-of-provider", "The token is for another API."],
  },
  {
    name: "preflight-needs-token",
    story: "An API on another origin requires a token for every request, also for preflights.",
    cause:
      "The API responds 401 to the preflight, which never has a token, so the browser does not send the request.",
    stop: { step: "api", who: "browser", method: "OPTIONS", path: "/api/reports" },
    accepted: ["preflight-refused", "cors-origin", "cors-headers"],
  },
  {
    name: "api-scope-not-requested",
    story: "The page logs in for the right API, and does not ask for the scope that it requires.",
    cause:
      "The login did not request the scope read:reports, so the access token lacks it and the API responds 403.",
    stop: { step: "api", who: "server", method: "GET", path: "/api/reports" },
    accepted: [
      "scope-of-call",
      "The token lacks a scope that this call needs.",
      "The user does not have this permission.",
    ],
  },
  {
    name: "api-expects-other-issuer",
    story:
      "The API is configured with the tenant's own domain as issuer, and the page logs in at its custom domain.",
    cause:
      "The API expects another issuer than the one in the access token's iss, which is the address at which the page logged in.",
    stop: { step: "api", who: "server", method: "GET", path: "/api/reports" },
    accepted: ["The API expects another issuer, algorithm or clock."],
  },
  {
    name: "playlists-do-not-load",
    story:
      "A user logs in at a page with the library auth0-spa-js, which loads the user's playlists from an API.",
    cause:
      "The page calls the API with credentials, and the API allows every origin with a wildcard (Access-Control-Allow-Origin: *), which the browser does not accept for a request with credentials.",
    stop: { step: "api", who: "browser", method: "GET", path: "/api/playlists" },
    accepted: [
      "cors-origin",
      "cors-credentials",
      "The server does not allow the page's origin (CORS).",
      "The page's origin is not among the allowed web origins.",
      "preflight-refused",
      "cors-headers",
    ],
  },
  {
    name: "account-settings-not-shown",
    story:
      "A user logs in at a page with the library auth0-spa-js and opens the settings of the account.",
    cause:
      "The access token comes from the tenant's custom domain (its issuer is http://127.0.0.1:4460/), and the page calls the Management API at the tenant's other domain, http://localhost:4460, which accepts only tokens that this domain issued.",
    stop: {
      step: "api",
      who: "server",
      method: "GET",
      path: "/api/v2/users/auth0%7C65f1c0ada000000000000001",
    },
    accepted: [
      "id-token-sent-to-api",
      "audience-of-provider",
      "The token is for another API.",
      "The API expects another issuer, algorithm or clock.",
    ],
  },
  {
    name: "verified-user-turned-away",
    story:
      "A user with a verified email address logs in at a page with the library auth0-spa-js and opens the orders.",
    cause:
      "The API reads email_verified in the access token, which does not have this claim: the tenant puts it only into the ID token.",
    stop: { step: "api", who: "server", method: "GET", path: "/api/orders" },
    accepted: [
      "scope-of-call",
      "The token lacks a scope that this call needs.",
      "The user does not have this permission.",
    ],
  },
  {
    name: "timesheet-stays-empty",
    story:
      "A user logs in at a page with the library auth0-spa-js, which then loads the user's timesheets from its API.",
    cause:
      "The page sends the access token in the Authorization header without the scheme Bearer before it, so the API finds no bearer token and answers 401.",
    stop: { step: "api", who: "server", method: "GET", path: "/api/timesheets" },
    accepted: ["The page sent another token than the access token, or none."],
  },
  {
    name: "planner-in-another-browser",
    story:
      "A user logs in at a planner, whose pages and server are on two hosts, in another browser than the developer's.",
    cause:
      "The session cookie belongs to the server's host, which is another site than that of the page, and the browser blocks third-party cookies, so the page's request to the server has no session and gets 401.",
    stop: { step: "api", who: "server", method: "GET", path: "/user/me" },
    accepted: [],
  },
];
