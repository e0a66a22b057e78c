import type { LoginEntry } from "../../login-entry.ts";

/** Logins at a provider of another make that stop at a callback that no server refuses. */
export const otherCallbackPages: readonly LoginEntry[] = [
  {
    name: "session-cookie-refused",
    story:
      "After each login the server sets a session cookie with SameSite=None but without Secure, and the page logs in again and again.",
    cause:
      "The browser rejected the application's session cookie (SameSite=None without Secure), so each login is lost and starts again.",
    stop: { step: "callback", who: "browser", method: "GET", path: "/callback" },
    accepted: ["The server found no login that fits: its session cookie was lost."],
  },
  {
    name: "guard-at-callback",
    story:
      "The route guard of a single-page app also covers the callback route, and starts a new login there.",
    cause:
      "The callback page starts a new login instead of redeeming the code that it received, so the login repeats without end.",
    stop: { step: "callback", who: "page", method: "GET", path: "/callback" },
    accepted: [
      "The page at the callback does not handle the response.",
      "The application no longer had the values of its login, such as state and verifier.",
    ],
  },
  {
    name: "earlier-error-in-redirect-uri",
    story: "A page checks silently for a session, and then sends the user to log in.",
    cause:
      "The redirect URI still has the error of the earlier silent check, so the successful response has a code and an old error, and the application takes it for a failure.",
    stop: { step: "callback", who: "page", method: "GET", path: "/start" },
    accepted: [],
  },
  {
    name: "callback-from-bookmark",
    story: "A user has bookmarked the page after a login, and opens the bookmark later.",
    cause:
      "The callback was opened again with the code and state of an earlier login, and no login is under way that they belong to.",
    stop: { step: "callback", who: "nobody", method: "GET", path: "/callback" },
    accepted: [
      "The login page was opened from a bookmark or with the Back button, or has expired.",
      "The application no longer had the values of its login, such as state and verifier.",
      "The callback was loaded again with the same response.",
      "The server found no login that fits: its session cookie was lost.",
    ],
  },
  {
    name: "reload-at-callback",
    story:
      "A user logs in at a page with the library oidc-client-ts, and reloads the page to see new data.",
    cause:
      "The page left the code and the state in its address after the login, so the reload gives the library the same response again, and its state is used up.",
    stop: { step: "callback", who: "page", method: "GET", path: "/de/admin/organizations" },
    accepted: [
      "The application no longer had the values of its login, such as state and verifier.",
      "The callback was loaded again with the same response.",
      "The server found no login that fits: its session cookie was lost.",
    ],
  },
  {
    name: "response-on-other-origin",
    story: "A page of a new deployment takes the origin of its redirect URI from its settings.",
    cause:
      "The login began on http://localhost:4462 and its redirect_uri leads to http://127.0.0.1:4462, where the page has no stored request for the response.",
    stop: {
      step: "callback",
      who: "page",
      method: "GET",
      path: "/directory/oauth2/v2.0/authorize",
    },
    accepted: [
      "The application no longer had the values of its login, such as state and verifier.",
      "The server found no login that fits: its session cookie was lost.",
    ],
  },
  {
    name: "warehouse-keeps-reloading",
    story: "A user logs in at a page with a realm's adapter and a framework with its own router.",
    cause:
      "After the code was redeemed, the page opens the address with the used code and state again (its framework puts it back), finds no login for that state and begins a new one, without end.",
    stop: { step: "callback", who: "page", method: "GET", path: "/warehouse/" },
    accepted: [
      "The application no longer had the values of its login, such as state and verifier.",
      "The callback was loaded again with the same response.",
      "The server found no login that fits: its session cookie was lost.",
    ],
  },
  {
    name: "author-wants-page-before",
    story:
      "A user logs in at a page of manuscripts with the library oidc-client-ts, and presses the browser's Back button.",
    cause:
      "Back opens the callback URL again, whose login has ended: the library removed its stored state at the first use, so it finds no matching state for the same response.",
    stop: { step: "callback", who: "page", method: "GET", path: "/signed-in" },
    accepted: [
      "The application no longer had the values of its login, such as state and verifier.",
      "The callback was loaded again with the same response.",
      "The server found no login that fits: its session cookie was lost.",
    ],
  },
];
