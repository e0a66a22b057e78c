import type { LoginEntry } from "../../login-entry.ts";

/** Logins at a provider of another make that stop at discovery or at the authorization request. */
export const otherRequests: readonly LoginEntry[] = [
  {
    name: "redirect-encoded-twice",
    story:
      "The page encodes its redirect_uri before it builds the query, which encodes it a second time.",
    cause:
      "The redirect_uri of the authorization request is not registered for this client: it is encoded twice.",
    stop: {
      step: "request",
      who: "provider",
      method: "GET",
      path: "/realms/acme/protocol/openid-connect/auth",
    },
    accepted: [
      "The callback URL is not in the list of the application.",
      "The provider answered the silent request with an error page.",
    ],
  },
  {
    name: "api-redirects-fetch",
    story:
      "The session of the application is over, and its API answers a fetch with a redirect to the provider's login.",
    cause:
      "A fetch was redirected to the authorization endpoint, which CORS does not allow: the login needs a navigation of the page.",
    stop: { step: "request", who: "browser", method: "GET", path: "/auth" },
    accepted: ["authorization-by-script"],
  },
  {
    name: "redirect-with-trailing-slash",
    story: "The application is registered with /callback, and its page sends /callback/.",
    cause:
      "The redirect_uri is not registered for this client: it has a trailing slash that the registered one does not have.",
    stop: { step: "request", who: "provider", method: "GET", path: "/auth" },
    accepted: [
      "The callback URL is not in the list of the application.",
      "The provider answered the silent request with an error page.",
    ],
  },
  {
    name: "discovery-under-old-prefix",
    story:
      "After an upgrade of the provider, the page still reads discovery under the prefix /auth.",
    cause:
      "The configured authority is wrong: no discovery document is at this URL, so the login never starts.",
    stop: {
      step: "discovery",
      who: "provider",
      method: "GET",
      path: "/auth/realms/acme/.well-known/openid-configuration",
    },
    accepted: [
      "The configured issuer or domain is wrong.",
      "The address is wrong.",
      "The certificate is self-signed, has expired or is of another host.",
    ],
  },
  {
    name: "client-of-other-environment",
    story: "The page was built with the client ID of the test environment.",
    cause: "The provider does not know the client_id shop-web-test: it is not registered there.",
    stop: { step: "request", who: "provider", method: "GET", path: "/auth" },
    accepted: ["The provider does not know the client ID."],
  },
  {
    name: "discovery-names-inner-issuer",
    story: "Behind a proxy, the provider calls itself by its inner host, so the page stops.",
    cause:
      "The issuer in the discovery document is the provider's inner host, not the authority at which the page read the document.",
    stop: {
      step: "discovery",
      who: "page",
      method: "GET",
      path: "/.well-known/openid-configuration",
    },
    accepted: ["discovery-of-other-issuer", "The client refused the document.", "id-token-issuer"],
  },
  {
    name: "device-flow-not-enabled",
    story: "An app on a television asks for a device code with a client that is a web page's.",
    cause:
      "The device flow is not enabled for the client shop-tv, so the provider gives it no device code.",
    stop: {
      step: "request",
      who: "provider",
      method: "POST",
      path: "/realms/acme/protocol/openid-connect/auth/device",
    },
    accepted: ["The grant type is turned off for the application."],
  },
  {
    name: "proxy-hides-public-host",
    story: "A shop with the library Auth.js was moved behind a proxy, and a user signs in.",
    cause:
      "The server sends its inner address as the redirect URI (http://shop:3000), since the proxy does not pass on the public host; the provider knows only the public callback, and refuses.",
    stop: { step: "request", who: "provider", method: "GET", path: "/auth" },
    accepted: [
      "The callback URL is not in the list of the application.",
      "The provider answered the silent request with an error page.",
      "The application no longer had the values of its login, such as state and verifier.",
      "The server found no login that fits: its session cookie was lost.",
    ],
  },
  {
    name: "club-page-stays-white",
    story:
      "A developer opens a page of a club's site that needs a login, on the own computer, and the page stays white.",
    cause:
      "The browser does not trust the self-signed certificate of the provider, so the page's request for the discovery document fails, and the library cannot begin the login.",
    stop: {
      step: "discovery",
      who: "browser",
      method: "GET",
      path: "/.well-known/openid-configuration",
    },
    accepted: [
      "No server answers at this address.",
      "The address is wrong.",
      "The certificate is self-signed, has expired or is of another host.",
      "The configured issuer or domain is wrong.",
    ],
  },
  {
    name: "survey-sign-in-has-network-error",
    story: "A user presses the sign-in button of a survey, at a realm of a company.",
    cause:
      "The page sends the authorization request with XMLHttpRequest instead of a navigation of the browser, and the authorization endpoint allows no such requests of other origins (CORS).",
    stop: {
      step: "request",
      who: "browser",
      method: "GET",
      path: "/realms/acme/protocol/openid-connect/auth",
    },
    accepted: ["authorization-by-script"],
  },
];
