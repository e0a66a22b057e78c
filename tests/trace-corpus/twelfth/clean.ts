import type { ExpectedLogin } from "../expected-login.ts";

/** The logins of the twelfth set that work. */
export const cleanLogins: readonly ExpectedLogin[] = [
  {
    name: "joins-guild-at-first-visit",
    story:
      "A new user signs up at the tenant with an address that is taken, a weak password and then a good one, and the page with the library auth0-spa-js registers the member.",
    clean: true,
    failsLater: ["/api/members/me"],
  },
  {
    name: "keeper-of-hut-changes",
    story:
      "A user leaves a shared page with the library auth0-spa-js, another user logs in with a second factor, mistypes its code once, and may not open the till.",
    clean: true,
    failsLater: ["/api/till"],
  },
  {
    name: "draft-saved-through-popup",
    story:
      "A page with the library auth0-js logs in with a popup, which DevTools do not show, and then saves a draft; its presence service is down.",
    clean: true,
    endsAt: { path: "/userinfo", text: "Grace" },
  },
  {
    name: "runner-chooses-password",
    story:
      "A new user of a page with the library auth0-js fills in the page's own form, first with a taken address and then with a weak password, and is logged in after the signup.",
    clean: true,
  },
  {
    name: "password-again-before-burning",
    story:
      "A server with openid-client wants the password of a logged-in user again before it deletes all letters, and the user mistypes it once.",
    clean: true,
    endsAt: { path: "/letters/ashes" },
  },
  {
    name: "impatient-second-press",
    story:
      "A user presses the button of a page without a library twice, since the first request is slow, and logs in at the tenant's custom domain.",
    clean: true,
  },
  {
    name: "help-centre-in-frame",
    story:
      "A help centre in a frame, whose server uses openid-client, finds no session, and finds one after the login of the page around it with the library auth0-spa-js.",
    clean: true,
  },
  {
    name: "chest-needs-stronger-login",
    story:
      "An API refuses a token of a weak login and names the level that it needs, so the page logs in again with PKCE at a provider, where the user mistypes the second code once.",
    isOtherProvider: true,
    clean: true,
    failsLater: ["/api/chests/1/open"],
  },
  {
    name: "diary-sends-password-itself",
    story:
      "A page without a library sends email and password to a provider's interface, the password wrong at first, and renews its token when the first one has expired.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/api/entries", text: "Rain" },
  },
  {
    name: "user-names-server-of-federation",
    story:
      "A user mistypes the name of a server and then names the right one, at which the page registers itself; the user mistypes the password, and the server has no lists.",
    isOtherProvider: true,
    clean: true,
    failsLater: ["/api/v1/lists"],
  },
  {
    name: "session-cookie-in-two-parts",
    story:
      "A server with the library Auth.js needs two cookies for a large session, and there is no agenda yet, before the login and after it.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/" },
    failsLater: ["/api/agenda"],
  },
  {
    name: "course-launches-exercise",
    story:
      "A campus launches an exercise of another maker in a frame, by a login that the campus begins itself, and the pupil's first answer is no number.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/lti/exercise" },
    failsLater: ["/lti/scores"],
  },
  {
    name: "one-refresh-token-for-two-apis",
    story:
      "A page with the library oidc-client-ts gets tokens for two APIs by one refresh token, which it revokes when the user leaves.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "ticket-of-university",
    story:
      "Two applications of a university log in by CAS: each asks silently first, the first one with a mistyped password and a form, the second one without a form.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/canteen" },
    failsLater: ["/notices"],
  },
  {
    name: "expired-page-restarted",
    story:
      "A user mistypes the password, goes back to a page of the realm that has expired, restarts the login, accepts new terms, and a server with openid-client redeems the code.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/berths" },
  },
];
