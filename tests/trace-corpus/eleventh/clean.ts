import type { ExpectedLogin } from "../expected-login.ts";

/** The logins of the eleventh set that work. */
export const cleanLogins: readonly ExpectedLogin[] = [
  {
    name: "remembered-on-custom-domain",
    story:
      "A page with the library auth0-spa-js logs in at the tenant's custom domain, is reloaded and renews with its refresh token; the user has no portrait.",
    clean: true,
    failsLater: [
      "/portraits/auth0%7C65f1c0ada000000000000001",
      "/portraits/auth0%7C65f1c0ada000000000000001",
    ],
  },
  {
    name: "token-request-lost-once",
    story:
      "The connection breaks off during the token request of a page with the library auth0-spa-js, which sends it again.",
    clean: true,
  },
  {
    name: "password-reset-by-mail",
    story:
      "A user has forgotten the password that the form of a page with the library auth0-js asks for, chooses a new one by a mail's link, and logs in.",
    clean: true,
  },
  {
    name: "newspaper-finds-session-of-shop",
    story:
      "A newspaper with the library auth0-js finds no session in a frame, the user logs in at the shop beside it, and the newspaper then finds the session.",
    clean: true,
  },
  {
    name: "server-asks-silently-first",
    story:
      "A server with openid-client asks the tenant silently at the first visit, hears that nobody is logged in, shows its open page, and later logs the user in and renews.",
    clean: true,
    endsAt: { path: "/shelf" },
    failsLater: ["/loans/17"],
  },
  {
    name: "auth-js-beside-ended-subscription",
    story:
      "A server with the library Auth.js logs in at the tenant, and the page then learns that the user's subscription to its news has ended.",
    clean: true,
    endsAt: { path: "/auth/session", text: "Grace" },
    failsLater: ["/push/subscription"],
  },
  {
    name: "passkey-at-third-try",
    story:
      "A user signs in with a passkey at a provider: first with the wrong finger, then too late, then in time, and the page redeems its code with PKCE.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "other-policy-for-forgotten-password",
    story:
      "A provider returns the error that the user has forgotten the password, and the page goes to the provider's other policy, where the user sets a new one.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "union-asks-other-provider",
    story:
      "A museum's server logs in at a union, which itself logs in at another provider with openid-client and then asks the new user for a name.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "signed-out-everywhere-and-back",
    story:
      "A user who is in one application of a school enters a second one without a form, leaves both by the provider's frames, and logs in at the first again, with a mistyped password before.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/api/me", text: "Ada" },
  },
  {
    name: "back-after-long-time",
    story:
      "A user comes back to a page with the library oidc-client-ts after a long time: its refresh token has expired, and the user logs in again.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "proofs-need-nonces",
    story:
      "A page with the library oidc-client-ts sends proofs of its key, and provider and API each ask once for a nonce in them.",
    isOtherProvider: true,
    clean: true,
    failsLater: ["/api/meter"],
  },
  {
    name: "dialog-closed-then-opened-again",
    story:
      "A page shows the provider's form in a frame of a dialog, which the user closes once; after the login nothing is saved for the user yet.",
    isOtherProvider: true,
    clean: true,
    failsLater: ["/puzzle/saved"],
  },
  {
    name: "signed-response-posted",
    story:
      "A provider posts its response inside a signed token to a server with openid-client on another site, and the bank's offers are under maintenance.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/accounts" },
    failsLater: ["/offers"],
  },
  {
    name: "two-cookies-in-garden",
    story:
      "A server with openid-client sets a short and a long cookie, the page has the short one renewed when its API answers 401, and the user logs out.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/api/beds", text: "Peas" },
  },
];
