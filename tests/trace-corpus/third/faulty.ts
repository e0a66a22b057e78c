import type { ExpectedLogin } from "../expected-login.ts";

/** The logins of the third set that fail, each for one reason. */
export const faultyLogins: readonly ExpectedLogin[] = [
  {
    name: "redirect-with-trailing-slash",
    story: "The application is registered with /callback, and its page sends /callback/.",
    isOtherProvider: true,
    cause:
      "The redirect_uri is not registered for this client: it has a trailing slash that the registered one does not have.",
    at: { method: "GET", path: "/auth" },
  },
  {
    name: "code-redeemed-twice",
    story: "The callback page runs its effect twice in development, and redeems the code twice.",
    isOtherProvider: true,
    cause:
      "The page sent the same authorization code twice; a code is valid once, so the second request got invalid_grant.",
    at: { method: "POST", path: "/token" },
  },
  {
    name: "page-without-client-secret",
    story: "A single-page app uses a client that is registered as a server's, with a secret.",
    isOtherProvider: true,
    cause:
      "The client is registered as confidential, but the page has no secret to send: it must be registered as a public client.",
    at: { method: "POST", path: "/realms/acme/protocol/openid-connect/token" },
  },
  {
    name: "token-origin-not-allowed",
    story: "The provider does not let pages of the application's origin read its token responses.",
    isOtherProvider: true,
    cause:
      "The token endpoint sends no Access-Control-Allow-Origin for the page's origin, which must be allowed for this client.",
    at: { method: "POST", path: "/connect/redeem" },
  },
  {
    name: "discovery-under-old-prefix",
    story:
      "After an upgrade of the provider, the page still reads discovery under the prefix /auth.",
    isOtherProvider: true,
    cause:
      "The configured authority is wrong: no discovery document is at this URL, so the login never starts.",
    at: { method: "GET", path: "/auth/realms/acme/.well-known/openid-configuration" },
  },
];
