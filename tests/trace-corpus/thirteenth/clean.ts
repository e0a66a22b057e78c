import type { ExpectedLogin } from "../expected-login.ts";

/** The logins of the thirteenth set that work. */
export const cleanLogins: readonly ExpectedLogin[] = [
  {
    name: "greenhouse-renews-in-frame",
    story:
      "The refresh token of a page with the library auth0-spa-js has been revoked, so the library asks in a frame and gets a token by the tenant's session; a camera is out of order.",
    clean: true,
  },
  {
    name: "album-joins-second-account",
    story:
      "A user who is known to a page with the library auth0-spa-js logs in with a second account, with a mistyped password first, and the page joins both accounts at the tenant.",
    clean: true,
    endsAt: { path: "/oauth/token" },
  },
  {
    name: "cellar-gets-posted-code",
    story:
      "A page with the library auth0-js lets its server make state and nonce, and the tenant posts the code to that server, which uses openid-client.",
    clean: true,
    endsAt: { path: "/cellar/owner", text: "Grace" },
  },
  {
    name: "choir-has-two-directories",
    story:
      "A guest logs in by the form of a page with the library auth0-js, first in the members' directory and then in the guests', may not see the solos, and logs out.",
    clean: true,
    failsLater: ["/api/solos"],
  },
  {
    name: "bookmark-of-sign-in-page",
    story:
      "A user opens an old bookmark of the tenant's login page, whose login has ended, and then the page of a server with openid-client, which logs the user in.",
    clean: true,
    endsAt: { path: "/cinema/seats/12" },
    failsLater: ["/cinema/trailers"],
  },
  {
    name: "pantry-closes-kitchen",
    story:
      "A page with the library auth0-spa-js logs in, a server with openid-client beside it asks for consent only and logs the user out of both, which the page notices.",
    clean: true,
  },
  {
    name: "lighthouse-waits-for-busy-tenant",
    story:
      "The tenant's custom domain is busy when a page without a library redeems its code, so the page waits as long as it was told, redeems it, and renews its token later.",
    clean: true,
  },
  {
    name: "ferry-leaves-coverage",
    story:
      "A page with the library oidc-client-ts cannot renew its token while the ferry has no connection, and renews it when the user tries again.",
    isOtherProvider: true,
    clean: true,
    failsLater: ["/api/ports", "/harbour/tickets"],
  },
  {
    name: "desktop-has-no-ticket",
    story:
      "A provider asks the browser for a ticket of the desktop, and shows its form since there is none; a page with the library oidc-client-ts logs in and renews in a frame.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "token-for-one-payment",
    story:
      "A page without a library pushes a request for one payment to a bank, the user mistypes the TAN once, and the page pays with the token; the bank's rates are not available.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "guestbook-asks-for-own-address",
    story:
      "A user mistypes the address of her own page and then names the right one, which says where she signs in, and the guestbook writes a note there; her page counts no visitors.",
    isOtherProvider: true,
    clean: true,
    failsLater: ["/ada/visitors"],
  },
  {
    name: "almanac-of-older-protocol",
    story:
      "A server logs in by OAuth 1.0 at a press: the user cancels once, begins again, mistypes the password once, and permits it.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/almanac" },
  },
  {
    name: "surgery-reads-security-token",
    story:
      "A clinic posts a security token to a server by WS-Federation after a mistyped password; the user may not see the drugs, and leaves.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/surgery/beds" },
    failsLater: ["/surgery/drugs"],
  },
  {
    name: "sign-in-page-stood-overnight",
    story:
      "A user presses the button of an old sign-in page of the library Auth.js, whose cookie is gone, sees the page again, presses again and signs in.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/api/login/session", text: "Ada" },
  },
  {
    name: "workspaces-of-two-companies",
    story:
      "A server with openid-client finds the provider by the user's email, which names no known company at first, and the user adds a workspace at another company's provider.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/notes" },
  },
];
