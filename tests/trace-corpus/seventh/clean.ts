import type { ExpectedLogin } from "../expected-login.ts";

/** The logins of the seventh set that work, beside those of libraries in a Node server. */
export const cleanLogins: readonly ExpectedLogin[] = [
  {
    name: "sign-in-page-left-open",
    story:
      "A user leaves the provider's page open, logs in at the same application in a second tab, and then finishes the login of the first tab.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "cancelled-once-then-signed-in",
    story:
      "A user cancels at the provider, reads on the page that nothing is lost, presses the button again and logs in.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "api-call-renews-expired-token",
    story:
      "A dashboard polls its API, which answers 401 once the token has expired, and the page renews the token and calls again.",
    isOtherProvider: true,
    clean: true,
    failsLater: ["/api/v2/machines"],
  },
];
