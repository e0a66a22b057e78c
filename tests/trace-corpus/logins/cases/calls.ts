import type { LoginEntry } from "../../login-entry.ts";

/** Calls after a login, and requests that are no login. */
export const callCases: readonly LoginEntry[] = [
  {
    name: "user-info",
    story: "Logs in with PKCE, then asks for user info.",
    logins: 1,
  },
  {
    name: "user-info-in-query",
    story: "Logs in with PKCE, then asks for user info with the token in the query.",
    logins: 1,
    stop: { step: "api", who: "server", method: "GET", path: "/userinfo" },
    accepted: [],
  },
  {
    name: "management-scope",
    story: "Logs in with PKCE, then calls the Management API with a token for user info.",
    logins: 1,
    stop: {
      step: "api",
      who: "server",
      method: "GET",
      path: "/api/v2/users/auth0%7C65f1c0ada000000000000001",
    },
    accepted: ["id-token-sent-to-api", "audience-of-provider", "The token is for another API."],
  },
  {
    name: "discovery",
    story: "Reads the discovery document, logs in with PKCE and reads the keys.",
    logins: 1,
  },
  {
    name: "discovery-issuer",
    story: "Reads a discovery document that names another issuer.",
    stop: {
      step: "discovery",
      who: "page",
      method: "GET",
      path: "/.well-known/openid-configuration",
    },
    accepted: ["discovery-of-other-issuer", "The client refused the document."],
  },
  { name: "token-exchange", story: "Exchanges a token of another system." },
  {
    name: "device-code",
    story:
      "Gets a device code, and polls twice until the user has confirmed; the tenant has no such route.",
    logins: 1,
  },
  {
    name: "pushed-request",
    story: "Pushes an authorization request and logs in with it; the tenant has no such route.",
    logins: 1,
  },
];
