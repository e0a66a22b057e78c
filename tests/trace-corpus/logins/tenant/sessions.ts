import type { LoginEntry } from "../../login-entry.ts";

/** Logins at the local tenant that stop at a renewal or a logout. */
export const tenantSessions: readonly LoginEntry[] = [
  {
    name: "refresh-token-undefined",
    story:
      "The page never asked for offline_access, and refreshes with the text undefined as its refresh token.",
    cause:
      "The login did not request offline_access, so there is no refresh token: the page sent the text undefined.",
    stop: { step: "renewal", who: "provider", method: "POST", path: "/oauth/token" },
    accepted: ["The login got no refresh token."],
  },
  {
    name: "logout-by-fetch",
    story:
      "The page logs out by a fetch of the tenant's logout URL, and the next login does not ask for a password.",
    cause:
      "The page called the logout URL by fetch, which CORS blocks and which sends no session cookie, so the tenant's session goes on: logout needs a navigation.",
    stop: { step: "logout", who: "browser", method: "GET", path: "/v2/logout" },
    accepted: [],
  },
  {
    name: "reload-loses-login",
    story:
      "A user logs in at a page with the library auth0-spa-js, which keeps tokens in memory, and reloads the page.",
    cause:
      "The silent login after the reload runs in a frame of another site than the page, to which the browser sends no session cookie of the tenant (a third-party cookie), so the tenant responds login_required.",
    stop: { step: "renewal", who: "provider", method: "GET", path: "/authorize" },
    accepted: ["The browser blocks the provider's cookies, because the page is on another site."],
  },
  {
    name: "ledger-page-after-login",
    story:
      "A user logs in at a page with the library auth0-spa-js, which then asks silently for a token for the API of the ledger.",
    cause:
      "The silent request (prompt=none) asks for a scope of an API to which the user has not consented yet, and a silent request cannot show the consent page: consent_required.",
    stop: { step: "renewal", who: "provider", method: "GET", path: "/authorize" },
    accepted: [
      "The page runs on localhost, where a consent is never skipped.",
      "The user has not consented to this client, scope or API.",
      "A scope or an API is new to the user.",
    ],
  },
  {
    name: "leaving-the-gallery",
    story: "A user logs in at a gallery with the library auth0-spa-js, and logs out.",
    cause:
      "The returnTo URL of the logout, http://localhost:4462/goodbye, is not in the client's list of allowed logout URLs.",
    stop: { step: "logout", who: "provider", method: "GET", path: "/v2/logout" },
    accepted: ["The URL to return to is not in the list of logout URLs."],
  },
  {
    name: "recipes-ask-for-login-in-the-afternoon",
    story: "A user logs in at a page with recipes, which renews its token twice.",
    cause:
      "Refresh tokens rotate, but the page does not store the new one of the first renewal: its second renewal sends the old refresh token again, which has been used, and gets invalid_grant.",
    stop: { step: "renewal", who: "provider", method: "POST", path: "/oauth/token" },
    accepted: [
      "refresh-token-used-twice",
      "The refresh token was replaced before, and the page kept the old one.",
    ],
  },
  {
    name: "car-pool-driver-leaves",
    story: "A user logs in at a car pool with the library auth0-spa-js, and logs out.",
    cause:
      "The logout request has no client_id, so the tenant looks for returnTo in the account's list of allowed logout URLs in place of the client's, where it is not, and does not send the user back.",
    stop: { step: "logout", who: "provider", method: "GET", path: "/v2/logout" },
    accepted: [
      "The request names no client, so the tenant's own list applies.",
      "The URL to return to is not in the list of logout URLs.",
    ],
  },
];
