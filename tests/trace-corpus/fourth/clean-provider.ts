import type { ExpectedLogin } from "../expected-login.ts";

/** The logins of the fourth set that work at a provider of another make. */
export const providerLogins: readonly ExpectedLogin[] = [
  {
    name: "oidc-client-refreshes",
    story:
      "A page with the library oidc-client-ts logs in with consent for offline access, and renews its tokens with the refresh token.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "step-up-before-payment",
    story:
      "A page asks its user to log in again before a payment, with prompt=login and max_age, and sends the payment with the new token.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "second-app-signs-on",
    story:
      "After a login at one application, another one on another host logs in by the same session of the provider.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "tool-on-loopback",
    story:
      "A tool on the user's computer receives the code at a port of the loopback address that its client does not name.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "code-posted-across-sites",
    story:
      "A server on another site than the provider gets its code by form post, with a login cookie that such a post carries.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "state-with-odd-characters",
    story:
      "A page's state holds a random value and a link with spaces, percent signs, umlauts and quotes.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "other-user-after-logout",
    story: "One user logs in and out, and another user logs in on the same computer.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "asks-silently-first",
    story:
      "A page first asks without a prompt, learns that no session exists, and then shows the login page.",
    isOtherProvider: true,
    clean: true,
  },
];
