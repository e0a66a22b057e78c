import type { ExpectedLogin } from "../expected-login.ts";

/** Failed logins as people report them of libraries that run in a page. */
export const browserLibraryFaults: readonly ExpectedLogin[] = [
  {
    name: "client-id-not-registered",
    story: "A single-page app of one environment is started with the client ID of another one.",
    isOtherProvider: true,
    cause: "The provider does not know the client ID that the application sends.",
    at: { method: "GET", path: "/realms/acme/protocol/openid-connect/auth" },
  },
  {
    name: "page-client-needs-secret",
    story: "A page sends the user's password from a form of its own to the token endpoint.",
    cause:
      "The client is registered as an application with a secret, and a page has none: the token " +
      "endpoint refuses the client.",
    at: { method: "POST", path: "/oauth/token" },
  },
  {
    name: "user-is-blocked",
    story: "A user with a correct password logs in through the application's own form.",
    cause: "The provider refuses the login because the user is blocked there.",
    at: { method: "GET", path: "/authorize" },
  },
  {
    name: "implicit-flow-not-allowed",
    story: "An old single-page app asks for tokens in the fragment, as it has for years.",
    isOtherProvider: true,
    cause:
      "The client may not use the implicit flow: the provider refuses the response type " +
      "`id_token token`.",
    at: { method: "GET", path: "/connect/start" },
  },
  {
    name: "password-forgotten",
    story: "A user does not enter a password but presses the button for those who forgot it.",
    isOtherProvider: true,
    cause:
      "The user asked for a new password, and the provider ends the login with an error that the " +
      "application must answer with a password reset.",
    at: { method: "GET", path: "/callback" },
  },
  {
    name: "earlier-error-in-redirect-uri",
    story: "A page checks silently for a session, and then sends the user to log in.",
    isOtherProvider: true,
    cause:
      "The redirect URI still has the error of the earlier silent check, so the successful " +
      "response has a code and an old error, and the application takes it for a failure.",
    at: { method: "GET", path: "/start" },
  },
  {
    name: "renewal-after-provider-logout",
    story: "A user logs out at the provider itself and goes back to an application left open.",
    isOtherProvider: true,
    cause:
      "The user's session at the provider has ended, so the silent renewal is refused with " +
      "`login_required`.",
    at: { method: "GET", path: "/auth" },
  },
  {
    name: "callback-from-bookmark",
    story: "A user has bookmarked the page after a login, and opens the bookmark later.",
    isOtherProvider: true,
    cause:
      "The callback was opened again with the code and state of an earlier login, and no login " +
      "is under way that they belong to.",
    at: { method: "GET", path: "/callback" },
  },
];
