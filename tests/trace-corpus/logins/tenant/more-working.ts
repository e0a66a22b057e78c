import type { LoginEntry } from "../../login-entry.ts";

/** Logins at the local tenant that end well. */
export const tenantMoreWorking: readonly LoginEntry[] = [
  {
    name: "hybrid-with-shared-secret",
    story:
      "A server gets code and ID token by form post, and checks both ID tokens with the secret that it shares with the tenant.",
  },
  {
    name: "remembered-on-custom-domain",
    story:
      "A page with the library auth0-spa-js logs in at the tenant's custom domain, is reloaded and renews with its refresh token; the user has no portrait.",
  },
  {
    name: "token-request-lost-once",
    story:
      "The connection breaks off during the token request of a page with the library auth0-spa-js, which sends it again.",
  },
  {
    name: "password-reset-by-mail",
    story:
      "A user has forgotten the password that the form of a page with the library auth0-js asks for, chooses a new one by a mail's link, and logs in.",
  },
  {
    name: "newspaper-finds-session-of-shop",
    story:
      "A newspaper with the library auth0-js finds no session in a frame, the user logs in at the shop beside it, and the newspaper then finds the session.",
  },
  {
    name: "server-asks-silently-first",
    story:
      "A server with openid-client asks the tenant silently at the first visit, hears that nobody is logged in, shows its open page, and later logs the user in and renews.",
  },
  {
    name: "auth-js-beside-ended-subscription",
    story:
      "A server with the library Auth.js logs in at the tenant, and the page then learns that the user's subscription to its news has ended.",
  },
  {
    name: "joins-guild-at-first-visit",
    story:
      "A new user signs up at the tenant with an address that is taken, a weak password and then a good one, and the page with the library auth0-spa-js registers the member.",
  },
  {
    name: "keeper-of-hut-changes",
    story:
      "A user leaves a shared page with the library auth0-spa-js, another user logs in with a second factor, mistypes its code once, and may not open the till.",
  },
  {
    name: "draft-saved-through-popup",
    story:
      "A page with the library auth0-js logs in with a popup, which DevTools do not show, and then saves a draft; its presence service is down.",
  },
  {
    name: "runner-chooses-password",
    story:
      "A new user of a page with the library auth0-js fills in the page's own form, first with a taken address and then with a weak password, and is logged in after the signup.",
  },
  {
    name: "password-again-before-burning",
    story:
      "A server with openid-client wants the password of a logged-in user again before it deletes all letters, and the user mistypes it once.",
  },
  {
    name: "impatient-second-press",
    story:
      "A user presses the button of a page without a library twice, since the first request is slow, and logs in at the tenant's custom domain.",
  },
  {
    name: "help-centre-in-frame",
    story:
      "A help centre in a frame, whose server uses openid-client, finds no session, and finds one after the login of the page around it with the library auth0-spa-js.",
  },
  {
    name: "greenhouse-renews-in-frame",
    story:
      "The refresh token of a page with the library auth0-spa-js has been revoked, so the library asks in a frame and gets a token by the tenant's session; a camera is out of order.",
  },
  {
    name: "album-joins-second-account",
    story:
      "A user who is known to a page with the library auth0-spa-js logs in with a second account, with a mistyped password first, and the page joins both accounts at the tenant.",
  },
  {
    name: "cellar-gets-posted-code",
    story:
      "A page with the library auth0-js lets its server make state and nonce, and the tenant posts the code to that server, which uses openid-client.",
  },
  {
    name: "choir-has-two-directories",
    story:
      "A guest logs in by the form of a page with the library auth0-js, first in the members' directory and then in the guests', may not see the solos, and logs out.",
  },
  {
    name: "bookmark-of-sign-in-page",
    story:
      "A user opens an old bookmark of the tenant's login page, whose login has ended, and then the page of a server with openid-client, which logs the user in.",
  },
  {
    name: "pantry-closes-kitchen",
    story:
      "A page with the library auth0-spa-js logs in, a server with openid-client beside it asks for consent only and logs the user out of both, which the page notices.",
  },
  {
    name: "lighthouse-waits-for-busy-tenant",
    story:
      "The tenant's custom domain is busy when a page without a library redeems its code, so the page waits as long as it was told, redeems it, and renews its token later.",
  },
  {
    name: "atlas-opens-from-cache",
    story:
      "A service worker answers for a page with the library auth0-spa-js from its cache, also at the return from the tenant; the traffic news do not answer.",
  },
  {
    name: "florist-takes-second-card",
    story:
      "A page with the library auth0-spa-js sends the user to a payment page after the login, which returns with a state and a code of its own, and declines the first card.",
  },
  {
    name: "aviary-api-was-restarted",
    story:
      "The APIs of a page with the library auth0-spa-js have been restarted and refuse its token, so the page takes a new one and asks both again.",
  },
  {
    name: "haiku-page-in-japanese",
    story:
      "A Japanese page with the library auth0-spa-js asks for the tenant's pages in Japanese, the user mistypes the address of the mail, and a search finds nothing at first.",
  },
  {
    name: "chess-window-is-blocked",
    story:
      "The browser blocks the popup of a page with the library auth0-spa-js, which reports that to its server and logs in by a redirect; a stream of moves ends beside it.",
  },
  {
    name: "radio-has-two-clients",
    story:
      "A page with the library auth0-js logs in with one client and gets a token of a second client in a frame, which finds no session before the login; the studio often does not answer.",
  },
  {
    name: "potter-asks-for-second-code",
    story:
      "A user solves a page's riddle at the second try, asks the tenant twice for a code by mail, and enters the first code, then the second one, in the form of a page with the library auth0-js.",
  },
  {
    name: "ski-hut-has-weak-signal",
    story:
      "In a slow network a page without a library logs in at the tenant's custom domain, waits long for its tokens, and gives up asking for the weather.",
  },
  {
    name: "two-presses-on-continue",
    story:
      "The user presses the button of the tenant's form twice, since the first press is slow, and a server with openid-client logs in; there is no comet tonight.",
  },
  {
    name: "petition-form-has-expired",
    story:
      "A server with openid-client has ended the session while the user wrote, answers the form with 419, logs the user in again without a form, and takes the text.",
  },
  {
    name: "hospital-asks-tenant-of-city",
    story:
      "A server with openid-client logs in at a hospital, whose provider logs its users in at the tenant; the password is mistyped once, and the pager is not charged.",
  },
];
