import type { CorpusCase } from "../corpus-case.ts";

/** Faults of the response, and logins that the page has lost. */
export const responseFaultCases: readonly CorpusCase[] = [
  {
    name: "state-different",
    done: "Logs in with PKCE; the response has another state.",
    logins: 1,
    cause: "resp-state-mismatch",
  },
  {
    name: "state-different-implicit",
    done: "Logs in for tokens; the response has another state.",
    logins: 1,
    cause: "resp-state-mismatch",
    others: ["authz-implicit"],
  },
  {
    name: "state-not-returned",
    done: "Logs in with PKCE; the response has no state.",
    logins: 1,
    cause: "resp-state-missing",
  },
  {
    name: "issuer-different",
    done: "Logs in with PKCE; the response names another issuer.",
    logins: 1,
    cause: "resp-iss-different",
  },
  {
    name: "error-with-state",
    done: "Logs in with PKCE; the tenant answers with server_error.",
    logins: 1,
    cause: "authz-server-error",
  },
  {
    name: "parameters-lost",
    done: "Logs in with PKCE; the callback redirects to itself with a slash, without the parameters.",
    logins: 1,
    cause: "resp-param-stripped",
  },
  {
    name: "code-in-referrer",
    done: "Logs in with PKCE; the callback loads a resource of another origin, whose Referer has the code.",
    logins: 1,
    cause: "resp-code-leaks",
  },
  {
    name: "transaction-cleared",
    done: "Logs in with PKCE; the callback page has lost its transaction and stops.",
    logins: 1,
    cause: "resp-not-redeemed",
  },
  {
    name: "transaction-cleared-demo",
    done: "Logs in with PKCE; the page's storage is cleared before the callback.",
    logins: 1,
    cause: "resp-not-redeemed",
  },
  {
    name: "callback-bookmarked",
    done: "Opens the callback of an earlier login, which is not in the file.",
    logins: 1,
    cause: "resp-no-transaction",
  },
  {
    name: "callback-back",
    done: "Logs in with PKCE, leaves the callback and goes back to it.",
    logins: 1,
    cause: "resp-no-transaction",
  },
  {
    name: "login-page-bookmarked",
    done: "Starts a login for tokens, leaves it, and opens the tenant's login page again from a bookmark.",
    logins: 1,
    cause: "authz-transaction-lost",
    others: ["authz-implicit"],
  },
  {
    name: "login-loop",
    done: "Logs in with PKCE four times in a row, each time with success.",
    logins: 4,
    cause: "loop-login",
  },
  {
    name: "login-loop-implicit",
    done: "Logs in for tokens four times in a row, each time with success.",
    logins: 4,
    cause: "loop-login",
    others: ["authz-implicit"],
  },
  {
    name: "form-post-cookie",
    done: "Logs in by a form post from another site, to which the Lax transaction cookie is not sent.",
    logins: 1,
    cause: "resp-formpost-cookie",
    others: ["authz-pkce-missing"],
  },
  {
    name: "library-outdated",
    done: "Logs in for tokens with auth0.js 9.12.0, which has known vulnerabilities.",
    logins: 1,
    cause: "lib-vulnerable",
    others: ["authz-implicit"],
  },
  {
    name: "tenant-unreachable",
    done: "Logs in with PKCE at a port where nothing listens.",
    logins: 1,
    cause: "net-failed",
  },
  {
    name: "client-of-other-demo",
    done: "Logs in for tokens as a client that has only the callback of another host.",
    logins: 1,
    cause: "authz-redirect-mismatch",
    others: ["authz-implicit"],
  },
];
