import type { LoginEntry } from "../../login-entry.ts";

/** Logins at a provider of another make that end well. */
export const otherWorking: readonly LoginEntry[] = [
  {
    name: "realm-paths",
    story:
      "A single-page app reads discovery, logs in with PKCE under a realm's paths, reads user info, and logs out with a confirmation.",
  },
  {
    name: "server-redeems",
    story:
      "An application's server starts the login and redeems the code with its secret, so the browser sees no token.",
  },
  {
    name: "hybrid-posted-to-server",
    story:
      "An application's server receives code and ID token by form post, with a login cookie for cross-site posts.",
  },
  {
    name: "id-token-only",
    story:
      "A site that needs only a name asks for an ID token in the fragment, and keeps the page's path in its state.",
  },
  {
    name: "refresh-rotates",
    story:
      "A single-page app logs in with consent for offline access, and refreshes three times with rotated refresh tokens.",
  },
  {
    name: "popup-login",
    story:
      "The login runs in a popup, which DevTools of the opener do not show; the opener redeems the code.",
  },
  {
    name: "pushed-by-server",
    story:
      "An application's server pushes the request, so the browser carries only its reference to the provider.",
  },
  {
    name: "response-as-jwt",
    story: "A single-page app gets its code and state inside a signed authorization response.",
  },
  {
    name: "dpop-tokens",
    story: "A single-page app redeems its code and reads user info with DPoP proofs.",
  },
  {
    name: "elliptic-keys",
    story:
      "A single-page app gets an ID token with ES256, requested claims and auth_time, and user info as a signed JWT.",
  },
  {
    name: "provider-under-app-origin",
    story:
      "Application and provider share one origin behind a reverse proxy, so no request crosses origins.",
  },
  {
    name: "oidc-client-refreshes",
    story:
      "A page with the library oidc-client-ts logs in with consent for offline access, and renews its tokens with the refresh token.",
  },
  {
    name: "step-up-before-payment",
    story:
      "A page asks its user to log in again before a payment, with prompt=login and max_age, and sends the payment with the new token.",
  },
  {
    name: "second-app-signs-on",
    story:
      "After a login at one application, another one on another host logs in by the same session of the provider.",
  },
  {
    name: "tool-on-loopback",
    story:
      "A tool on the user's computer receives the code at a port of the loopback address that its client does not name.",
  },
  {
    name: "code-posted-across-sites",
    story:
      "A server on another site than the provider gets its code by form post, with a login cookie that such a post carries.",
  },
  {
    name: "state-with-odd-characters",
    story:
      "A page's state holds a random value and a link with spaces, percent signs, umlauts and quotes.",
  },
  {
    name: "other-user-after-logout",
    story: "One user logs in and out, and another user logs in on the same computer.",
  },
  {
    name: "asks-silently-first",
    story:
      "A page first asks without a prompt, learns that no session exists, and then shows the login page.",
  },
  {
    name: "tokens-lost-on-reload",
    story:
      "A page keeps its tokens in memory; after a reload it logs in again by the provider's session, without a form.",
  },
  {
    name: "silent-check-then-fragment",
    story:
      "A page under a base path looks for a session in a hidden frame, finds none, and logs in with a code in the fragment.",
  },
  {
    name: "tokens-revoked-at-logout",
    story:
      "A page with the library oidc-client-ts logs in, and at logout revokes its refresh token before it ends the session.",
  },
  {
    name: "television-shows-code",
    story:
      "A television's page shows a user code and polls until the user has confirmed it on a phone.",
  },
  {
    name: "asks-for-more-later",
    story:
      "A page logs in with few scopes; later the user consents to more, and the page renews the new tokens.",
  },
  {
    name: "hybrid-in-fragment",
    story:
      "A page receives a code and an ID token in the fragment, reads the keys, and redeems the code with PKCE.",
  },
  {
    name: "two-frontends-one-page",
    story:
      "The shell of a page logs in, and a micro frontend in it gets tokens of its own client in a hidden frame.",
  },
  {
    name: "code-given-to-own-api",
    story:
      "A page gives its code and verifier to the application's own API, which redeems the code and sets a session cookie.",
  },
  {
    name: "started-by-portal",
    story:
      "A portal on another sub-domain starts the login of an application with a server, by a link that names the issuer.",
  },
  {
    name: "server-ends-both-sessions",
    story:
      "An application with a server logs in, ends its own session and the provider's, and logs in again.",
  },
  {
    name: "auth-js-then-sign-out",
    story:
      "A shop with the library Auth.js signs a user in, and the user then signs out of the shop only.",
  },
  {
    name: "sign-in-page-left-open",
    story:
      "A user leaves the provider's page open, logs in at the same application in a second tab, and then finishes the login of the first tab.",
  },
  {
    name: "cancelled-once-then-signed-in",
    story:
      "A user cancels at the provider, reads on the page that nothing is lost, presses the button again and logs in.",
  },
  {
    name: "api-call-renews-expired-token",
    story:
      "A dashboard polls its API, which answers 401 once the token has expired, and the page renews the token and calls again.",
  },
  {
    name: "frame-renews-before-expiry",
    story:
      "A page with the library oidc-client-ts logs in, and the library renews the token in a hidden frame before it expires.",
  },
  {
    name: "popup-then-refresh-token",
    story:
      "A page with the library oidc-client-ts logs in with a popup, renews with its refresh token and calls its API.",
  },
  {
    name: "bff-session-then-logout",
    story:
      "A page asks its backend who is logged in, which answers 401 until the login with openid-client, and again after the logout.",
  },
  {
    name: "pushed-request-of-protected-page",
    story:
      "A user opens a protected page, whose server pushes the request with openid-client, and after the login returns to that page.",
  },
  {
    name: "hybrid-posted-across-sites",
    story:
      "A server with openid-client on another site than the provider gets code and ID token by form post.",
  },
  {
    name: "form-starts-auth-js-login",
    story:
      "A course with the library Auth.js starts the login by a form, and keeps its sessions in a database.",
  },
  {
    name: "open-wiki-behind-proxy",
    story:
      "Everyone can read a wiki, whose proxy answers 401 about unknown readers, and a reader signs in through the proxy; the wiki has no banner today.",
  },
  {
    name: "room-screen-shows-code",
    story:
      "A meeting room's screen shows a user code and polls until a user has confirmed it in a second tab, and uses its refresh token after a restart.",
  },
  {
    name: "company-answers-by-saml",
    story:
      "A page logs in with PKCE at a broker, which asks the user's company by SAML, where the user mistypes the password once.",
  },
  {
    name: "credential-posted-by-button",
    story:
      "A button of a provider posts a signed credential to the server of a cookbook on another site, without a code and without a state.",
  },
  {
    name: "code-host-without-openid",
    story:
      "A server connects the account of a code host by OAuth without OpenID, and the page asks the server who is signed in before and after.",
  },
  {
    name: "sign-in-host-shares-cookie",
    story:
      "A gateway's host signs a user in with openid-client and sets a cookie for its domain, so that a second application behind it needs no login.",
  },
  {
    name: "request-signed-by-server",
    story:
      "A server with openid-client has a key in place of a secret: it sends a signed request object and redeems the code with an assertion.",
  },
];
