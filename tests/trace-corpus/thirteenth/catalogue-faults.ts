import type { ExpectedLogin } from "../expected-login.ts";

/** Failing logins, whose causes were drawn from a list of those that people hit often. */
export const catalogueFaults: readonly ExpectedLogin[] = [
  {
    name: "trail-map-signs-walker-out",
    story:
      "A user logs in at a map of trails with the library oidc-client-ts, which renews its tokens later.",
    isOtherProvider: true,
    cause:
      "The page is on another site than the provider and the browser blocks third-party cookies, so the silent renewal in a hidden frame comes without the provider's session cookie and gets login_required.",
    at: { method: "GET", path: "/idp/profile/oidc/sign-on" },
  },
  {
    name: "family-wall-shows-no-appointments",
    story:
      "A user connects a wall display with an account and continues on the provider's page, and the page loads the appointments.",
    isOtherProvider: true,
    cause:
      "The user did not tick the calendar permission on the consent page, so the provider did not grant the scope calendar.readonly and the API refuses the token with 403 (insufficient_scope).",
    at: { method: "GET", path: "/calendar/v3/calendars/primary/events" },
  },
  {
    name: "bakery-till-in-the-evening",
    story:
      "A user logs in at a till with the library oidc-client-ts, allows it to know the name, and the till renews its tokens in the evening.",
    isOtherProvider: true,
    cause:
      "The provider wants the user's consent again, since the user did not let it remember the first one, and a silent request (prompt=none) cannot show the consent page: consent_required.",
    at: { method: "GET", path: "/connect/authorize" },
  },
  {
    name: "gazette-keeps-article-open",
    story:
      "A user enters email and password in the own form of a gazette with the library auth0-js, which keeps its page open meanwhile.",
    cause:
      "The page with the form is on another site than the tenant, which has no custom domain on the page's site, so the browser blocks the tenant's third-party cookie of /co/authenticate, and /authorize does not accept the login ticket without it (login_required).",
    at: { method: "GET", path: "/authorize" },
  },
  {
    name: "gym-door-opens-for-nobody",
    story: "A member logs in at the device beside the door of a gym.",
    isOtherProvider: true,
    cause:
      "The clock of the device is five hours ahead of that of the servers, so an ID token that was just issued looks expired to its page.",
    at: { method: "POST", path: "/openid/v1/exchange" },
  },
  {
    name: "teacher-opens-second-class",
    story:
      "A teacher logs in at a mark book for one class, and logs in again for a second class without a form.",
    isOtherProvider: true,
    cause:
      "The provider answers the second request with the ID token of the first one, whose nonce is not that of the second request, so the page refuses it.",
    at: { method: "GET", path: "/sso/oidc/initiate" },
  },
  {
    name: "harbour-office-in-danish",
    story: "A user logs in at a harbour office with the library auth0-spa-js, in Danish.",
    cause:
      "The application's server redirects the callback to the path with the language, /da/callback, and drops the query with code and state, so the page has no response to read.",
    at: { method: "GET", path: "/callback" },
  },
  {
    name: "author-wants-page-before",
    story:
      "A user logs in at a page of manuscripts with the library oidc-client-ts, and presses the browser's Back button.",
    isOtherProvider: true,
    cause:
      "Back opens the callback URL again, whose login has ended: the library removed its stored state at the first use, so it finds no matching state for the same response.",
    at: { method: "GET", path: "/signed-in" },
  },
  {
    name: "potluck-does-not-know-guest",
    story:
      "A user logs in at a potluck with the library oidc-client-ts, and the page tells its server who brings a dish.",
    isOtherProvider: true,
    cause:
      "The authorization request does not ask for the scope openid (only profile and email), so the provider issues no ID token, which the page needs for its server.",
    at: { method: "GET", path: "/ory/oauth2/auth" },
  },
  {
    name: "car-pool-driver-leaves",
    story: "A user logs in at a car pool with the library auth0-spa-js, and logs out.",
    cause:
      "The logout request has no client_id, so the tenant looks for returnTo in the account's list of allowed logout URLs in place of the client's, where it is not, and does not send the user back.",
    at: { method: "GET", path: "/v2/logout" },
  },
  {
    name: "newsroom-flickers-for-trainee",
    story: "A trainee logs in at a newsroom, and stops the page after a while.",
    isOtherProvider: true,
    cause:
      "The page answers the API's 403 (the user does not have the role editor) with a new login, which changes nothing, so it logs in again and again.",
    at: { method: "GET", path: "/api/desk" },
  },
  {
    name: "paddlers-form-at-new-address",
    story: "A user enters email and password in the own form of a page with the library auth0-js.",
    cause:
      "The page's origin http://localhost:4462 is not in the client's list of allowed web origins, so /co/authenticate refuses its credentials with 403 and a plain text.",
    at: { method: "POST", path: "/co/authenticate" },
  },
  {
    name: "table-booking-on-page-of-hotel",
    story: "A guest logs in at a booking tool, which a hotel shows in a frame of its page.",
    isOtherProvider: true,
    cause:
      "The booking tool's cookie is SameSite=Lax, so the browser does not keep or send it in a frame of another site, and the callback finds no login that was started; it must be SameSite=None with Secure.",
    at: { method: "GET", path: "/booking/oauth/return" },
  },
  {
    name: "warehouse-scanner-after-new-library",
    story: "A user logs in at a warehouse, whose page has changed to the library oauth4webapi.",
    cause:
      "The tenant signs the ID tokens of this client with HS256, which the page's library refuses, because it expects RS256.",
    at: { method: "POST", path: "/oauth/token" },
  },
  {
    name: "festival-crew-at-shared-provider",
    story:
      "A user logs in at a planner with the library oauth4webapi, at a provider with several customers.",
    isOtherProvider: true,
    cause:
      "The parameter iss of the authorization response names http://localhost:4464, which is not the issuer of the provider's metadata, http://localhost:4464/t/festival, so the library refuses the response (RFC 9207).",
    at: { method: "GET", path: "/crew/return" },
  },
];
