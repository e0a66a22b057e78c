import type { ExpectedLogin } from "../expected-login.ts";

/** The logins of the sixth set that work. */
export const cleanLogins: readonly ExpectedLogin[] = [
  {
    name: "tokens-lost-on-reload",
    story:
      "A page keeps its tokens in memory; after a reload it logs in again by the provider's session, without a form.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "silent-check-then-fragment",
    story:
      "A page under a base path looks for a session in a hidden frame, finds none, and logs in with a code in the fragment.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "tokens-revoked-at-logout",
    story:
      "A page with the library oidc-client-ts logs in, and at logout revokes its refresh token before it ends the session.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "television-shows-code",
    story:
      "A television's page shows a user code and polls until the user has confirmed it on a phone.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "asks-for-more-later",
    story:
      "A page logs in with few scopes; later the user consents to more, and the page renews the new tokens.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "hybrid-in-fragment",
    story:
      "A page receives a code and an ID token in the fragment, reads the keys, and redeems the code with PKCE.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "two-frontends-one-page",
    story:
      "The shell of a page logs in, and a micro frontend in it gets tokens of its own client in a hidden frame.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "code-given-to-own-api",
    story:
      "A page gives its code and verifier to the application's own API, which redeems the code and sets a session cookie.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "started-by-portal",
    story:
      "A portal on another sub-domain starts the login of an application with a server, by a link that names the issuer.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "server-ends-both-sessions",
    story:
      "An application with a server logs in, ends its own session and the provider's, and logs in again.",
    isOtherProvider: true,
    clean: true,
    failsLater: ["/api/session"],
  },
  {
    name: "code-by-mail",
    story: "A new user logs in at the tenant without a password, with a code from an email.",
    clean: true,
  },
  {
    name: "second-factor-at-server",
    story:
      "A user logs in with a second factor, and the application's server gets the code by form post.",
    clean: true,
  },
  {
    name: "library-opens-popup",
    story: "A page with the library auth0-spa-js logs in with a popup, and reads user info.",
    clean: true,
  },
  {
    name: "api-busy-for-a-moment",
    story:
      "A page without its optional settings file counts visits and logs in; its API needs a token, and is busy once after the login.",
    clean: true,
    failsLater: ["/v1/cart"],
  },
  {
    name: "other-account-chosen",
    story: "A user is logged in, chooses another account at the tenant, and logs in with that one.",
    clean: true,
  },
];
