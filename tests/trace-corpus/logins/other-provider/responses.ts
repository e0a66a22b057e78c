import type { LoginEntry } from "../../login-entry.ts";

/** Logins at a provider of another make that stop at the authorization response. */
export const otherResponses: readonly LoginEntry[] = [
  {
    name: "login-without-pkce",
    story: "A single-page app starts a code login without PKCE, which its provider requires.",
    cause:
      "The provider requires PKCE for this client, and the authorization request has no code_challenge.",
    stop: {
      step: "response",
      who: "provider",
      method: "GET",
      path: "/realms/acme/protocol/openid-connect/auth",
    },
    accepted: ["verifier-without-challenge", "The provider requires PKCE, or another method."],
  },
  {
    name: "scope-not-assigned",
    story: "The page asks for a scope that the provider knows but does not allow to this client.",
    cause:
      "The client may not request the scope email, so the provider responds with invalid_scope.",
    stop: { step: "response", who: "provider", method: "GET", path: "/auth" },
    accepted: [
      "The scopes are separated by another character than a space.",
      "The provider does not know a scope, or does not allow it for this client.",
    ],
  },
  {
    name: "implicit-flow-not-allowed",
    story: "An old page still uses the implicit flow with a client that may only receive codes.",
    cause:
      "The client is not allowed to use the response_type id_token: the implicit flow is off for it.",
    stop: {
      step: "response",
      who: "provider",
      method: "GET",
      path: "/realms/acme/protocol/openid-connect/auth",
    },
    accepted: [
      "The grant type is turned off for the application.",
      "The implicit flow is turned off for the application.",
    ],
  },
  {
    name: "silent-login-needs-consent",
    story: "A new version of the page also asks for email, and logs in silently with prompt=none.",
    cause:
      "The user has not consented to the scope email yet, and prompt=none forbids to ask: the login must be interactive once.",
    stop: { step: "response", who: "provider", method: "GET", path: "/connect/start" },
    accepted: [
      "The page runs on localhost, where a consent is never skipped.",
      "The user has not consented to this client, scope or API.",
      "A scope or an API is new to the user.",
    ],
  },
  {
    name: "user-not-assigned",
    story: "A user logs in who is not assigned to the application at the provider.",
    cause:
      "The provider denied access after the login, because the user is not assigned to the application.",
    stop: { step: "response", who: "provider", method: "GET", path: "/callback" },
    accepted: [
      "The user declined the consent or cancelled the login.",
      "A rule or an action of the tenant denied the login.",
    ],
  },
  {
    name: "id-token-without-nonce",
    story: "A page requests an ID token from the authorization endpoint and sends no nonce.",
    cause: "A request with the response_type id_token must have a nonce, and this one has none.",
    stop: { step: "response", who: "provider", method: "GET", path: "/connect/start" },
    accepted: ["The request for an ID token has no nonce."],
  },
  {
    name: "resource-with-slash",
    story:
      "A page reads the metadata of an API, and its URL parser adds a slash to the API's identifier.",
    cause:
      "The provider does not know the requested resource: it ends with a slash that the identifier of the API does not have.",
    stop: { step: "response", who: "provider", method: "GET", path: "/connect/start" },
    accepted: ["The identifier is misspelled."],
  },
  {
    name: "password-forgotten",
    story: "A user does not enter a password but presses the button for those who forgot it.",
    cause:
      "The user asked for a new password, and the provider ends the login with an error that the application must answer with a password reset.",
    stop: { step: "response", who: "provider", method: "GET", path: "/callback" },
    accepted: [
      "The user declined the consent or cancelled the login.",
      "A rule or an action of the tenant denied the login.",
    ],
  },
  {
    name: "cancelled-without-failure-page",
    story: "A user cancels in the provider's dialog, and the site shows its page for a wrong path.",
    cause:
      "The user cancelled at the provider, which returned access_denied to the callback; the site sends that on to a failure path that it does not serve, hence its 404.",
    stop: { step: "response", who: "user", method: "GET", path: "/auth/acme/callback" },
    accepted: [
      "The user declined the consent or cancelled the login.",
      "A rule or an action of the tenant denied the login.",
    ],
  },
  {
    name: "consent-declined-and-server-error",
    story: "A user logs in, declines the consent, and the application answers with a server error.",
    cause:
      "The user declined the consent, so the provider returned access_denied and no code; the application does not handle that response and fails with a 500.",
    stop: { step: "response", who: "user", method: "GET", path: "/auth" },
    accepted: [
      "The user declined the consent or cancelled the login.",
      "A rule or an action of the tenant denied the login.",
      "The server could not redeem the code.",
      "The server's code failed.",
      "The callback URL of the request is not that of the application's route.",
      "The server found no login that fits: its session cookie was lost.",
    ],
  },
  {
    name: "diagram-tool-login-comes-back",
    story: "A user presses the button for single sign-on at a tool for diagrams.",
    cause:
      "The authorization request has no state parameter, which this provider demands, so it answers invalid_request.",
    stop: {
      step: "response",
      who: "provider",
      method: "GET",
      path: "/oauth2/default/v1/authorize",
    },
    accepted: ["A parameter is missing, repeated or malformed."],
  },
  {
    name: "orders-say-no-rights",
    story: "A user logs in at a page with orders, which gets its tokens in its address.",
    cause:
      "The provider's ID token has no at_hash, which is required when an access token comes with it from the authorization endpoint (response_type=id_token token), so the page rejects the tokens.",
    stop: { step: "tokens", who: "page", method: "POST", path: "/oauth2/authorize" },
    accepted: ["id-token-access-token-hash"],
  },
  {
    name: "teacher-opens-second-class",
    story:
      "A teacher logs in at a mark book for one class, and logs in again for a second class without a form.",
    cause:
      "The provider answers the second request with the ID token of the first one, whose nonce is not that of the second request, so the page refuses it.",
    stop: { step: "tokens", who: "page", method: "GET", path: "/sso/oidc/initiate" },
    accepted: ["id-token-nonce"],
  },
  {
    name: "festival-crew-at-shared-provider",
    story:
      "A user logs in at a planner with the library oauth4webapi, at a provider with several customers.",
    cause:
      "The parameter iss of the authorization response names http://localhost:4464, which is not the issuer of the provider's metadata, http://localhost:4464/t/festival, so the library refuses the response (RFC 9207).",
    stop: { step: "response", who: "page", method: "GET", path: "/crew/return" },
    accepted: [
      "response-of-other-issuer",
      "discovery-of-other-issuer",
      "The client refused the document.",
    ],
  },
];
