import type { LoginEntry } from "../../login-entry.ts";

/** Logins at the local tenant that stop at the authorization response. */
export const tenantResponses: readonly LoginEntry[] = [
  {
    name: "user-outside-organization",
    story:
      "An application's server starts a login to its customer's organization, and another user logs in.",
    cause:
      "The user is not a member of the organization that the application requested, so the tenant denied access.",
    stop: { step: "response", who: "provider", method: "GET", path: "/callback" },
    accepted: [
      "The user declined the consent or cancelled the login.",
      "A rule or an action of the tenant denied the login.",
    ],
  },
  {
    name: "user-is-blocked",
    story: "A user with a correct password logs in through the application's own form.",
    cause: "The provider refuses the login because the user is blocked there.",
    stop: { step: "response", who: "provider", method: "GET", path: "/authorize" },
    accepted: [
      "The user declined the consent or cancelled the login.",
      "A rule or an action of the tenant denied the login.",
    ],
  },
  {
    name: "api-not-registered",
    story: "A page with the library auth0-js asks for a token of the GraphQL server behind it.",
    cause:
      "The tenant has no API with the requested audience http://localhost:3001/graphql, so it refuses the login (Service not found).",
    stop: { step: "response", who: "provider", method: "GET", path: "/authorize" },
    accepted: ["No API has this audience as its identifier, or it is not open to this client."],
  },
  {
    name: "email-not-verified",
    story: "A new user logs in at a page that keeps the library's errors for itself.",
    cause:
      "The tenant refused the login because the user has not verified their email address yet, and the page shows its start without that message.",
    stop: { step: "response", who: "provider", method: "GET", path: "/callback" },
    accepted: [
      "The user declined the consent or cancelled the login.",
      "A rule or an action of the tenant denied the login.",
    ],
  },
  {
    name: "chat-login-fails-at-callback",
    story: "A user logs in at a page with the library auth0-js that asks for an ID token only.",
    cause:
      "The ID token is signed with HS256, which the library cannot verify in a browser, and without an access token (response_type=id_token) it cannot ask for the profile in place of it.",
    stop: { step: "tokens", who: "page", method: "POST", path: "/u/login" },
    accepted: ["id-token-hs256"],
  },
  {
    name: "login-of-imported-users",
    story: "A user of an imported list logs in at a page with the library auth0-spa-js.",
    cause:
      "The tenant's own code after the login (a rule or an action) fails with an error that it does not catch, Cannot read property 'favorite_color' of undefined, so the tenant refuses the login with access_denied.",
    stop: { step: "response", who: "provider", method: "GET", path: "/callback" },
    accepted: [
      "The user declined the consent or cancelled the login.",
      "A rule or an action of the tenant denied the login.",
    ],
  },
  {
    name: "gazette-keeps-article-open",
    story:
      "A user enters email and password in the own form of a gazette with the library auth0-js, which keeps its page open meanwhile.",
    cause:
      "The page with the form is on another site than the tenant, which has no custom domain on the page's site, so the browser blocks the tenant's third-party cookie of /co/authenticate, and /authorize does not accept the login ticket without it (login_required).",
    stop: { step: "response", who: "provider", method: "GET", path: "/authorize" },
    accepted: ["The browser blocks the provider's cookies, because the page is on another site."],
  },
];
