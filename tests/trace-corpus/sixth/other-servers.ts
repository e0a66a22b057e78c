import type { ExpectedLogin } from "../expected-login.ts";

/** Failed logins as people report them of libraries that run in other servers. */
export const otherServerFaults: readonly ExpectedLogin[] = [
  {
    name: "cancelled-without-failure-page",
    story: "A user cancels in the provider's dialog, and the site shows its page for a wrong path.",
    isOtherProvider: true,
    cause:
      "The user cancelled at the provider, which returned access_denied to the callback; the site sends that on to a failure path that it does not serve, hence its 404.",
    at: { method: "GET", path: "/auth/acme/callback" },
  },
  {
    name: "consent-declined-and-server-error",
    story: "A user logs in, declines the consent, and the application answers with a server error.",
    isOtherProvider: true,
    cause:
      "The user declined the consent, so the provider returned access_denied and no code; the application does not handle that response and fails with a 500.",
    at: { method: "GET", path: "/auth" },
  },
  {
    name: "server-sends-wrong-secret",
    story: "The application's server fails at its callback, where it redeems the code.",
    isOtherProvider: true,
    cause:
      "The provider refused the server's client credentials when it redeemed the code (invalid_client): the client secret, or how it is sent, is wrong.",
    at: { method: "GET", path: "/login/oauth2/code/acme" },
  },
  {
    name: "earlier-login-page-used-after-login",
    story:
      "A user begins to log in twice, finishes the second login, then goes back to the login page of the first and logs in there too.",
    isOtherProvider: true,
    cause:
      "The callback of the first login came without the cookie that protects it: all logins share one such cookie, and the second login replaced it and deleted it at its end.",
    at: { method: "GET", path: "/oauth2/callback" },
  },
];
