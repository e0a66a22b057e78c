import type { LoginEntry } from "../../login-entry.ts";

/** Logins at the local tenant that end well. */
export const tenantWorking: readonly LoginEntry[] = [
  {
    name: "auth0-js-implicit",
    story: "A page with the library auth0-js logs in with the implicit flow and an app state.",
  },
  {
    name: "two-clients",
    story:
      "One tab logs in at two applications with their own client IDs, the second in the session of the first, with consent.",
  },
  {
    name: "callback-behind-base-path",
    story:
      "The application's server adds a slash to the callback's path by a redirect that keeps the query.",
  },
  {
    name: "logout-and-login-again",
    story: "A page logs in with a state of base64 JSON, logs out at the tenant, and logs in again.",
  },
  {
    name: "spa-library-refresh",
    story:
      "A page with the library auth0-spa-js logs in with a code and offline access, and renews its tokens twice with refresh tokens.",
  },
  {
    name: "renewal-in-frame",
    story:
      "A page on the tenant's site logs in, and later gets a new code in a hidden frame as a web message.",
  },
  {
    name: "hash-routes-at-start-page",
    story:
      "A page whose router uses the fragment has its start page as callback, and returns to the route of before.",
  },
  {
    name: "sign-up-first",
    story:
      "The page sends a new user to the tenant's form for signing up, which also logs the user in.",
  },
  {
    name: "mistyped-password",
    story:
      "The user mistypes the password once at the tenant, then logs in; the page also sends a beacon that counts visits.",
  },
  {
    name: "library-with-own-form",
    story:
      "A page with the library auth0-js logs in with its own form, from an origin that the tenant allows.",
  },
  {
    name: "organization-and-api",
    story:
      "A page logs in to an organization with an audience, and its API on another origin answers the preflight and the call.",
  },
  {
    name: "code-by-mail",
    story: "A new user logs in at the tenant without a password, with a code from an email.",
  },
  {
    name: "second-factor-at-server",
    story:
      "A user logs in with a second factor, and the application's server gets the code by form post.",
  },
  {
    name: "library-opens-popup",
    story: "A page with the library auth0-spa-js logs in with a popup, and reads user info.",
  },
  {
    name: "api-busy-for-a-moment",
    story:
      "A page without its optional settings file counts visits and logs in; its API needs a token, and is busy once after the login.",
  },
  {
    name: "other-account-chosen",
    story: "A user is logged in, chooses another account at the tenant, and logs in with that one.",
  },
  {
    name: "asks-tenant-at-each-load",
    story:
      "A page with the library auth0-spa-js asks for a token at each load: at first nobody is logged in, after the login it gets one.",
  },
  {
    name: "broken-statistics-beside-login",
    story:
      "A page with the library auth0-spa-js lacks its logo and texts, its statistics fail, and the user logs in and uses the API on another origin.",
  },
  {
    name: "fragment-kept-and-logged-out",
    story:
      "A page with the library auth0-js gets tokens in the fragment, renews them in a frame and logs out.",
  },
  {
    name: "mistyped-then-session-at-server",
    story:
      "A user mistypes the password once and then logs in, and a server with openid-client redeems the code and sets a session cookie.",
  },
  {
    name: "worker-holds-refresh-token",
    story:
      "A page with the library auth0-spa-js lets a worker send its token requests, and asks in a frame after a reload, since nothing is stored.",
  },
  {
    name: "second-api-asks-for-consent",
    story:
      "A page with the library auth0-spa-js uses one API at once; for a second API it learns that consent is missing, and the user consents.",
  },
  {
    name: "old-session-exchanged",
    story:
      "A page with the library auth0-spa-js exchanges the token of the application that it replaces, without any page of the tenant.",
  },
  {
    name: "social-account-declined",
    story:
      "A user cancels at the social account, and the page with the library auth0-spa-js then offers a login with a password.",
  },
  {
    name: "code-by-text-message",
    story:
      "A user of a page with the library auth0-js gets a code by text message, mistypes it once in the page's own form, and logs in.",
  },
  {
    name: "link-from-mail",
    story:
      "A page with the library auth0-js has the tenant send a link by mail, and the user opens the link in the same browser, which blocks statistics.",
  },
  {
    name: "id-token-posted-to-server",
    story:
      "A server on another site than the tenant gets only an ID token by form post, sets its session cookie, and later logs the user out at both.",
  },
  {
    name: "second-factor-in-own-form",
    story:
      "A page sends the password of its own form, learns that the user needs a second factor, and sends the code, which the user mistypes once.",
  },
  {
    name: "popup-closed-then-redirect",
    story:
      "A user closes the popup of a page with the library auth0-spa-js, and then logs in by a redirect; the statistics accept no more events today.",
  },
  {
    name: "enters-organization-later",
    story:
      "A user of a page with the library auth0-spa-js logs in, enters an organization by the same session without a form, and logs out.",
  },
  {
    name: "frame-without-cookie-then-redirect",
    story:
      "After a login at one origin, a page on another site asks in a frame that gets no cookie, and then logs in by a redirect without a form.",
  },
  {
    name: "framework-gives-page-tokens",
    story:
      "A framework with openid-client logs in at its server and gives the page access tokens for an API on another origin, until the user logs out.",
  },
];
