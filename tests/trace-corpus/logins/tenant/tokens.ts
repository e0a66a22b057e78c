import type { LoginEntry } from "../../login-entry.ts";

/** Logins at the local tenant that stop at the token request. */
export const tenantTokens: readonly LoginEntry[] = [
  {
    name: "policy-blocks-token",
    story:
      "The callback page has a Content-Security-Policy whose connect-src does not list the provider.",
    cause:
      "The page's own Content-Security-Policy (connect-src) blocked the token request, which therefore is not in the capture.",
    stop: { step: "token", who: "browser", method: "GET", path: "/callback" },
    accepted: [
      "An extension or a setting of the browser blocked the request.",
      "DevTools blocks the request.",
      "connect-src, frame-src or form-action does not list the provider.",
    ],
  },
  {
    name: "clock-of-computer-ahead",
    story:
      "The computer's clock is three days ahead of the tenant's, so the page finds each new ID token expired and starts the login again.",
    cause:
      "The computer's clock is days ahead of the provider's, so an ID token that was just issued looks expired.",
    stop: { step: "tokens", who: "page", method: "POST", path: "/oauth/token" },
    accepted: [
      "device-clock-fast",
      "device-clock-slow",
      "issuer-clock-fast",
      "id-token-expired",
      "id-token-of-future",
    ],
  },
  {
    name: "token-parameters-in-query",
    story: "The page passes the parameters of its token request as a query, with an empty body.",
    cause:
      "The parameters of the token request are in the URL; the token endpoint reads only the body, which is empty.",
    stop: { step: "token", who: "provider", method: "POST", path: "/oauth/token" },
    accepted: ["The parameters are not in a form in the body."],
  },
  {
    name: "page-client-needs-secret",
    story: "A page sends the user's password from a form of its own to the token endpoint.",
    cause:
      "The client is registered as an application with a secret, and a page has none: the token endpoint refuses the client.",
    stop: { step: "token", who: "provider", method: "POST", path: "/oauth/token" },
    accepted: [
      "The application is confidential, and a page has no secret.",
      "The secret is wrong, or was sent in another way than registered.",
      "The server could not redeem the code.",
      "The client secret of the server is wrong or has expired.",
    ],
  },
  {
    name: "sample-stuck-at-callback",
    story: "A developer puts an older client's ID into a sample with the library auth0-spa-js.",
    cause:
      "The client signs its ID tokens with HS256, which the library rejects, because it accepts only RS256.",
    stop: { step: "tokens", who: "page", method: "POST", path: "/oauth/token" },
    accepted: ["id-token-hs256"],
  },
  {
    name: "profile-page-in-development",
    story: "A developer logs in at a component without a library, in the development mode.",
    cause:
      "The page sends the same authorization code twice, and the second exchange gets invalid_grant, because a code is valid once.",
    stop: { step: "token", who: "provider", method: "POST", path: "/oauth/token" },
    accepted: ["code-redeemed-twice", "The code has expired, or was used before."],
  },
];
