import type { ExpectedLogin } from "../expected-login.ts";

/** The logins of the fourth set that fail at a provider of another make, each for one reason. */
export const providerFaults: readonly ExpectedLogin[] = [
  {
    name: "client-of-other-environment",
    story: "The page was built with the client ID of the test environment.",
    isOtherProvider: true,
    cause: "The provider does not know the client_id shop-web-test: it is not registered there.",
    at: { method: "GET", path: "/auth" },
  },
  {
    name: "implicit-flow-not-allowed",
    story: "An old page still uses the implicit flow with a client that may only receive codes.",
    isOtherProvider: true,
    cause:
      "The client is not allowed to use the response_type id_token: the implicit flow is off for it.",
    at: { method: "GET", path: "/realms/acme/protocol/openid-connect/auth" },
  },
  {
    name: "token-without-verifier",
    story: "The page has lost its code_verifier at the callback, and redeems the code without it.",
    isOtherProvider: true,
    cause:
      "The login began with a code_challenge, and the token request has no code_verifier to prove it.",
    at: { method: "POST", path: "/connect/redeem" },
  },
  {
    name: "bearer-undefined",
    story: "The page reads accessToken from the token response, whose member is access_token.",
    isOtherProvider: true,
    cause:
      "The page sends the text undefined as its access token, although the token response has one.",
    at: { method: "GET", path: "/me" },
  },
  {
    name: "silent-login-needs-consent",
    story: "A new version of the page also asks for email, and logs in silently with prompt=none.",
    isOtherProvider: true,
    cause:
      "The user has not consented to the scope email yet, and prompt=none forbids to ask: the login must be interactive once.",
    at: { method: "GET", path: "/connect/start" },
  },
  {
    name: "discovery-names-inner-issuer",
    story: "Behind a proxy, the provider calls itself by its inner host, so the page stops.",
    isOtherProvider: true,
    cause:
      "The issuer in the discovery document is the provider's inner host, not the authority at which the page read the document.",
    at: { method: "GET", path: "/.well-known/openid-configuration" },
  },
  {
    name: "user-not-assigned",
    story: "A user logs in who is not assigned to the application at the provider.",
    isOtherProvider: true,
    cause:
      "The provider denied access after the login, because the user is not assigned to the application.",
    at: { method: "GET", path: "/callback" },
  },
  {
    name: "id-token-without-nonce",
    story: "A page requests an ID token from the authorization endpoint and sends no nonce.",
    isOtherProvider: true,
    cause: "A request with the response_type id_token must have a nonce, and this one has none.",
    at: { method: "GET", path: "/connect/start" },
  },
];
