import type { LoginEntry } from "../../login-entry.ts";

/** Logins at a provider of another make that stop at the token request. */
export const otherTokens: readonly LoginEntry[] = [
  {
    name: "challenge-in-hex",
    story: "PKCE written by hand: the page sends the SHA-256 of its verifier in hexadecimal.",
    cause:
      "The code_challenge is not the base64url SHA-256 of the code_verifier: it is hexadecimal, so the verifier does not match.",
    stop: {
      step: "token",
      who: "provider",
      method: "POST",
      path: "/realms/acme/protocol/openid-connect/token",
    },
    accepted: ["verifier-differs", "The provider requires PKCE, or another method."],
  },
  {
    name: "token-as-json",
    story: "The page sends the token request as JSON, as it does to its own API.",
    cause:
      "The token request has the content type application/json; the token endpoint accepts only a URL-encoded form.",
    stop: { step: "token", who: "provider", method: "POST", path: "/token" },
    accepted: [
      "The parameters are not in a form in the body.",
      "The response is no JSON with tokens, such as a page of a proxy.",
    ],
  },
  {
    name: "issuer-of-inner-host",
    story:
      "The provider behind a reverse proxy still uses its inner host name as issuer, and the page stops at the ID token.",
    cause:
      "The iss of the ID token names another host than the provider that the browser used, so the issuer check fails.",
    stop: {
      step: "tokens",
      who: "page",
      method: "POST",
      path: "/realms/acme/protocol/openid-connect/token",
    },
    accepted: ["id-token-issuer", "response-of-other-issuer", "discovery-of-other-issuer"],
  },
  {
    name: "code-redeemed-twice",
    story: "The callback page runs its effect twice in development, and redeems the code twice.",
    cause:
      "The page sent the same authorization code twice; a code is valid once, so the second request got invalid_grant.",
    stop: { step: "token", who: "provider", method: "POST", path: "/token" },
    accepted: ["code-redeemed-twice", "The code has expired, or was used before."],
  },
  {
    name: "page-without-client-secret",
    story: "A single-page app uses a client that is registered as a server's, with a secret.",
    cause:
      "The client is registered as confidential, but the page has no secret to send: it must be registered as a public client.",
    stop: {
      step: "token",
      who: "provider",
      method: "POST",
      path: "/realms/acme/protocol/openid-connect/token",
    },
    accepted: ["The application is confidential, and a page has no secret."],
  },
  {
    name: "token-origin-not-allowed",
    story: "The provider does not let pages of the application's origin read its token responses.",
    cause:
      "The token endpoint sends no Access-Control-Allow-Origin for the page's origin, which must be allowed for this client.",
    stop: { step: "token", who: "browser", method: "POST", path: "/connect/redeem" },
    accepted: [
      "cors-origin",
      "The server does not allow the page's origin (CORS).",
      "The page's origin is not among the allowed web origins.",
      "cors-credentials",
    ],
  },
  {
    name: "token-with-other-redirect",
    story: "The page redeems its code with the application's start page as redirect_uri.",
    cause:
      "The redirect_uri of the token request differs from the redirect_uri of the authorization request.",
    stop: {
      step: "token",
      who: "provider",
      method: "POST",
      path: "/realms/acme/protocol/openid-connect/token",
    },
    accepted: [
      "redirect-uri-differs",
      "redirect_uri, client or verifier are not those of the login.",
    ],
  },
  {
    name: "token-without-verifier",
    story: "The page has lost its code_verifier at the callback, and redeems the code without it.",
    cause:
      "The login began with a code_challenge, and the token request has no code_verifier to prove it.",
    stop: { step: "token", who: "provider", method: "POST", path: "/connect/redeem" },
    accepted: ["verifier-missing"],
  },
  {
    name: "survey-page-cannot-redeem",
    story:
      "A user logs in at a page with the library oidc-client-ts that sends its client's credentials in a header.",
    cause:
      "The provider demands client credentials for the CORS preflight (OPTIONS) of its token endpoint too and answers it with 401, so the browser does not send the token request.",
    stop: {
      step: "token",
      who: "browser",
      method: "OPTIONS",
      path: "/openid-connect-server-webapp/token",
    },
    accepted: [
      "cors-origin",
      "The server does not allow the page's origin (CORS).",
      "The page's origin is not among the allowed web origins.",
      "preflight-refused",
      "cors-headers",
    ],
  },
  {
    name: "workbench-form-says-check-connection",
    story: "A user signs in with the form of a page that sends the password to its API's server.",
    cause:
      "The server's CORS settings do not allow the page's origin http://localhost:4462 at its token endpoint: it answers the preflight with 403, so the browser does not send the token request.",
    stop: { step: "token", who: "browser", method: "OPTIONS", path: "/uaa/token" },
    accepted: [
      "cors-origin",
      "The server does not allow the page's origin (CORS).",
      "The page's origin is not among the allowed web origins.",
      "preflight-refused",
      "cors-headers",
    ],
  },
  {
    name: "stream-overlay-does-not-connect",
    story: "A streamer logs in at a video service in order to connect an overlay to it.",
    cause:
      "The page mixes two flows: it asks for a token (response_type=token), and then sends the access token of that response as an authorization code to the token endpoint.",
    stop: { step: "token", who: "provider", method: "POST", path: "/oauth2/token" },
    accepted: ["secret-in-page"],
  },
  {
    name: "console-still-shows-sso-login",
    story:
      "A user signs in at a console, whose page still shows its login button, and reloads the page.",
    cause:
      "The page stays at the callback URL after the login, so the reload sends the same authorization code to the token endpoint again, and the provider refuses the used code with invalid_grant.",
    stop: { step: "token", who: "provider", method: "POST", path: "/dex/token" },
    accepted: ["code-redeemed-twice", "The code has expired, or was used before."],
  },
  {
    name: "login-by-mail-at-bare-address",
    story: "A user logs in with an email address at a page whose callback is its bare address.",
    cause:
      "The redirect URI http://127.0.0.1:4462 has no path: the provider adds the slash to it at the authorization request, and then finds that of the token request, without the slash, to be another one (invalid_grant).",
    stop: { step: "token", who: "provider", method: "POST", path: "/token" },
    accepted: [
      "redirect-uri-differs",
      "redirect_uri, client or verifier are not those of the login.",
    ],
  },
  {
    name: "gym-door-opens-for-nobody",
    story: "A member logs in at the device beside the door of a gym.",
    cause:
      "The clock of the device is five hours ahead of that of the servers, so an ID token that was just issued looks expired to its page.",
    stop: { step: "tokens", who: "page", method: "POST", path: "/openid/v1/exchange" },
    accepted: [
      "device-clock-fast",
      "device-clock-slow",
      "issuer-clock-fast",
      "id-token-expired",
      "id-token-of-future",
    ],
  },
  {
    name: "potluck-does-not-know-guest",
    story:
      "A user logs in at a potluck with the library oidc-client-ts, and the page tells its server who brings a dish.",
    cause:
      "The authorization request does not ask for the scope openid (only profile and email), so the provider issues no ID token, which the page needs for its server.",
    stop: { step: "token", who: "page", method: "GET", path: "/ory/oauth2/auth" },
    accepted: ["scope-of-call", "The token lacks a scope that this call needs."],
  },
];
