import type { LoginEntry } from "../../login-entry.ts";

/** Logins at the local tenant whose callback the application's server refuses. */
export const tenantCallbacks: readonly LoginEntry[] = [
  {
    name: "callback-not-found",
    story: "A server of static files does not know the callback route of the single-page app.",
    cause:
      "The application's server has no page at the callback URL and responds 404, so no script redeems the code.",
    stop: { step: "callback", who: "server", method: "GET", path: "/callback" },
    accepted: [
      "The server could not redeem the code.",
      "The server's code failed.",
      "The callback URL of the request is not that of the application's route.",
      "The server found no login that fits: its session cookie was lost.",
    ],
  },
  {
    name: "paste-site-session-not-started",
    story: "A user logs in from the page of a site whose API does the login.",
    cause:
      "The API began the login on http://127.0.0.1:4462, which has the session cookie, and its redirect_uri leads to http://localhost:4462, so the callback comes without that cookie.",
    stop: { step: "callback", who: "server", method: "GET", path: "/api/v3/login/callback" },
    accepted: [
      "cookie-host",
      "The application no longer had the values of its login, such as state and verifier.",
      "The server found no login that fits: its session cookie was lost.",
      "The browser did not send the session cookie with the POST.",
    ],
  },
  {
    name: "cloud-shows-sign-in-form-again",
    story: "A user signs in with single sign-on at a cloud for files, whose server logs users in.",
    cause:
      "The server sends the browser to / with its one-time code (oidc_code) after the login, but only the page /login exchanges it: / goes on to /files without the code, so no session begins.",
    stop: { step: "callback", who: "server", method: "GET", path: "/api/auth/oidc/callback" },
    accepted: [
      "The application no longer had the values of its login, such as state and verifier.",
      "The page at the callback does not handle the response.",
    ],
  },
  {
    name: "harbour-office-in-danish",
    story: "A user logs in at a harbour office with the library auth0-spa-js, in Danish.",
    cause:
      "The application's server redirects the callback to the path with the language, /da/callback, and drops the query with code and state, so the page has no response to read.",
    stop: { step: "callback", who: "server", method: "GET", path: "/callback" },
    accepted: ["The response has neither a code nor tokens."],
  },
];
