import type { ExpectedLogin } from "../expected-login.ts";

/** The logins of the seventh set that work, beside those of libraries in a Node server. */
export const cleanLogins: readonly ExpectedLogin[] = [
  {
    name: "sign-in-page-left-open",
    story:
      "A user leaves the provider's page open, logs in at the same application in a second tab, and then finishes the login of the first tab.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "cancelled-once-then-signed-in",
    story:
      "A user cancels at the provider, reads on the page that nothing is lost, presses the button again and logs in.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "api-call-renews-expired-token",
    story:
      "A dashboard polls its API, which answers 401 once the token has expired, and the page renews the token and calls again.",
    isOtherProvider: true,
    clean: true,
    failsLater: ["/api/v2/machines"],
  },
  {
    name: "frame-renews-before-expiry",
    story:
      "A page with the library oidc-client-ts logs in, and the library renews the token in a hidden frame before it expires.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "popup-then-refresh-token",
    story:
      "A page with the library oidc-client-ts logs in with a popup, renews with its refresh token and calls its API.",
    isOtherProvider: true,
    clean: true,
  },
  {
    name: "asks-tenant-at-each-load",
    story:
      "A page with the library auth0-spa-js asks for a token at each load: at first nobody is logged in, after the login it gets one.",
    clean: true,
  },
  {
    name: "broken-statistics-beside-login",
    story:
      "A page with the library auth0-spa-js lacks its logo and texts, its statistics fail, and the user logs in and uses the API on another origin.",
    clean: true,
    failsLater: ["/texts/en-GB.json", "/stats/events", "/stats/events"],
  },
  {
    name: "fragment-kept-and-logged-out",
    story:
      "A page with the library auth0-js gets tokens in the fragment, renews them in a frame and logs out.",
    clean: true,
  },
  {
    name: "bff-session-then-logout",
    story:
      "A page asks its backend who is logged in, which answers 401 until the login with openid-client, and again after the logout.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/bff/user" },
    failsLater: ["/bff/user"],
  },
  {
    name: "pushed-request-of-protected-page",
    story:
      "A user opens a protected page, whose server pushes the request with openid-client, and after the login returns to that page.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/permits/17" },
  },
  {
    name: "hybrid-posted-across-sites",
    story:
      "A server with openid-client on another site than the provider gets code and ID token by form post.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/" },
  },
  {
    name: "mistyped-then-session-at-server",
    story:
      "A user mistypes the password once and then logs in, and a server with openid-client redeems the code and sets a session cookie.",
    clean: true,
    endsAt: { path: "/articles/today" },
  },
  {
    name: "form-starts-auth-js-login",
    story:
      "A course with the library Auth.js starts the login by a form, and keeps its sessions in a database.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/api/auth/session", text: "ada@example.com" },
  },
  {
    name: "open-wiki-behind-proxy",
    story:
      "Everyone can read a wiki, whose proxy answers 401 about unknown readers, and a reader signs in through the proxy; the wiki has no banner today.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/oauth2/userinfo" },
    failsLater: ["/wiki/banner.txt"],
  },
  {
    name: "room-screen-shows-code",
    story:
      "A meeting room's screen shows a user code and polls until a user has confirmed it in a second tab, and uses its refresh token after a restart.",
    isOtherProvider: true,
    clean: true,
  },
];
