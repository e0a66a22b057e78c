import type { LoginEntry } from "../../login-entry.ts";

/** Logins at the local tenant that stop at discovery or at the authorization request. */
export const tenantRequests: readonly LoginEntry[] = [
  {
    name: "loopback-on-other-port",
    story: "A command-line program listens on any free port, but its client has one fixed port.",
    cause:
      "The redirect_uri has the port 53187, but only http://127.0.0.1:8400/callback is registered for the loopback address.",
    stop: { step: "request", who: "provider", method: "GET", path: "/authorize" },
    accepted: [
      "The callback URL is not in the list of the application.",
      "The provider answered the silent request with an error page.",
    ],
  },
  {
    name: "callback-not-in-list",
    story: "A new page with the library auth0-spa-js starts its first login.",
    cause:
      "The redirect_uri ends with /callback, and the callback URLs of the client have only the start page.",
    stop: { step: "request", who: "provider", method: "GET", path: "/authorize" },
    accepted: [
      "The callback URL is not in the list of the application.",
      "The provider answered the silent request with an error page.",
    ],
  },
  {
    name: "packaged-page-not-in-list",
    story: "A desktop application with the library auth0-js starts a login in its packaged build.",
    cause:
      "The redirect_uri is the file of the packaged page, which is not among the callback URLs of the client.",
    stop: { step: "request", who: "provider", method: "GET", path: "/authorize" },
    accepted: [
      "The callback URL is not in the list of the application.",
      "The provider answered the silent request with an error page.",
    ],
  },
  {
    name: "dashboard-button-does-nothing",
    story: "A user presses the login button of a dashboard.",
    cause:
      "The page requests the authorization endpoint with fetch, but that endpoint answers only navigations of the browser (it has no CORS headers and redirects to a login page); the page must navigate to it.",
    stop: { step: "request", who: "browser", method: "GET", path: "/authorize" },
    accepted: ["authorization-by-script"],
  },
];
