import type { LoginEntry } from "../../login-entry.ts";

/** Logins at the local tenant that stop at a page or a login endpoint of the provider. */
export const tenantProviderPages: readonly LoginEntry[] = [
  {
    name: "login-page-in-frame",
    story: "The page shows the tenant's login in a frame, as a part of its own design.",
    cause:
      "The login page forbids frames (X-Frame-Options, frame-ancestors), so the browser does not show it: the login needs the whole window or a popup.",
    stop: { step: "provider", who: "browser", method: "GET", path: "/u/login" },
    accepted: [
      "The provider showed a login page or an error in the frame.",
      "The provider showed a page in the frame instead of posting a message.",
    ],
  },
  {
    name: "wrong-password-without-message",
    story:
      "A user signs in with the form of a page with the library auth0-js, and nothing happens.",
    cause:
      "The email address or the password is wrong: the tenant refuses the credentials, and the page does not show it.",
    stop: { step: "provider", who: "provider", method: "POST", path: "/co/authenticate" },
    accepted: [
      "The email address, the password or the one-time code is wrong.",
      "The code was mistyped, or a newer one was sent.",
      "The password is wrong, or the user is blocked.",
    ],
  },
  {
    name: "forum-login-box",
    story: "A user enters the email address and the password in the login box of a forum's page.",
    cause:
      "The client is OIDC-conformant, and the tenant refuses passwords for such a client from a login form on the application's own page; the login must go through the hosted login page.",
    stop: { step: "provider", who: "provider", method: "POST", path: "/usernamepassword/login" },
    accepted: [
      "The setting “Allow Cross-Origin Authentication” is off.",
      "The page calls the endpoint of the tenant's own login page.",
    ],
  },
  {
    name: "paddlers-form-at-new-address",
    story: "A user enters email and password in the own form of a page with the library auth0-js.",
    cause:
      "The page's origin http://localhost:4462 is not in the client's list of allowed web origins, so /co/authenticate refuses its credentials with 403 and a plain text.",
    stop: { step: "provider", who: "provider", method: "POST", path: "/co/authenticate" },
    accepted: [
      "The page's origin is not in the list for cross-origin logins.",
      "cors-origin",
      "The page's origin is not among the allowed web origins.",
      "The server does not allow the page's origin (CORS).",
    ],
  },
];
