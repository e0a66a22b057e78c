import type { ExpectedLogin } from "../expected-login.ts";

/** The logins of the fourteenth set. All of them work, with what happens beside them in a day. */
export const cleanLogins: readonly ExpectedLogin[] = [
  {
    name: "atlas-opens-from-cache",
    story:
      "A service worker answers for a page with the library auth0-spa-js from its cache, also at the return from the tenant; the traffic news do not answer.",
    clean: true,
    failsLater: ["/atlas/traffic"],
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
  {
    name: "baker-leaves-everywhere",
    story:
      "Two servers with openid-client share a provider: the user leaves everywhere, the second server then answers 401, and the user logs in there again.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/mill/api/flour" },
  },
  {
    name: "garage-after-press-on-back",
    story:
      "A provider posts the code to a server with openid-client on another site; the user presses Back and the provider's button once more, which is refused, and opens the cars again.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/garage/cars" },
  },
  {
    name: "welder-is-known-to-directory",
    story:
      "After a login of a server with openid-client the page looks for the user in a directory by SCIM, may not add the known address, and changes the older entry.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/yard" },
    failsLater: ["/scim/v2/Users/ada", "/scim/v2/Users"],
  },
  {
    name: "auction-opens-socket-after-login",
    story:
      "A page opens a WebSocket, which is refused before the login of its backend with openid-client, and gets the bids after it.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/auction" },
  },
  {
    name: "hospital-asks-tenant-of-city",
    story:
      "A server with openid-client logs in at a hospital, whose provider logs its users in at the tenant; the password is mistyped once, and the pager is not charged.",
    clean: true,
    endsAt: { path: "/ward" },
    failsLater: ["/ward/pager"],
  },
  {
    name: "newspaper-in-portuguese",
    story:
      "A Portuguese newspaper with the library Auth.js asks for the session again and again, while its headlines have not changed and then are out of reach once.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/api/entrar/session", text: "Ada" },
    failsLater: ["/noticias/manchetes"],
  },
  {
    name: "postcards-take-photos-first",
    story:
      "A page connects a photo service, which returns with a code and a state of its own, then the user logs in with the library oidc-client-ts and has no stamps.",
    isOtherProvider: true,
    clean: true,
    failsLater: ["/api/stamps"],
  },
  {
    name: "theatre-seat-pushed-twice",
    story:
      "A page without a library pushes its request while the provider's gateway is being restarted, pushes it again, logs in, and takes another seat than the wanted one.",
    isOtherProvider: true,
    clean: true,
    failsLater: ["/api/seats/F12"],
  },
  {
    name: "station-with-blocked-statistics",
    story:
      "A page without a library gets code and ID token in the fragment and redeems the code; a blocker stops its statistics, and its timetable does not exist.",
    isOtherProvider: true,
    clean: true,
    failsLater: ["/experiments.json", "/station/timetable.json", "/collect"],
  },
  {
    name: "cockpit-has-report-in-frame",
    story:
      "A page without a library logs in after a mistyped PIN, and exchanges its token for those of two reports in frames, of which the user may see one.",
    isOtherProvider: true,
    clean: true,
    failsLater: ["/office/exchange"],
  },
];
