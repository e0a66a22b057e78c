import type { LoginEntry } from "../../login-entry.ts";

/** Logins at a provider of another make that stop at an API. */
export const otherApis: readonly LoginEntry[] = [
  {
    name: "user-info-without-openid",
    story: "The page logs in with the scopes profile and email alone, then reads user info.",
    cause:
      "The login did not request the scope openid, so its access token is not accepted at the user info endpoint.",
    stop: {
      step: "api",
      who: "server",
      method: "GET",
      path: "/realms/acme/protocol/openid-connect/userinfo",
    },
    accepted: ["scope-of-call", "The token lacks a scope that this call needs."],
  },
  {
    name: "bearer-undefined",
    story: "The page reads accessToken from the token response, whose member is access_token.",
    cause:
      "The page sends the text undefined as its access token, although the token response has one.",
    stop: { step: "api", who: "server", method: "GET", path: "/me" },
    accepted: ["The page sent another token than the access token, or none."],
  },
  {
    name: "account-without-email",
    story:
      "The page logs in with the scopes openid and profile, and creates an account that needs an e-mail address.",
    cause:
      "The login did not request the scope email, so user info has no email and the application's API rejects the account.",
    stop: { step: "api", who: "server", method: "POST", path: "/api/account" },
  },
  {
    name: "preflight-without-authorization",
    story: "The CORS settings of an API on another origin do not name the header Authorization.",
    cause:
      "The API's response to the preflight does not allow the header Authorization (Access-Control-Allow-Headers), so the browser does not send the request.",
    stop: { step: "api", who: "browser", method: "OPTIONS", path: "/api/orders" },
    accepted: ["preflight-refused", "cors-origin", "cors-headers"],
  },
  {
    name: "api-called-with-old-token",
    story:
      "A page with the library oidc-client-ts stays open without renewal, and then calls its API.",
    cause:
      "The access token had expired when the page sent it to the API, and the page did not renew it before.",
    stop: { step: "api", who: "server", method: "GET", path: "/api/v1/orders" },
    accepted: ["access-token-expired", "The token has expired or was revoked."],
  },
  {
    name: "console-forgets-user-at-reload",
    story: "A user logs in at a console, and reloads its page.",
    cause:
      "The page keeps its token only in memory and the login sets no cookie, so after the reload it calls its API without a token and gets 401.",
    stop: { step: "api", who: "server", method: "POST", path: "/api/currentUser" },
    accepted: ["The page sent another token than the access token, or none."],
  },
  {
    name: "invoices-behind-gateway",
    story:
      "A user signs in at a page with the library oidc-client-ts, which loads the invoices from an API behind a gateway.",
    cause:
      "The gateway of the API asks the preflight request (OPTIONS) for a token and answers it with 401, so the browser does not send the request with the token.",
    stop: { step: "api", who: "browser", method: "OPTIONS", path: "/v1/invoices" },
    accepted: ["preflight-refused", "cors-origin", "cors-headers"],
  },
  {
    name: "family-wall-shows-no-appointments",
    story:
      "A user connects a wall display with an account and continues on the provider's page, and the page loads the appointments.",
    cause:
      "The user did not tick the calendar permission on the consent page, so the provider did not grant the scope calendar.readonly and the API refuses the token with 403 (insufficient_scope).",
    stop: {
      step: "api",
      who: "server",
      method: "GET",
      path: "/calendar/v3/calendars/primary/events",
    },
    accepted: ["scope-of-call", "The token lacks a scope that this call needs."],
  },
  {
    name: "newsroom-flickers-for-trainee",
    story: "A trainee logs in at a newsroom, and stops the page after a while.",
    cause:
      "The page answers the API's 403 (the user does not have the role editor) with a new login, which changes nothing, so it logs in again and again.",
    stop: { step: "api", who: "server", method: "GET", path: "/api/desk" },
    accepted: [
      "The page at the callback does not handle the response.",
      "scope-of-call",
      "The token lacks a scope that this call needs.",
      "The user does not have this permission.",
    ],
  },
];
