import type { ExpectedLogin } from "../expected-login.ts";
import { frequentFaults } from "./frequent-faults.ts";

/** The logins of the seventh set. It names no rule: the rules came from other authors. */
export const expectedLogins: readonly ExpectedLogin[] = [
  {
    name: "proxy-hides-public-host",
    story: "A shop with the library Auth.js was moved behind a proxy, and a user signs in.",
    isOtherProvider: true,
    cause:
      "The server sends its inner address as the redirect URI (http://shop:3000), since the proxy does not pass on the public host; the provider knows only the public callback, and refuses.",
    at: { method: "GET", path: "/auth" },
  },
  {
    name: "form-post-without-login-cookies",
    story:
      "A shop with the library Auth.js asks a provider on another site to post the response, and a user signs in.",
    isOtherProvider: true,
    cause:
      "The cookie with the PKCE verifier is SameSite=Lax, so the browser does not send it with the form that the provider's site posts to the callback, and the library cannot redeem the code.",
    at: { method: "POST", path: "/auth/callback/acme" },
  },
  {
    name: "scope-refused-then-sign-in-page",
    story:
      "A shop with the library Auth.js asks for the user's groups since today, and shows its sign-in page again.",
    isOtherProvider: true,
    cause:
      "The client may not ask for the scope `groups`: the provider refuses the request with invalid_scope, and the library shows only its own error code.",
    at: { method: "GET", path: "/realms/acme/protocol/openid-connect/auth" },
  },
  {
    name: "auth-js-then-sign-out",
    story:
      "A shop with the library Auth.js signs a user in, and the user then signs out of the shop only.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/auth/session", text: '"user":' },
  },
  {
    name: "page-forwards-code-without-issuer",
    story:
      "A page gives the code and the state of its callback to its server, which redeems the code with openid-client.",
    isOtherProvider: true,
    cause:
      "The page leaves out the parameter `iss` of the response when it passes the response on, and the library rejects a response without the issuer that the provider promises.",
    at: { method: "POST", path: "/api/session" },
  },
  {
    name: "instances-without-common-sessions",
    story:
      "A shop with the library openid-client runs in two instances behind a balancer, and a user logs in.",
    isOtherProvider: true,
    cause:
      "The server does not know the session of the cookie that the callback brought, and sets a new one: the login began at another instance, and the instances do not share their sessions.",
    at: { method: "GET", path: "/callback" },
  },
  ...frequentFaults,
];
