import type { ExpectedLogin } from "../expected-login.ts";

/** The logins of the tenth set that work. */
export const cleanLogins: readonly ExpectedLogin[] = [
  {
    name: "second-factor-in-own-form",
    story:
      "A page sends the password of its own form, learns that the user needs a second factor, and sends the code, which the user mistypes once.",
    clean: true,
  },
  {
    name: "popup-closed-then-redirect",
    story:
      "A user closes the popup of a page with the library auth0-spa-js, and then logs in by a redirect; the statistics accept no more events today.",
    clean: true,
    failsLater: ["/telemetry/v1/events"],
  },
  {
    name: "enters-organization-later",
    story:
      "A user of a page with the library auth0-spa-js logs in, enters an organization by the same session without a form, and logs out.",
    clean: true,
  },
  {
    name: "frame-without-cookie-then-redirect",
    story:
      "After a login at one origin, a page on another site asks in a frame that gets no cookie, and then logs in by a redirect without a form.",
    clean: true,
  },
  {
    name: "framework-gives-page-tokens",
    story:
      "A framework with openid-client logs in at its server and gives the page access tokens for an API on another origin, until the user logs out.",
    clean: true,
    endsAt: { path: "/auth/profile", text: "Ada" },
    failsLater: ["/auth/profile"],
  },
  {
    name: "hybrid-with-shared-secret",
    story:
      "A server gets code and ID token by form post, and checks both ID tokens with the secret that it shares with the tenant.",
    clean: true,
    endsAt: { path: "/desk" },
  },
  {
    name: "confirmed-on-phone",
    story:
      "A provider's page is an application: the user mistypes the password once, confirms on the phone, and the other page redeems the code with PKCE.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "adapter-watches-session",
    story:
      "A page's adapter opens the provider's frames for cookies and session, gets its code in the fragment, renews once and logs out.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "name-told-at-first-login-only",
    story:
      "A provider posts code and ID token to a server on another site, with the user's name at the first login only; the user leaves and logs in again.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/api/collector", text: "Ada" },
  },
  {
    name: "server-logs-in-silently",
    story:
      "The session at a backend for a frontend ends soon, and the page logs in again in a frame, through the server with openid-client.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/bff/user", text: "ada" },
  },
  {
    name: "kiosk-shows-second-code",
    story:
      "The first user code of a kiosk expires, and the kiosk shows a second one, which the user confirms in a second tab.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "all-three-in-fragment",
    story:
      "A page on another site gets code, ID token and access token in the fragment, checks both hashes, uses the token and then redeems the code.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "long-shift-with-refusals",
    story:
      "A page with the library oidc-client-ts renews its tokens again and again, may not read the settings, and its statistics are blocked.",
    isOtherProvider: true,
    clean: true,
    failsLater: ["/api/settings"],
  },
  {
    name: "password-in-page-of-company",
    story:
      "A company's own page with the library oidc-client-ts sends the password itself, which the user mistypes once, and renews with a refresh token.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "denied-then-granted",
    story:
      "A user who is signed in at a forge with OAuth only denies access, sees the sign-in page of the library Auth.js again, and grants access.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/auth/session", text: "Ada" },
  },
];
