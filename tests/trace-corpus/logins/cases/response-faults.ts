import type { LoginEntry } from "../../login-entry.ts";

/** Faults of the response, and logins that the page has lost. */
export const responseFaultCases: readonly LoginEntry[] = [
  {
    name: "state-different",
    story: "Logs in with PKCE; the response has another state.",
    logins: 1,
    stop: { step: "response", who: "page", method: "GET", path: "/callback" },
    accepted: ["state-differs"],
  },
  {
    name: "state-different-implicit",
    story: "Logs in for tokens; the response has another state.",
    logins: 1,
    accepted: ["state-differs"],
  },
  {
    name: "state-not-returned",
    story: "Logs in with PKCE; the response has no state.",
    logins: 1,
    stop: { step: "response", who: "nobody", method: "GET", path: "/callback" },
    accepted: [],
  },
  {
    name: "issuer-different",
    story: "Logs in with PKCE; the response names another issuer.",
    logins: 1,
    stop: { step: "response", who: "nobody", method: "GET", path: "/callback" },
    accepted: ["response-of-other-issuer"],
  },
  {
    name: "error-with-state",
    story: "Logs in with PKCE; the tenant answers with server_error.",
    logins: 1,
    stop: { step: "response", who: "provider", method: "GET", path: "/authorize" },
    accepted: ["An action, a rule or an identity provider failed."],
  },
  {
    name: "parameters-lost",
    story:
      "Logs in with PKCE; the callback redirects to itself with a slash, without the parameters.",
    logins: 1,
    stop: { step: "callback", who: "server", method: "GET", path: "/callback" },
    accepted: ["The response has neither a code nor tokens."],
  },
  {
    name: "code-in-referrer",
    story:
      "Logs in with PKCE; the callback loads a resource of another origin, whose Referer has the code.",
    logins: 1,
    accepted: ["code-in-referer"],
  },
  {
    name: "transaction-cleared",
    story: "Logs in with PKCE; the callback page has lost its transaction and stops.",
    logins: 1,
    stop: { step: "callback", who: "page", method: "GET", path: "/callback" },
    accepted: [
      "The application no longer had the values of its login, such as state and verifier.",
      "The page at the callback does not handle the response.",
    ],
  },
  {
    name: "transaction-cleared-demo",
    story: "Logs in with PKCE; the page's storage is cleared before the callback.",
    logins: 1,
    stop: { step: "callback", who: "page", method: "GET", path: "/callback" },
    accepted: [
      "The application no longer had the values of its login, such as state and verifier.",
      "The page at the callback does not handle the response.",
    ],
  },
  {
    name: "callback-bookmarked",
    story: "Opens the callback of an earlier login, which is not in the file.",
    logins: 1,
    stop: { step: "callback", who: "nobody", method: "GET", path: "/callback" },
    accepted: [
      "The application no longer had the values of its login, such as state and verifier.",
      "The callback was loaded again with the same response.",
      "The server found no login that fits: its session cookie was lost.",
    ],
  },
  {
    name: "callback-back",
    story: "Logs in with PKCE, leaves the callback and goes back to it.",
    logins: 1,
    stop: { step: "callback", who: "nobody", method: "GET", path: "/callback" },
    accepted: [
      "The application no longer had the values of its login, such as state and verifier.",
      "The callback was loaded again with the same response.",
      "The server found no login that fits: its session cookie was lost.",
    ],
  },
  {
    name: "login-page-bookmarked",
    story:
      "Starts a login for tokens, leaves it, and opens the tenant's login page again from a bookmark.",
    logins: 1,
    stop: { step: "provider", who: "provider", method: "GET", path: "/u/login" },
    accepted: [
      "The login page was opened from a bookmark or with the Back button, or has expired.",
    ],
  },
  {
    name: "login-loop",
    story: "Logs in with PKCE four times in a row, each time with success.",
    logins: 4,
    accepted: ["The page at the callback does not handle the response."],
  },
  {
    name: "login-loop-implicit",
    story: "Logs in for tokens four times in a row, each time with success.",
    logins: 4,
    accepted: ["The page at the callback does not handle the response."],
  },
  {
    name: "form-post-cookie",
    story:
      "Logs in by a form post from another site, to which the Lax transaction cookie is not sent.",
    logins: 1,
    stop: { step: "callback", who: "server", method: "POST", path: "/callback" },
    accepted: ["The browser did not send the session cookie with the POST."],
  },
  {
    name: "library-outdated",
    story: "Logs in for tokens with auth0.js 9.12.0, which has known vulnerabilities.",
    logins: 1,
    accepted: [],
  },
  {
    name: "tenant-unreachable",
    story: "Logs in with PKCE at a port where nothing listens.",
    logins: 1,
    stop: { step: "request", who: "network", method: "GET", path: "/authorize" },
    accepted: [
      "No server answers at this address.",
      "The address is wrong.",
      "The certificate is self-signed, has expired or is of another host.",
    ],
  },
  {
    name: "client-of-other-demo",
    story: "Logs in for tokens as a client that has only the callback of another host.",
    logins: 1,
    stop: { step: "request", who: "provider", method: "GET", path: "/authorize" },
    accepted: [
      "The callback URL is not in the list of the application.",
      "The provider answered the silent request with an error page.",
    ],
  },
];
