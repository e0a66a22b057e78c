import type { ExpectedLogin } from "../expected-login.ts";

/** The logins of the fourteenth set. All of them work, with what happens beside them in a day. */
export const cleanLogins: readonly ExpectedLogin[] = [
  {
    name: "atlas-opens-from-cache",
    story:
      "A service worker answers for a page with the library auth0-spa-js from its cache, also at the return from the tenant; the traffic news do not answer.",
    clean: true,
  },
  {
    name: "florist-takes-second-card",
    story:
      "A page with the library auth0-spa-js sends the user to a payment page after the login, which returns with a state and a code of its own, and declines the first card.",
    clean: true,
    failsLater: ["/api/orders/ord_81/payment"],
  },
  {
    name: "aviary-api-was-restarted",
    story:
      "The APIs of a page with the library auth0-spa-js have been restarted and refuse its token, so the page takes a new one and asks both again.",
    clean: true,
    failsLater: ["/api/nests", "/api/seeds"],
  },
  {
    name: "haiku-page-in-japanese",
    story:
      "A Japanese page with the library auth0-spa-js asks for the tenant's pages in Japanese, the user mistypes the address of the mail, and a search finds nothing at first.",
    clean: true,
    failsLater: ["/api/%E5%AD%A3%E8%AA%9E"],
  },
  {
    name: "chess-window-is-blocked",
    story:
      "The browser blocks the popup of a page with the library auth0-spa-js, which reports that to its server and logs in by a redirect; a stream of moves ends beside it.",
    clean: true,
  },
  {
    name: "radio-has-two-clients",
    story:
      "A page with the library auth0-js logs in with one client and gets a token of a second client in a frame, which finds no session before the login; the studio often does not answer.",
    clean: true,
    failsLater: ["/api/on-air"],
  },
  {
    name: "potter-asks-for-second-code",
    story:
      "A user solves a page's riddle at the second try, asks the tenant twice for a code by mail, and enters the first code, then the second one, in the form of a page with the library auth0-js.",
    clean: true,
    failsLater: ["/api/kiln"],
  },
  {
    name: "ski-hut-has-weak-signal",
    story:
      "In a slow network a page without a library logs in at the tenant's custom domain, waits long for its tokens, and gives up asking for the weather.",
    clean: true,
  },
  {
    name: "two-presses-on-continue",
    story:
      "The user presses the button of the tenant's form twice, since the first press is slow, and a server with openid-client logs in; there is no comet tonight.",
    clean: true,
    endsAt: { path: "/observatory" },
    failsLater: ["/observatory/pictures/comet"],
  },
  {
    name: "petition-form-has-expired",
    story:
      "A server with openid-client has ended the session while the user wrote, answers the form with 419, logs the user in again without a form, and takes the text.",
    clean: true,
    endsAt: { path: "/petition/thanks" },
  },
];
