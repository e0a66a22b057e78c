import type { LoginEntry } from "../../login-entry.ts";

/** Logins at a provider of another make whose callback the application's server refuses. */
export const otherCallbacks: readonly LoginEntry[] = [
  {
    name: "cookie-of-other-tab",
    story:
      "A second tab starts a login and overwrites the cookie with the first tab's state, then the first tab finishes its login.",
    cause:
      "The login cookie at the callback holds the state of a later login, from another tab, so the server rejects the response.",
    stop: { step: "callback", who: "server", method: "GET", path: "/callback" },
    accepted: [
      "cookie-replaced",
      "The server found no login that fits: its session cookie was lost.",
      "The application no longer had the values of its login, such as state and verifier.",
      "The code belongs to another login, for example of a second tab.",
      "The browser did not send the session cookie with the POST.",
    ],
  },
  {
    name: "fragment-for-server",
    story:
      "An application that redeems the code on its server asks for the fragment response mode.",
    cause:
      "The response arrived in the fragment, which a browser never sends, but the callback is handled by a server.",
    stop: { step: "callback", who: "server", method: "GET", path: "/callback" },
    accepted: ["response-mode-differs"],
  },
  {
    name: "posted-without-login-cookie",
    story:
      "The provider on another site posts the response to a server whose login cookie is SameSite=Lax.",
    cause:
      "The browser does not send a SameSite=Lax cookie with a cross-site POST, so the login cookie is missing at the callback.",
    stop: { step: "callback", who: "server", method: "POST", path: "/callback" },
    accepted: [
      "cookie-post",
      "The browser did not send the session cookie with the POST.",
      "The server found no login that fits: its session cookie was lost.",
      "The application no longer had the values of its login, such as state and verifier.",
    ],
  },
  {
    name: "client-secret-expired",
    story: "The secret of an application's server has expired, and its callback shows the refusal.",
    cause:
      "The provider rejected the client authentication of the application's server (invalid_client) because its client secret has expired.",
    stop: { step: "callback", who: "server", method: "GET", path: "/callback" },
    accepted: [
      "The server could not redeem the code.",
      "The server's code failed.",
      "The callback URL of the request is not that of the application's route.",
      "The server found no login that fits: its session cookie was lost.",
      "The secret is wrong, or was sent in another way than registered.",
      "The client secret of the server is wrong or has expired.",
    ],
  },
  {
    name: "login-cookie-strict",
    story:
      "An application's server remembers the login in a cookie with SameSite=Strict, and its provider is another site.",
    cause:
      "The browser does not send a SameSite=Strict cookie when the provider's site leads to the callback, so the server misses its login cookie.",
    stop: { step: "callback", who: "server", method: "GET", path: "/callback" },
    accepted: [
      "cookie-strict",
      "The server found no login that fits: its session cookie was lost.",
      "The application no longer had the values of its login, such as state and verifier.",
      "The browser did not send the session cookie with the POST.",
    ],
  },
  {
    name: "earlier-login-page-used-after-login",
    story:
      "A user begins to log in twice, finishes the second login, then goes back to the login page of the first and logs in there too.",
    cause:
      "The callback of the first login came without the cookie that protects it: all logins share one such cookie, and the second login replaced it and deleted it at its end.",
    stop: { step: "callback", who: "server", method: "GET", path: "/oauth2/callback" },
    accepted: [
      "cookie-lost",
      "The server found no login that fits: its session cookie was lost.",
      "The application no longer had the values of its login, such as state and verifier.",
      "The browser did not send the session cookie with the POST.",
      "The code belongs to another login, for example of a second tab.",
    ],
  },
  {
    name: "page-forwards-code-without-issuer",
    story:
      "A page gives the code and the state of its callback to its server, which redeems the code with openid-client.",
    cause:
      "The page leaves out the parameter `iss` of the response when it passes the response on, and the library rejects a response without the issuer that the provider promises.",
    stop: { step: "callback", who: "server", method: "POST", path: "/api/session" },
    accepted: [
      "The server could not redeem the code.",
      "The server's code failed.",
      "The callback URL of the request is not that of the application's route.",
      "The server found no login that fits: its session cookie was lost.",
    ],
  },
  {
    name: "instances-without-common-sessions",
    story:
      "A shop with the library openid-client runs in two instances behind a balancer, and a user logs in.",
    cause:
      "The server does not know the session of the cookie that the callback brought, and sets a new one: the login began at another instance, and the instances do not share their sessions.",
    stop: { step: "callback", who: "server", method: "GET", path: "/callback" },
    accepted: [
      "The server could not redeem the code.",
      "The server's code failed.",
      "The callback URL of the request is not that of the application's route.",
      "The server found no login that fits: its session cookie was lost.",
    ],
  },
  {
    name: "session-cookies-of-one-name",
    story:
      "An application and its provider, both of servlets, run on two ports of a developer's computer.",
    cause:
      "The provider's session cookie has the same name and host as the application's (cookies do not differ by port) and replaced it, so the application does not find its login at the callback.",
    stop: {
      step: "callback",
      who: "server",
      method: "GET",
      path: "/login/oauth2/code/messaging-client-oidc",
    },
    accepted: [
      "The server found no login that fits: its session cookie was lost.",
      "The application no longer had the values of its login, such as state and verifier.",
      "The browser did not send the session cookie with the POST.",
    ],
  },
  {
    name: "login-sets-no-cookie",
    story: "A server with login middleware was moved behind a proxy, and a user signs in.",
    cause:
      "The server set no session cookie when it began the login, so its callback has no stored state to compare and treats the user as not logged in.",
    stop: { step: "callback", who: "server", method: "GET", path: "/auth/acme/callback" },
    accepted: [
      "The server found no login that fits: its session cookie was lost.",
      "The application no longer had the values of its login, such as state and verifier.",
      "The browser did not send the session cookie with the POST.",
      "A server of the application redeems the code, and shows no user.",
    ],
  },
  {
    name: "effect-sends-code-twice",
    story: "A page under development passes its code on to the application's own API.",
    cause:
      "The page sent the same code to its API twice; a code is valid once, so the second exchange failed with invalid_grant.",
    stop: { step: "callback", who: "server", method: "POST", path: "/server/token-exchange" },
    accepted: ["code-redeemed-twice", "The code has expired, or was used before."],
  },
  {
    name: "preview-uses-local-address",
    story: "A deployed preview of a shop with the library Auth.js has the settings of development.",
    cause:
      "The server takes http://localhost:4462 for its own address, so the callback goes to another host than http://preview.localhost:4462, where the login began and its cookies are.",
    stop: { step: "callback", who: "server", method: "GET", path: "/auth/callback/acme" },
    accepted: [
      "The application no longer had the values of its login, such as state and verifier.",
      "The server found no login that fits: its session cookie was lost.",
      "The browser did not send the session cookie with the POST.",
    ],
  },
  {
    name: "login-begun-again-in-session",
    story:
      "A user begins a login at a server with the library openid-client twice, and finishes the first.",
    cause:
      "The second start of the login replaced the state in the server's session, so the state of the first login's response does not match.",
    stop: { step: "callback", who: "server", method: "GET", path: "/oidc/return" },
    accepted: [
      "The server found no login that fits: its session cookie was lost.",
      "The application no longer had the values of its login, such as state and verifier.",
      "The code belongs to another login, for example of a second tab.",
    ],
  },
  {
    name: "server-rejects-certificate",
    story:
      "A server with login middleware redeems its code at a provider with its own certificate.",
    cause:
      "The application's server could not obtain a token: its own request to the provider's token endpoint failed, so the code is not redeemed and the callback responds 500.",
    stop: { step: "callback", who: "server", method: "GET", path: "/oauth2/redirect/acme" },
    accepted: [
      "The server could not redeem the code.",
      "The server's code failed.",
      "The callback URL of the request is not that of the application's route.",
      "The server found no login that fits: its session cookie was lost.",
    ],
  },
  {
    name: "correlation-cookie-rejected",
    story: "A server application without TLS lets the provider post the response to it.",
    cause:
      "The browser rejects the correlation cookie, which is SameSite=None without Secure on a site without TLS, so the posted response comes without it and the correlation fails.",
    stop: { step: "callback", who: "server", method: "POST", path: "/signin-oidc" },
    accepted: [
      "cookie-secure",
      "The server found no login that fits: its session cookie was lost.",
      "The application no longer had the values of its login, such as state and verifier.",
      "The browser did not send the session cookie with the POST.",
    ],
  },
  {
    name: "portal-entered-twice",
    story:
      "A user logs in at a portal, goes back to the provider's page with the browser's button and logs in again there.",
    cause:
      "The second login came from the provider's page of the first one (Back), whose state the server had already used, so the second response with the same state is refused.",
    stop: { step: "callback", who: "server", method: "GET", path: "/auth-callback" },
    accepted: [
      "The application no longer had the values of its login, such as state and verifier.",
      "The callback was loaded again with the same response.",
      "The server found no login that fits: its session cookie was lost.",
    ],
  },
  {
    name: "login-page-comes-back",
    story: "A user logs in from the login page of an application with the library Auth.js.",
    cause:
      "The login's callbackUrl is the login page itself, so the user, who is logged in by then, is sent back to /auth/login and sees its button again.",
    stop: { step: "callback", who: "server", method: "GET", path: "/auth/callback/acme" },
    accepted: [
      "The page at the callback does not handle the response.",
      "A server of the application redeems the code, and shows no user.",
    ],
  },
  {
    name: "portal-sends-back-to-login",
    story: "An employee signs in at a portal whose server asks a realm.",
    cause:
      "The portal's session cookie is SameSite=Strict: the browser does not send it with the redirect that comes from the provider's site, so the portal begins the login again.",
    stop: { step: "callback", who: "server", method: "GET", path: "/portal" },
    accepted: ["The server found no login that fits: its session cookie was lost."],
  },
  {
    name: "reports-on-new-cluster",
    story:
      "A user logs in at a server with reports, which worked on one machine and now runs in a cluster.",
    cause:
      "The load balancer sends the callback to another server than the one that began the login; that server does not know the state, which is in the memory of the first one, and begins a new login, without end.",
    stop: { step: "callback", who: "server", method: "GET", path: "/reports/sso" },
  },
  {
    name: "tracker-login-cancelled-first",
    story:
      "A user cancels the login at a code host on its page, and logs in at the tracker again at once.",
    cause:
      "The second login sends the state of the cancelled one again; the server used this state up at the cancelled response, so it finds none for the second callback and refuses it.",
    stop: { step: "callback", who: "server", method: "GET", path: "/auth/v1/callback" },
    accepted: [
      "The server found no login that fits: its session cookie was lost.",
      "The application no longer had the values of its login, such as state and verifier.",
      "The callback was loaded again with the same response.",
    ],
  },
  {
    name: "table-booking-on-page-of-hotel",
    story: "A guest logs in at a booking tool, which a hotel shows in a frame of its page.",
    cause:
      "The booking tool's cookie is SameSite=Lax, so the browser does not keep or send it in a frame of another site, and the callback finds no login that was started; it must be SameSite=None with Secure.",
    stop: { step: "callback", who: "server", method: "GET", path: "/booking/oauth/return" },
    accepted: [
      "The server found no login that fits: its session cookie was lost.",
      "The application no longer had the values of its login, such as state and verifier.",
      "The browser did not send the session cookie with the POST.",
    ],
  },
];
