import type { LoginEntry } from "../../login-entry.ts";

/** Logins at a provider of another make that stop at a page or a login endpoint of the provider. */
export const otherProviderPages: readonly LoginEntry[] = [
  {
    name: "editor-refuses-every-login",
    story: "A user signs in with the form of an editor that runs on a host without TLS.",
    cause:
      "The server sets no session cookie, because its cookie is for https only and the host is reached with plain http, so the form's CSRF token belongs to no session and the server refuses it.",
    stop: { step: "provider", who: "server", method: "POST", path: "/login" },
    accepted: [
      "The browser did not send the cookie of the login.",
      "The login page was opened from a bookmark or with the Back button, or has expired.",
      "The server found no login that fits: its session cookie was lost.",
      "A server of the application redeems the code, and shows no user.",
    ],
  },
  {
    name: "back-to-login-after-logout",
    story:
      "A user logs in at a platform, logs out at once, goes back to the provider's login page with the back button, and tries to log in there again.",
    cause:
      "The login page belongs to a login that has ended: the provider uses each login attempt (its interaction) once, and refuses the one that the user went back to.",
    stop: { step: "provider", who: "provider", method: "POST", path: "/op/login/check" },
    accepted: [
      "The browser did not send the cookie of the login.",
      "The login page was opened from a bookmark or with the Back button, or has expired.",
    ],
  },
];
