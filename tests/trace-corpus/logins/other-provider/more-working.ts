import type { LoginEntry } from "../../login-entry.ts";

/** Logins at a provider of another make that end well. */
export const otherMoreWorking: readonly LoginEntry[] = [
  {
    name: "began-again-at-start-page",
    story:
      "A user goes back from the provider's page to look at the start page, begins again and logs in; the server keeps one cookie for each login.",
  },
  {
    name: "went-back-to-used-callback",
    story:
      "After a login with the library oidc-client-ts the user presses Back, and the callback page sees that the user is known and goes on.",
  },
  {
    name: "session-renews-at-server",
    story:
      "A guard sends the user to the sign-in page of the library Auth.js, which later renews the provider's tokens when the page asks for the session.",
  },
  {
    name: "confirmed-on-phone",
    story:
      "A provider's page is an application: the user mistypes the password once, confirms on the phone, and the other page redeems the code with PKCE.",
  },
  {
    name: "adapter-watches-session",
    story:
      "A page's adapter opens the provider's frames for cookies and session, gets its code in the fragment, renews once and logs out.",
  },
  {
    name: "name-told-at-first-login-only",
    story:
      "A provider posts code and ID token to a server on another site, with the user's name at the first login only; the user leaves and logs in again.",
  },
  {
    name: "server-logs-in-silently",
    story:
      "The session at a backend for a frontend ends soon, and the page logs in again in a frame, through the server with openid-client.",
  },
  {
    name: "kiosk-shows-second-code",
    story:
      "The first user code of a kiosk expires, and the kiosk shows a second one, which the user confirms in a second tab.",
  },
  {
    name: "all-three-in-fragment",
    story:
      "A page on another site gets code, ID token and access token in the fragment, checks both hashes, uses the token and then redeems the code.",
  },
  {
    name: "long-shift-with-refusals",
    story:
      "A page with the library oidc-client-ts renews its tokens again and again, may not read the settings, and its statistics are blocked.",
  },
  {
    name: "password-in-page-of-company",
    story:
      "A company's own page with the library oidc-client-ts sends the password itself, which the user mistypes once, and renews with a refresh token.",
  },
  {
    name: "denied-then-granted",
    story:
      "A user who is signed in at a forge with OAuth only denies access, sees the sign-in page of the library Auth.js again, and grants access.",
  },
  {
    name: "passkey-at-third-try",
    story:
      "A user signs in with a passkey at a provider: first with the wrong finger, then too late, then in time, and the page redeems its code with PKCE.",
  },
  {
    name: "other-policy-for-forgotten-password",
    story:
      "A provider returns the error that the user has forgotten the password, and the page goes to the provider's other policy, where the user sets a new one.",
  },
  {
    name: "union-asks-other-provider",
    story:
      "A museum's server logs in at a union, which itself logs in at another provider with openid-client and then asks the new user for a name.",
  },
  {
    name: "signed-out-everywhere-and-back",
    story:
      "A user who is in one application of a school enters a second one without a form, leaves both by the provider's frames, and logs in at the first again, with a mistyped password before.",
  },
  {
    name: "back-after-long-time",
    story:
      "A user comes back to a page with the library oidc-client-ts after a long time: its refresh token has expired, and the user logs in again.",
  },
  {
    name: "proofs-need-nonces",
    story:
      "A page with the library oidc-client-ts sends proofs of its key, and provider and API each ask once for a nonce in them.",
  },
  {
    name: "dialog-closed-then-opened-again",
    story:
      "A page shows the provider's form in a frame of a dialog, which the user closes once; after the login nothing is saved for the user yet.",
  },
  {
    name: "signed-response-posted",
    story:
      "A provider posts its response inside a signed token to a server with openid-client on another site, and the bank's offers are under maintenance.",
  },
  {
    name: "two-cookies-in-garden",
    story:
      "A server with openid-client sets a short and a long cookie, the page has the short one renewed when its API answers 401, and the user logs out.",
  },
  {
    name: "chest-needs-stronger-login",
    story:
      "An API refuses a token of a weak login and names the level that it needs, so the page logs in again with PKCE at a provider, where the user mistypes the second code once.",
  },
  {
    name: "diary-sends-password-itself",
    story:
      "A page without a library sends email and password to a provider's interface, the password wrong at first, and renews its token when the first one has expired.",
  },
  {
    name: "user-names-server-of-federation",
    story:
      "A user mistypes the name of a server and then names the right one, at which the page registers itself; the user mistypes the password, and the server has no lists.",
  },
  {
    name: "session-cookie-in-two-parts",
    story:
      "A server with the library Auth.js needs two cookies for a large session, and there is no agenda yet, before the login and after it.",
  },
  {
    name: "course-launches-exercise",
    story:
      "A campus launches an exercise of another maker in a frame, by a login that the campus begins itself, and the pupil's first answer is no number.",
  },
  {
    name: "one-refresh-token-for-two-apis",
    story:
      "A page with the library oidc-client-ts gets tokens for two APIs by one refresh token, which it revokes when the user leaves.",
  },
  {
    name: "ticket-of-university",
    story:
      "Two applications of a university log in by CAS: each asks silently first, the first one with a mistyped password and a form, the second one without a form.",
  },
  {
    name: "expired-page-restarted",
    story:
      "A user mistypes the password, goes back to a page of the realm that has expired, restarts the login, accepts new terms, and a server with openid-client redeems the code.",
  },
  {
    name: "ferry-leaves-coverage",
    story:
      "A page with the library oidc-client-ts cannot renew its token while the ferry has no connection, and renews it when the user tries again.",
  },
  {
    name: "desktop-has-no-ticket",
    story:
      "A provider asks the browser for a ticket of the desktop, and shows its form since there is none; a page with the library oidc-client-ts logs in and renews in a frame.",
  },
  {
    name: "token-for-one-payment",
    story:
      "A page without a library pushes a request for one payment to a bank, the user mistypes the TAN once, and the page pays with the token; the bank's rates are not available.",
  },
  {
    name: "guestbook-asks-for-own-address",
    story:
      "A user mistypes the address of her own page and then names the right one, which says where she signs in, and the guestbook writes a note there; her page counts no visitors.",
  },
  {
    name: "almanac-of-older-protocol",
    story:
      "A server logs in by OAuth 1.0 at a press: the user cancels once, begins again, mistypes the password once, and permits it.",
  },
  {
    name: "surgery-reads-security-token",
    story:
      "A clinic posts a security token to a server by WS-Federation after a mistyped password; the user may not see the drugs, and leaves.",
  },
  {
    name: "sign-in-page-stood-overnight",
    story:
      "A user presses the button of an old sign-in page of the library Auth.js, whose cookie is gone, sees the page again, presses again and signs in.",
  },
  {
    name: "workspaces-of-two-companies",
    story:
      "A server with openid-client finds the provider by the user's email, which names no known company at first, and the user adds a workspace at another company's provider.",
  },
  {
    name: "baker-leaves-everywhere",
    story:
      "Two servers with openid-client share a provider: the user leaves everywhere, the second server then answers 401, and the user logs in there again.",
  },
  {
    name: "garage-after-press-on-back",
    story:
      "A provider posts the code to a server with openid-client on another site; the user presses Back and the provider's button once more, which is refused, and opens the cars again.",
  },
  {
    name: "welder-is-known-to-directory",
    story:
      "After a login of a server with openid-client the page looks for the user in a directory by SCIM, may not add the known address, and changes the older entry.",
  },
  {
    name: "auction-opens-socket-after-login",
    story:
      "A page opens a WebSocket, which is refused before the login of its backend with openid-client, and gets the bids after it.",
  },
  {
    name: "newspaper-in-portuguese",
    story:
      "A Portuguese newspaper with the library Auth.js asks for the session again and again, while its headlines have not changed and then are out of reach once.",
  },
  {
    name: "postcards-take-photos-first",
    story:
      "A page connects a photo service, which returns with a code and a state of its own, then the user logs in with the library oidc-client-ts and has no stamps.",
  },
  {
    name: "theatre-seat-pushed-twice",
    story:
      "A page without a library pushes its request while the provider's gateway is being restarted, pushes it again, logs in, and takes another seat than the wanted one.",
  },
  {
    name: "station-with-blocked-statistics",
    story:
      "A page without a library gets code and ID token in the fragment and redeems the code; a blocker stops its statistics, and its timetable does not exist.",
  },
  {
    name: "cockpit-has-report-in-frame",
    story:
      "A page without a library logs in after a mistyped PIN, and exchanges its token for those of two reports in frames, of which the user may see one.",
  },
];
