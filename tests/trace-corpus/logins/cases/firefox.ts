import type { LoginEntry } from "../../login-entry.ts";

/** Logins as Firefox reports them. */
export const firefoxCases: readonly LoginEntry[] = [
  {
    name: "firefox-implicit",
    story: "Logs in for tokens in the fragment, in Firefox.",
    logins: 1,
  },
  {
    name: "firefox-pkce",
    story: "Logs in for a code with PKCE, in Firefox.",
    logins: 1,
  },
  {
    name: "firefox-embedded",
    story: "Logs in with the application's own form, in Firefox.",
    logins: 1,
  },
  {
    name: "firefox-embedded-wrong-password",
    story: "Enters a wrong password in the application's form, in Firefox.",
    logins: 1,
    stop: { step: "provider", who: "provider", method: "POST", path: "/co/authenticate" },
    accepted: [
      "The email address, the password or the one-time code is wrong.",
      "The code was mistyped, or a newer one was sent.",
      "The password is wrong, or the user is blocked.",
    ],
  },
  {
    name: "firefox-renew-logout",
    story: "Logs in for tokens, renews them and logs out, in Firefox.",
    logins: 1,
    renewals: 1,
    logouts: 1,
  },
  {
    name: "firefox-renew-cross-site",
    story: "Logs in from another site than the tenant's and renews the tokens, in Firefox.",
    logins: 1,
    renewals: 1,
    stop: { step: "renewal", who: "provider", method: "GET", path: "/authorize" },
    accepted: ["The browser blocks the provider's cookies, because the page is on another site."],
  },
  {
    name: "firefox-hs256",
    story: "Logs in for tokens; the ID token is signed with HS256, in Firefox.",
    logins: 1,
    stop: { step: "tokens", who: "page", method: "POST", path: "/u/login" },
    accepted: ["id-token-hs256"],
  },
  {
    name: "firefox-callback-refused",
    story:
      "Logs in for tokens with a redirect URI that differs from the allowed one in a slash, in Firefox.",
    logins: 1,
    stop: { step: "request", who: "provider", method: "GET", path: "/authorize" },
    accepted: [
      "The callback URL is not in the list of the application.",
      "The provider answered the silent request with an error page.",
    ],
  },
  {
    name: "firefox-token-refused",
    story: "Logs in with PKCE; the token endpoint refuses the code, in Firefox.",
    logins: 1,
    stop: { step: "token", who: "provider", method: "POST", path: "/oauth/token" },
    accepted: [
      "The code has expired, or was used before.",
      "The password is wrong, or the user is blocked.",
    ],
  },
  {
    name: "firefox-clock-ahead",
    story: "Logs in for tokens; the tenant's clock is ten minutes ahead, in Firefox.",
    logins: 1,
    stop: { step: "tokens", who: "page", method: "POST", path: "/u/login" },
    accepted: [
      "device-clock-fast",
      "device-clock-slow",
      "issuer-clock-fast",
      "id-token-expired",
      "id-token-of-future",
    ],
  },
];
