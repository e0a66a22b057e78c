import type { ExpectedLogin } from "../expected-login.ts";

/** The logins of the eleventh set that work. */
export const cleanLogins: readonly ExpectedLogin[] = [
  {
    name: "remembered-on-custom-domain",
    story:
      "A page with the library auth0-spa-js logs in at the tenant's custom domain, is reloaded, renews twice with its refresh token and logs out; the user has no portrait.",
    clean: true,
    failsLater: [
      "/portraits/auth0%7C65f1c0ada000000000000001",
      "/portraits/auth0%7C65f1c0ada000000000000001",
    ],
  },
  {
    name: "token-request-lost-once",
    story:
      "A user mistypes the password once, the connection breaks off during the token request, and the library auth0-spa-js sends it again.",
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
      "A newspaper with the library auth0-js finds no session in a frame, the user logs in at the shop beside it, and the newspaper then finds the session until the user leaves.",
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
    name: "auth-js-signs-out-at-tenant",
    story:
      "A server with the library Auth.js logs in at the tenant, the user's news were cancelled long ago, and the user signs out at both.",
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
      "A user is in two applications of a school, leaves one, whose provider tells both in frames, and logs in at the first again.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/api/me", text: "Ada" },
  },
];
